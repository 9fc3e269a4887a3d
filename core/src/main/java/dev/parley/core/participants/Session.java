package dev.parley.core.participants;

import dev.parley.core.address.SessionKey;
import java.util.List;

/**
 * An agent in one particular context, with an inbox and subscriptions of its own.
 *
 * @param lastUsedAt when it was made, unless it was asked for with its messages ({@link #used})
 * @param unmoved subscriptions that an older hub kept in this record; {@link
 *     Participants#subscriptions(SessionKey)} tells all there are
 */
public record Session(
    SessionKey key, String title, long createdAt, long lastUsedAt, List<Subscription> unmoved) {

  /** The session that stands for the agent as a whole. */
  public static final String MAIN = "main";

  public Session {
    unmoved = List.copyOf(unmoved);
  }

  public boolean isDefault() {
    return key.session().value().equals(MAIN);
  }

  /** The same, used at this time or later. */
  public Session used(long at) {
    return new Session(key, title, createdAt, Math.max(lastUsedAt, at), unmoved);
  }

  /** Its subscriptions have records of their own. */
  Session moved() {
    return new Session(key, title, createdAt, lastUsedAt, List.of());
  }
}
