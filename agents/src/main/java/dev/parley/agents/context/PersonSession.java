package dev.parley.agents.context;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Message;
import dev.parley.core.message.Origin;
import java.util.List;
import java.util.UUID;

/**
 * The session in which an agent speaks with the person whose it is: that person's {@code main}, and
 * another than the one of the hub's owner, who may speak with every agent. Anybody may write to the
 * inbox of a session of that name, so that it is the person's only as far as the words are.
 */
public record PersonSession(SessionKey key) {
  private static final String PREFIX = "main@";
  private static final int NAME_MAX = 90;

  public static PersonSession of(AgentId agent, AgentId person) {
    String name = person.value();
    // Long ones would be no name of a session.
    String fitting =
        name.length() <= NAME_MAX ? name : UUID.nameUUIDFromBytes(name.getBytes(UTF_8)).toString();
    return new PersonSession(new SessionKey(agent, new SessionId(PREFIX + fitting)));
  }

  /**
   * @throws IllegalArgumentException when it is another session
   */
  public PersonSession {
    if (!isOne(key)) {
      throw new IllegalArgumentException("in " + key + " an agent speaks with others");
    }
  }

  public static boolean isOne(SessionKey session) {
    return session.session().value().startsWith(PREFIX);
  }

  /**
   * Is this such a session, and does nobody speak in it but the person that it is named after? What
   * that one's account brings in from outside are the words of others.
   */
  public static boolean isSpokenIn(SessionKey session, List<Message> messages) {
    return isOne(session)
        && messages.stream()
            .allMatch(
                message ->
                    message.origin() == Origin.PEER
                        && of(session.agent(), new AgentId(message.draft().from()))
                            .key()
                            .equals(session));
  }
}
