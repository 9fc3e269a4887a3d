package dev.parley.client;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the hub, who to be, and how patient to be.
 *
 * @param addresses of hubs that are one system, or of one hub; every client tries them in an order
 *     of its own
 * @param agentId null for the owner
 * @param tokens asked with every connection; not where a key is shown
 * @param key shown in place of a token, or null
 * @param connectWithin for each step of connecting: connection, handshake, authentication
 * @param callWithin how long a call waits for its answer unless it says otherwise
 * @param idleAfter silence after which the hub is asked for a sign of life
 * @param inFlightMax requests that may be unanswered at a time; a call beyond it waits for room
 * @param inFlightBytesMax the same in bytes, because what is not answered is kept for resending
 * @param answerBytesMax a longer answer ends the connection
 * @param patientStart whether {@code connect} keeps trying like a lost connection does
 */
public record ClientOptions(
    List<URI> addresses,
    @Nullable String agentId,
    TokenSource tokens,
    @Nullable ClientKey key,
    Duration connectWithin,
    Duration callWithin,
    Duration idleAfter,
    int inFlightMax,
    int inFlightBytesMax,
    int answerBytesMax,
    Backoff backoff,
    boolean patientStart,
    ClientEvents events) {

  public ClientOptions {
    addresses = List.copyOf(addresses);
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException("a client needs at least one address");
    }
    for (URI address : addresses) {
      boolean webSocket = "ws".equals(address.getScheme()) || "wss".equals(address.getScheme());
      if (!webSocket || address.getHost() == null) {
        throw new IllegalArgumentException(
            "'" + address + "' is no WebSocket address; it looks like ws://127.0.0.1:3000/ws");
      }
    }
    if (inFlightMax < 1 || inFlightBytesMax < 1 || answerBytesMax < 1) {
      throw new IllegalArgumentException("limits are at least 1");
    }
  }

  /** The owner, who may act for anyone. */
  public static ClientOptions owner(String token, URI... addresses) {
    return defaults(null, () -> token, List.of(addresses));
  }

  /** An agent, who acts as itself. */
  public static ClientOptions agent(String agentId, String token, URI... addresses) {
    return agent(agentId, () -> token, addresses);
  }

  /** The same, with tokens that last less long than the client. */
  public static ClientOptions agent(String agentId, TokenSource tokens, URI... addresses) {
    return defaults(agentId, tokens, List.of(addresses));
  }

  /** A token that is good now. */
  public String token() {
    try {
      return tokens.token();
    } catch (IOException e) {
      throw new ParleyException(ParleyException.UNREACHABLE, String.valueOf(e.getMessage()));
    }
  }

  /** An agent that shows a key in place of a token. */
  public static ClientOptions agent(String agentId, ClientKey key, URI... addresses) {
    return defaults(agentId, () -> "", List.of(addresses)).withKey(key);
  }

  private ClientOptions withKey(ClientKey shown) {
    return new ClientOptions(
        addresses,
        agentId,
        tokens,
        shown,
        connectWithin,
        callWithin,
        idleAfter,
        inFlightMax,
        inFlightBytesMax,
        answerBytesMax,
        backoff,
        patientStart,
        events);
  }

  private static ClientOptions defaults(
      @Nullable String agentId, TokenSource tokens, List<URI> addresses) {
    return new ClientOptions(
        addresses,
        agentId,
        tokens,
        null,
        Duration.ofSeconds(5),
        Duration.ofSeconds(30),
        Duration.ofSeconds(20),
        1024,
        64 << 20,
        256 << 20,
        Backoff.DEFAULT,
        false,
        ClientEvents.NONE);
  }

  public ClientOptions withCallWithin(Duration patience) {
    return new ClientOptions(
        addresses,
        agentId,
        tokens,
        key,
        connectWithin,
        patience,
        idleAfter,
        inFlightMax,
        inFlightBytesMax,
        answerBytesMax,
        backoff,
        patientStart,
        events);
  }

  public ClientOptions withConnectWithin(Duration patience) {
    return new ClientOptions(
        addresses,
        agentId,
        tokens,
        key,
        patience,
        callWithin,
        idleAfter,
        inFlightMax,
        inFlightBytesMax,
        answerBytesMax,
        backoff,
        patientStart,
        events);
  }

  public ClientOptions withIdleAfter(Duration silence) {
    return new ClientOptions(
        addresses,
        agentId,
        tokens,
        key,
        connectWithin,
        callWithin,
        silence,
        inFlightMax,
        inFlightBytesMax,
        answerBytesMax,
        backoff,
        patientStart,
        events);
  }

  public ClientOptions withInFlightMax(int requests) {
    return new ClientOptions(
        addresses,
        agentId,
        tokens,
        key,
        connectWithin,
        callWithin,
        idleAfter,
        requests,
        inFlightBytesMax,
        answerBytesMax,
        backoff,
        patientStart,
        events);
  }

  public ClientOptions withBackoff(Backoff waits) {
    return new ClientOptions(
        addresses,
        agentId,
        tokens,
        key,
        connectWithin,
        callWithin,
        idleAfter,
        inFlightMax,
        inFlightBytesMax,
        answerBytesMax,
        waits,
        patientStart,
        events);
  }

  public ClientOptions withPatientStart() {
    return new ClientOptions(
        addresses,
        agentId,
        tokens,
        key,
        connectWithin,
        callWithin,
        idleAfter,
        inFlightMax,
        inFlightBytesMax,
        answerBytesMax,
        backoff,
        true,
        events);
  }

  public ClientOptions withEvents(ClientEvents watcher) {
    return new ClientOptions(
        addresses,
        agentId,
        tokens,
        key,
        connectWithin,
        callWithin,
        idleAfter,
        inFlightMax,
        inFlightBytesMax,
        answerBytesMax,
        backoff,
        patientStart,
        watcher);
  }

  /** The token stays out of logs. */
  @Override
  public String toString() {
    return "ClientOptions[" + (agentId == null ? "owner" : agentId) + " at " + addresses + "]";
  }
}
