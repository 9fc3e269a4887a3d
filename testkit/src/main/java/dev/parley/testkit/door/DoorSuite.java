package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** What the suites share. */
abstract class DoorSuite {
  private static final AtomicInteger NAMES = new AtomicInteger();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  abstract TestDoor door();

  final DoorClient house() {
    return door().house();
  }

  /** A name that no other test has. */
  static String unique(String name) {
    return name + "-" + NAMES.incrementAndGet();
  }

  /** A path that no other test has. */
  static String uniquePath(String name) {
    return unique(name) + "/news";
  }

  /** Makes an agent. */
  final TestAgent agent(String name) {
    return house().createAgent(unique(name));
  }

  /** Comes in as an agent. */
  final DoorClient as(TestAgent agent) {
    return door().agent(agent);
  }

  /**
   * Everything that is there for an agent to take. Sent last, with the lowest priority, a message
   * of the house's own says when that is all, so that nobody has to wait for what does not come.
   */
  final List<Seen> takeAll(TestAgent agent) {
    String last =
        house().send(Letter.to(agent).content("that is all").with("priority", "low")).id();
    DoorClient client = as(agent);
    List<Seen> taken = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () -> {
              taken.addAll(client.receive(agent.id(), 100));
              return taken.stream().anyMatch(message -> message.id().equals(last));
            });
    // Where messages lie in a folder, one may come to light after the last: all are there by now.
    taken.addAll(client.receive(agent.id(), 100));
    taken.removeIf(message -> message.id().equals(last));
    return taken;
  }

  /** The one message that is there to take. */
  final Seen takeOne(TestAgent agent) {
    List<Seen> all = takeAll(agent);
    if (all.size() != 1) {
      throw new AssertionError("expected one message for " + agent.id() + ", not " + all);
    }
    return all.getFirst();
  }

  /** What the hub has for an agent, whichever door it uses: the state is left as it is. */
  final List<Seen> inboxOf(TestAgent agent) {
    return house().history(agent.id(), 100);
  }

  static void eventually(Callable<Boolean> holds) {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(holds);
  }

  /** Something that a door is asked for. */
  @FunctionalInterface
  interface Action {
    void run();
  }

  /**
   * This has to be refused with one of these codes, or, by a door that has none, without.
   *
   * @throws Cannot when the driver cannot even ask for it
   */
  final void assertRefused(Action action, String... codes) {
    String code;
    try {
      action.run();
      code = "";
    } catch (DoorRefusal e) {
      if (door().lacks().containsKey(Ability.CODES)) {
        return;
      }
      code = e.code();
    }
    assertThat(code).as("refusal").isIn((Object[]) codes);
  }

  /**
   * For what only the door can show, and no operation of its driver stands for.
   *
   * @throws Cannot when the door lacks it
   */
  final void requires(Ability ability) {
    if (door().lacks().containsKey(ability)) {
      throw new Cannot(ability);
    }
  }
}
