package dev.parley.core.store;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import org.jspecify.annotations.Nullable;

/**
 * What messages are filed under. An agent's inbox, a session's inbox, a sender's outbox, a thread
 * and the dead letters are all the same thing to a store: a growing list of copies, each with a
 * position and a state. To everybody else each kind knows whom it stands for.
 *
 * <p>A box is a map's key several times for each message, so the hash codes are written by hand
 * from those that the strings remember.
 */
public sealed interface BoxId {

  BoxId DEAD_LETTERS = new DeadLetters();

  static Inbox inbox(AgentId agent) {
    return new AgentInbox(agent);
  }

  static Inbox inbox(SessionKey session) {
    return new SessionInbox(session);
  }

  static BoxId outbox(String sender) {
    return new Outbox(sender);
  }

  static BoxId thread(String key) {
    return new ThreadBox(key);
  }

  /** The letter before the colon in {@link #text}. Stores keep it, so it never changes. */
  char code();

  /** The part after the colon in {@link #text}: unique among the boxes of one kind. */
  String name();

  /** Do copies here wait for an agent to take them, or are they only kept? */
  default boolean isInbox() {
    return this instanceof Inbox;
  }

  /**
   * The form that stores keep, such as {@code a:researcher} or {@code s:researcher/7}; {@link
   * #parse} reads it back.
   */
  default String text() {
    return code() + ":" + name();
  }

  /**
   * @throws IllegalArgumentException if no box has this text
   */
  static BoxId parse(String text) {
    if (text.length() < 2 || text.charAt(1) != ':') {
      throw new IllegalArgumentException("'" + text + "' is no box");
    }
    String name = text.substring(2);
    return switch (text.charAt(0)) {
      case AgentInbox.CODE -> inbox(new AgentId(name));
      case SessionInbox.CODE -> inbox(SessionKey.parse(name));
      case Outbox.CODE -> outbox(name);
      case ThreadBox.CODE -> thread(name);
      case DeadLetters.CODE -> DEAD_LETTERS;
      default -> throw new IllegalArgumentException("'" + text + "' is no box");
    };
  }

  /** Copies in an inbox wait for its agent, or for one session of it. */
  sealed interface Inbox extends BoxId {

    AgentId agent();

    /**
     * @param name as {@link BoxId#name} gives it: an agent's id, or {@code agent/session}
     */
    static Inbox named(String name) {
      return name.indexOf('/') < 0 ? inbox(new AgentId(name)) : inbox(SessionKey.parse(name));
    }
  }

  record AgentInbox(AgentId agent) implements Inbox {
    private static final char CODE = 'a';

    @Override
    public char code() {
      return CODE;
    }

    @Override
    public String name() {
      return agent.value();
    }

    @Override
    public int hashCode() {
      return agent.value().hashCode() * 31 + CODE;
    }
  }

  record SessionInbox(SessionKey session) implements Inbox {
    private static final char CODE = 's';

    @Override
    public AgentId agent() {
      return session.agent();
    }

    @Override
    public char code() {
      return CODE;
    }

    @Override
    public String name() {
      return session.text();
    }

    @Override
    public int hashCode() {
      int agentHash = session.agent().value().hashCode();
      return (agentHash * 31 + session.session().value().hashCode()) * 31 + CODE;
    }
  }

  /**
   * @param sender an agent's id, or whatever else may send
   */
  record Outbox(String sender) implements BoxId {
    private static final char CODE = 'o';

    @Override
    public char code() {
      return CODE;
    }

    @Override
    public String name() {
      return sender;
    }

    @Override
    public int hashCode() {
      return sender.hashCode() * 31 + CODE;
    }
  }

  /**
   * @param key a conversation's name, or the id of the message that was first replied to
   */
  record ThreadBox(String key) implements BoxId {
    private static final char CODE = 't';

    @Override
    public char code() {
      return CODE;
    }

    @Override
    public String name() {
      return key;
    }

    @Override
    public int hashCode() {
      return key.hashCode() * 31 + CODE;
    }
  }

  /** What reached nobody. There is one, {@link BoxId#DEAD_LETTERS}. */
  final class DeadLetters implements BoxId {
    private static final char CODE = 'd';

    private DeadLetters() {}

    @Override
    public char code() {
      return CODE;
    }

    @Override
    public String name() {
      return "";
    }

    @Override
    public int hashCode() {
      return CODE; // the same in every run, unlike an object's own
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public String toString() {
      return "DeadLetters[]";
    }
  }
}
