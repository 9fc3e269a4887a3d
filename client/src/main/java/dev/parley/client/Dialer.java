package dev.parley.client;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.socket.ConnectionClosed;
import dev.parley.client.socket.Handshake;
import dev.parley.client.socket.WebSocket;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.BooleanSupplier;

/** Opens connections and authenticates on them. */
final class Dialer {
  /** The close code for "authenticate first" and "wrong token". */
  static final int CLOSE_UNAUTHORIZED = 4401;

  private final ClientOptions options;
  private final Surroundings surroundings;
  private final Addresses addresses;

  /** How many waits there were since the last connection that held. */
  private int waits;

  /** Tries that need no wait: once around the other addresses for each connection that held. */
  private int triesAtOnce;

  Dialer(ClientOptions options, Surroundings surroundings) {
    this.options = options;
    this.surroundings = surroundings;
    this.addresses = new Addresses(options.addresses(), surroundings.random());
  }

  record Connection(URI address, WebSocket socket, Principal principal) {}

  /** The connection a client begins with: at once, or, if it is to be patient, some time. */
  Connection first() {
    try {
      return dial(addresses.count());
    } catch (IOException e) {
      String failure = String.valueOf(e.getMessage());
      if (!options.patientStart()) {
        throw new ParleyException(ParleyException.UNREACHABLE, "no hub answers at " + failure);
      }
      try {
        return redial(failure, () -> false);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new ParleyException(ParleyException.CLOSED, "interrupted while connecting");
      }
    } finally {
      triesAtOnce = addresses.count() - 1;
    }
  }

  /**
   * The connection after one that broke: at another address at once, and only when there is none
   * left to try, after a wait. Hubs that take a client and drop it again get no further tries
   * without a wait, however politely they say goodbye.
   *
   * @param held whether the broken one was good for a while
   */
  Connection next(String reason, boolean held, BooleanSupplier unwanted)
      throws InterruptedException {
    if (held) {
      waits = 0;
      triesAtOnce = addresses.count() - 1;
    }
    addresses.moveOn();
    if (triesAtOnce > 0) {
      try {
        return dial(triesAtOnce);
      } catch (IOException e) {
        return redial(String.valueOf(e.getMessage()), unwanted);
      }
    }
    return redial(reason, unwanted);
  }

  /** Waits and tries, ever more rarely, until it succeeds or nobody wants it any more. */
  private Connection redial(String reason, BooleanSupplier unwanted) throws InterruptedException {
    String failure = reason;
    while (true) {
      int attempt = waits++;
      Duration wait = options.backoff().after(attempt, surroundings.random());
      options.events().onRetry(attempt, wait, failure);
      surroundings.pause().of(wait);
      if (unwanted.getAsBoolean()) {
        throw new InterruptedException("closed");
      }
      try {
        return dial(addresses.count());
      } catch (IOException e) {
        failure = String.valueOf(e.getMessage());
      }
    }
  }

  /**
   * Tries so many addresses, one after the other. One that refuses the token does not decide for
   * the others: a hub of several may not have heard yet of an agent that was just added.
   *
   * @throws IOException when none answers, which may pass
   * @throws ParleyException when no hub took us and one of them refused, which will not
   */
  private Connection dial(int tries) throws IOException {
    var failures = new StringJoiner("; ");
    ParleyException refusal = null;
    for (int tried = 0; tried < tries; tried++) {
      URI address = addresses.current();
      triesAtOnce = Math.max(0, triesAtOnce - 1);
      try {
        return dial(address);
      } catch (IOException e) {
        failures.add(address + ": " + e.getMessage());
      } catch (ParleyException e) {
        refusal = e;
      }
      addresses.moveOn();
    }
    if (refusal != null) {
      throw refusal;
    }
    throw new IOException(failures.toString());
  }

  private Connection dial(URI address) throws IOException {
    WebSocket socket = WebSocket.open(address, options.connectWithin(), options.answerBytesMax());
    boolean accepted = false;
    try {
      Principal principal = authenticate(socket, address);
      socket.keepAlive(options.idleAfter());
      accepted = true;
      return new Connection(address, socket, principal);
    } finally {
      if (!accepted) {
        socket.close();
      }
    }
  }

  private Principal authenticate(WebSocket socket, URI address) throws IOException {
    ClientKey key = options.key();
    JsonObject answer =
        ask(
            socket,
            new JsonWriter()
                .put("type", "auth")
                .put("agentId", options.agentId())
                .put("token", key == null ? options.tokens().token() : null)
                .put("keyId", key == null ? null : key.keyId()));
    if (key != null && answer.text("type", "").equals("auth.challenge")) {
      answer =
          ask(
              socket,
              new JsonWriter()
                  .put("type", "auth.answer")
                  .put(
                      "signature",
                      key.answer(
                          String.valueOf(options.agentId()),
                          Handshake.host(address).toLowerCase(Locale.ROOT),
                          answer.text("nonce", ""),
                          answer.number("expiresAt", 0))));
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

  private JsonObject ask(WebSocket socket, JsonWriter question) throws IOException {
    socket.append(question.toBytes());
    socket.flush();
    try {
      return JsonObject.parse(socket.read());
    } catch (ConnectionClosed e) {
      if (e.code() == CLOSE_UNAUTHORIZED) {
        throw refused(String.valueOf(e.getMessage()));
      }
      throw e;
    } catch (JsonException e) {
      throw new IOException("what answers there is no hub: " + e.getMessage(), e);
    }
  }

  private ParleyException refused(String why) {
    String what = options.key() == null ? "token" : "key";
    String who = options.agentId() == null ? "the owner" : "agent '" + options.agentId() + "'";
    return new ParleyException(
        ParleyException.UNAUTHORIZED, "the hub refused the " + what + " of " + who + ": " + why);
  }
}
