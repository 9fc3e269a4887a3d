package dev.parley.client;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.socket.ConnectionClosed;
import dev.parley.client.socket.WebSocket;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Opens connections and authenticates on them. */
final class Dialer {
  /** The close code for "authenticate first" and "wrong token". */
  static final int CLOSE_UNAUTHORIZED = 4401;

  private final ClientOptions options;
  private final Surroundings surroundings;
  private int next;

  Dialer(ClientOptions options, Surroundings surroundings) {
    this.options = options;
    this.surroundings = surroundings;
  }

  record Connection(URI address, WebSocket socket, Principal principal) {}

  /** The connection a client begins with: at once, or, if it is to be patient, some time. */
  Connection first() {
    try {
      return dial();
    } catch (IOException e) {
      String failure = String.valueOf(e.getMessage());
      if (!options.patientStart()) {
        throw new ParleyException(ParleyException.UNREACHABLE, "no hub answers at " + failure);
      }
      try {
        return redial(0, failure, () -> false);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new ParleyException(ParleyException.CLOSED, "interrupted while connecting");
      }
    }
  }

  /** Waits and tries, ever more rarely, until it succeeds or nobody wants it any more. */
  Connection redial(int attempts, String reason, BooleanSupplier unwanted)
      throws InterruptedException {
    String failure = reason;
    for (int attempt = attempts; ; attempt++) {
      Duration wait = options.backoff().after(attempt, surroundings.random());
      options.events().onRetry(attempt, wait, failure);
      surroundings.pause().of(wait);
      if (unwanted.getAsBoolean()) {
        throw new InterruptedException("closed");
      }
      try {
        return dial();
      } catch (IOException e) {
        failure = String.valueOf(e.getMessage());
      }
    }
  }

  /**
   * Tries every address once, starting after the one that failed last.
   *
   * @throws IOException when none answers, which may pass
   * @throws ParleyException when a hub answered and refused, which will not
   */
  private Connection dial() throws IOException {
    IOException last = null;
    for (int tried = 0; tried < options.addresses().size(); tried++) {
      URI address = options.addresses().get(next % options.addresses().size());
      try {
        return dial(address);
      } catch (IOException e) {
        next++;
        last = new IOException(address + ": " + e.getMessage(), e);
      }
    }
    throw last == null ? new IOException("no address") : last;
  }

  private Connection dial(URI address) throws IOException {
    WebSocket socket = WebSocket.open(address, options.connectWithin(), options.answerBytesMax());
    boolean accepted = false;
    try {
      Principal principal = authenticate(socket);
      socket.keepAlive(options.idleAfter());
      accepted = true;
      return new Connection(address, socket, principal);
    } finally {
      if (!accepted) {
        socket.close();
      }
    }
  }

  private Principal authenticate(WebSocket socket) throws IOException {
    socket.append(
        new JsonWriter()
            .put("type", "auth")
            .put("agentId", options.agentId())
            .put("token", options.token())
            .toBytes());
    socket.flush();
    JsonObject answer;
    try {
      answer = JsonObject.parse(socket.read());
    } catch (ConnectionClosed e) {
      if (e.code() == CLOSE_UNAUTHORIZED) {
        throw refused(String.valueOf(e.getMessage()));
      }
      throw e;
    } catch (JsonException e) {
      throw new IOException("what answers there is no hub: " + e.getMessage(), e);
    }
    if (answer.text("type", "").equals("auth.ok")) {
      return Principal.of(answer.objectOrEmpty("principal"));
    }
    ParleyException refusal = ParleyException.of(answer);
    if (refusal.retryable()) {
      throw new IOException(refusal.getMessage());
    }
    throw refusal.code().equals(ParleyException.UNAUTHORIZED)
        ? refused(String.valueOf(refusal.getMessage()))
        : refusal;
  }

  private ParleyException refused(String why) {
    String who = options.agentId() == null ? "the owner" : "agent '" + options.agentId() + "'";
    return new ParleyException(
        ParleyException.UNAUTHORIZED, "the hub refused the token of " + who + ": " + why);
  }
}
