package dev.parley.core.store;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;

/**
 * What messages are filed under. An agent's inbox, a session's inbox, a sender's outbox, a thread
 * and the dead letters are all the same thing: a growing list of copies, each with a position and a
 * state.
 */
public record BoxId(Kind kind, String name) {

  public enum Kind {
    AGENT('a'),
    SESSION('s'),
    OUTBOX('o'),
    THREAD('t'),
    DEAD_LETTERS('d');

    private final char code;

    Kind(char code) {
      this.code = code;
    }

    public char code() {
      return code;
    }

    public static Kind ofCode(char code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no box kind '" + code + "'");
    }
  }

  public static final BoxId DEAD_LETTERS = new BoxId(Kind.DEAD_LETTERS, "");

  public static BoxId inbox(AgentId agent) {
    return new BoxId(Kind.AGENT, agent.value());
  }

  public static BoxId inbox(SessionKey session) {
    return new BoxId(Kind.SESSION, session.text());
  }

  public static BoxId outbox(String sender) {
    return new BoxId(Kind.OUTBOX, sender);
  }

  public static BoxId thread(String key) {
    return new BoxId(Kind.THREAD, key);
  }

  /** Do copies here wait for somebody to take them, or are they only kept? */
  public boolean isInbox() {
    return kind == Kind.AGENT || kind == Kind.SESSION;
  }

  /** One string for both parts, such as {@code a:researcher}; {@link #parse} reads it back. */
  public String text() {
    return kind.code + ":" + name;
  }

  public static BoxId parse(String text) {
    return new BoxId(Kind.ofCode(text.charAt(0)), text.substring(2));
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + kind.code;
  }
}
