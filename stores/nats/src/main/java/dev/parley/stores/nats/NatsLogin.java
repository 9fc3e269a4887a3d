package dev.parley.stores.nats;

import java.nio.file.Path;

/** How a hub proves itself to the servers, unless the URLs say it. */
public sealed interface NatsLogin {
  record None() implements NatsLogin {}

  record Password(String user, String password) implements NatsLogin {
    @Override
    public String toString() {
      return "Password[user=" + user + "]";
    }
  }

  record Token(String token) implements NatsLogin {
    @Override
    public String toString() {
      return "Token[]";
    }
  }

  /** A {@code .creds} file that nobody but its owner can read. */
  record Credentials(Path file) implements NatsLogin {}
}
