package dev.parley.core.participants;

import dev.parley.core.address.SessionKey;
import java.util.List;

/**
 * An agent in one particular context, with an inbox and subscriptions of its own.
 *
 * @param lastUsedAt when it was made, unless it was asked for with its messages ({@link #used})
 */
public record Session(
    SessionKey key,
    String title,
    long createdAt,
    long lastUsedAt,
    List<Subscription> subscriptions) {

  /** The session that stands for the agent as a whole. */
  public static final String MAIN = "main";

  public Session {
    subscriptions = List.copyOf(subscriptions);
  }

  public boolean isDefault() {
    return key.session().value().equals(MAIN);
  }

  /** The same, used at this time or later. */
  public Session used(long at) {
    return new Session(key, title, createdAt, Math.max(lastUsedAt, at), subscriptions);
  }

  Session withSubscriptions(List<Subscription> changed) {
    return new Session(key, title, createdAt, lastUsedAt, changed);
  }
}
