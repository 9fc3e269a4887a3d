package dev.parley.agents.context;

import dev.parley.core.address.SessionKey;
import dev.parley.core.participants.Session;

/** A session in which an agent speaks with others. One that is {@code main} cannot be made. */
public record CommSession(SessionKey key) {
  public CommSession {
    if (key.session().value().equals(Session.MAIN)) {
      throw new IllegalArgumentException("in 'main' an agent speaks with its owner");
    }
  }
}
