package dev.parley.doors.http;

import dev.parley.core.delivery.ListenOptions;
import java.time.Duration;
import java.util.Set;

/** How the doors stand: where they listen, what they let through, how long they wait. */
public record DoorConfig(Ports ports, Limits limits, Patience patience, Pushing pushing) {
  public static final DoorConfig DEFAULT =
      new DoorConfig(Ports.DEFAULT, Limits.DEFAULT, Patience.DEFAULT, Pushing.DEFAULT);

  public DoorConfig withPorts(Ports changed) {
    return new DoorConfig(changed, limits, patience, pushing);
  }

  public DoorConfig withLimits(Limits changed) {
    return new DoorConfig(ports, changed, patience, pushing);
  }

  public DoorConfig withPatience(Patience changed) {
    return new DoorConfig(ports, limits, changed, pushing);
  }

  public DoorConfig withPushing(Pushing changed) {
    return new DoorConfig(ports, limits, patience, changed);
  }

  /**
   * @param host the address to listen on; loopback unless told otherwise
   * @param owner the owner's port, or 0 for any free one
   * @param agent the agents' port, or 0 for any free one
   * @param hostNames names beside the loopback ones by which browsers and clients may call this hub
   * @param eventLoops how many threads share the connections
   */
  public record Ports(String host, int owner, int agent, Set<String> hostNames, int eventLoops) {
    public static final Ports DEFAULT =
        new Ports("127.0.0.1", 3000, 3100, Set.of(), Runtime.getRuntime().availableProcessors());

    public Ports {
      Bounds.within("ports.owner", owner, 0, 65_535);
      Bounds.within("ports.agent", agent, 0, 65_535);
      Bounds.within("ports.eventLoops", eventLoops, 1, 1_024);
      hostNames = Set.copyOf(hostNames);
    }
  }

  /**
   * @param connectionsMax on both ports together; more are answered with 503
   * @param strangersMax WebSockets that have not authenticated yet; more are answered with 503
   * @param frameBytesMax the largest message
   * @param strangerFrameBytesMax the same before authentication
   * @param payloadBytesMax the largest payload inside a message
   * @param unansweredMax requests of a connection in work at once; more are not read
   * @param unansweredBytesMax the same, in bytes of their frames
   * @param outgoingBytesMax what may wait for a connection before its listeners are paused
   * @param badFramesMax malformed frames put up with in {@code badFramesWindow}
   */
  public record Limits(
      int connectionsMax,
      int strangersMax,
      int frameBytesMax,
      int strangerFrameBytesMax,
      int payloadBytesMax,
      int unansweredMax,
      int unansweredBytesMax,
      int outgoingBytesMax,
      int badFramesMax,
      Duration badFramesWindow) {
    public static final Limits DEFAULT =
        new Limits(
            16_384,
            4_096,
            2 << 20,
            64 << 10,
            1 << 20,
            4_096,
            16 << 20,
            1 << 20,
            100,
            Duration.ofSeconds(10));

    public Limits {
      Bounds.within("limits.connectionsMax", connectionsMax, 1, 1 << 24);
      Bounds.within("limits.strangersMax", strangersMax, 1, 1 << 24);
      Bounds.within("limits.frameBytesMax", frameBytesMax, 1_024, 1 << 30);
      Bounds.within("limits.strangerFrameBytesMax", strangerFrameBytesMax, 512, frameBytesMax);
      Bounds.within("limits.payloadBytesMax", payloadBytesMax, 2, frameBytesMax);
      Bounds.within("limits.unansweredMax", unansweredMax, 1, 1 << 20);
      Bounds.within("limits.unansweredBytesMax", unansweredBytesMax, 1, 1 << 30);
      Bounds.within("limits.outgoingBytesMax", outgoingBytesMax, 1_024, 1 << 30);
      Bounds.within("limits.badFramesMax", badFramesMax, 0, 1 << 30);
      Bounds.positive("limits.badFramesWindow", badFramesWindow);
    }
  }

  /**
   * @param authentication how long a connection may stay a stranger
   * @param idle after this much silence a connection is pinged; after two unanswered pings it is
   *     dropped
   * @param stalled how long a socket may take nothing while something waits for it
   * @param request how long a plain HTTP connection may take to send a request
   * @param stop how long connections have to end when the hub stops
   */
  public record Patience(
      Duration authentication, Duration idle, Duration stalled, Duration request, Duration stop) {
    public static final Patience DEFAULT =
        new Patience(
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5));

    public Patience {
      Bounds.positive("patience.authentication", authentication);
      Bounds.positive("patience.idle", idle);
      Bounds.positive("patience.stalled", stalled);
      Bounds.positive("patience.request", request);
      Bounds.positive("patience.stop", stop);
    }
  }

  /**
   * What holds for a listener that acknowledges and does not say otherwise.
   *
   * @param ackTimeout what is not acknowledged by then is pushed again
   * @param maxAttempts pushes before a copy becomes a dead letter
   * @param window most copies in flight at once
   */
  public record Pushing(Duration ackTimeout, int maxAttempts, int window) {
    public static final Pushing DEFAULT = new Pushing(Duration.ofSeconds(30), 5, 1_000);

    public Pushing {
      Bounds.positive("pushing.ackTimeout", ackTimeout);
      Bounds.within("pushing.maxAttempts", maxAttempts, 1, ListenOptions.MAX_ATTEMPTS_MAX);
      Bounds.within("pushing.window", window, 1, ListenOptions.WINDOW_MAX);
    }
  }
}
