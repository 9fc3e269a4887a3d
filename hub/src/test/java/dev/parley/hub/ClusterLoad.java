package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Messages to some inboxes through whatever hub there is, and the account of them: nothing accepted
 * may be missing, nothing whose receipt was acknowledged may come again, and order holds.
 */
final class ClusterLoad implements AutoCloseable {
  private static final List<String> INBOXES = List.of("ada", "bob", "cid", "dot");
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int PROGRESS = 100;

  private final AtomicReferenceArray<HubProcess> hubs;
  private final long seed;
  private final List<ClusterAgent> agents = new ArrayList<>();

  /**
   * @param hubs all there; who replaces one puts it into its place
   */
  ClusterLoad(AtomicReferenceArray<HubProcess> hubs, long seed) throws Exception {
    this.hubs = hubs;
    this.seed = seed;
    Random random = new Random(seed);
    register();
    INBOXES.forEach(inbox -> agents.add(new ClusterAgent(inbox, hubs, random.nextLong())));
    agents.forEach(ClusterAgent::start);
  }

  private void register() throws Exception {
    HubProcess hub = hubs.get(0);
    try (RawConnection owner = new RawConnection(hub.webSocket(), hub.ownerToken(), _ -> {})) {
      for (String inbox : INBOXES) {
        owner.ask("agent.create", request -> request.put("agentId", inbox));
      }
    }
  }

  int accepted() {
    return agents.stream().mapToInt(ClusterAgent::accepted).sum();
  }

  /** Everybody gets some messages through, whatever has just happened. */
  void awaitProgress() {
    awaitProgress(PATIENCE);
  }

  void awaitProgress(Duration patience) {
    for (ClusterAgent agent : agents) {
      int goal = agent.accepted() + PROGRESS;
      try {
        await().atMost(patience).until(() -> agent.accepted() >= goal);
      } catch (ConditionTimeoutException e) {
        throw new AssertionError(
            "%s has not come to %d, seed %d, %s%n%s"
                .formatted(agent.name(), goal, seed, agents, accounts()),
            e);
      }
    }
  }

  private String accounts() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < hubs.length(); i++) {
      all.append("hub ").append(i).append(":\n").append(hubs.get(i).account()).append('\n');
    }
    return all.toString();
  }

  /** Sends no more, waits for all that was accepted, and looks at the account. */
  void finish() {
    agents.forEach(ClusterAgent::stopSending);
    for (ClusterAgent agent : agents) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(agent.missing())
                      .as("missing in %s, seed %d", agent.name(), seed)
                      .isEmpty());
    }
    close();
    for (ClusterAgent agent : agents) {
      assertThat(agent.violations()).as("seed %d", seed).isEmpty();
    }
  }

  @Override
  public void close() {
    agents.forEach(ClusterAgent::close);
  }
}
