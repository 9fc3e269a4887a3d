package dev.parley.bench.storm;

import dev.parley.client.Backoff;
import java.time.Duration;
import java.util.List;

/**
 * How agents come back.
 *
 * @param atOnceElsewhere whether an agent that is turned away goes through its other addresses
 *     before it waits, as the client does; otherwise it tries one address a wait
 * @param paced whether a hub that has no room tells an agent when it will have
 */
record Law(String name, Backoff backoff, boolean atOnceElsewhere, boolean paced) {
  private static final Backoff CLIENT = Backoff.DEFAULT;

  /** What the client does. */
  static final Law OURS = new Law("client: 25 % jitter, cap 600 s", CLIENT, true, false);

  static final Law NO_JITTER =
      new Law("no jitter", new Backoff(CLIENT.base(), CLIENT.cap(), 0), true, false);

  static final Law PACED = new Law("paced by the hub", CLIENT, true, true);

  static final List<Law> ALL =
      List.of(
          NO_JITTER,
          OURS,
          new Law("one address a wait", CLIENT, false, false),
          new Law(
              "cap 30 s",
              new Backoff(CLIENT.base(), Duration.ofSeconds(30), CLIENT.jitter()),
              true,
              false),
          PACED);
}
