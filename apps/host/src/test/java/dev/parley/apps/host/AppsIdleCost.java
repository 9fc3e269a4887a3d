package dev.parley.apps.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.parley.apps.host.AppStatus.State;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.time.SystemTime;
import dev.parley.processes.sandbox.Confinement;
import dev.parley.testkit.store.MemoryStore;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What it costs to watch over fifty apps that do nothing, in processor time of this JVM, in which
 * the answers of the apps are made as well. Measured by hand: {@code -Dtest=AppsIdleCost}.
 */
class AppsIdleCost {
  private static final int APPS = 50;
  private static final Duration LONG = Duration.ofSeconds(45);

  @TempDir private Path folder;

  private static long processorMillis() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        / 1_000_000;
  }

  /** In per mille of one core. */
  private static long measured() throws InterruptedException {
    long before = processorMillis();
    long start = System.nanoTime();
    Thread.sleep(LONG);
    long used = processorMillis() - before;
    return used * 1_000 / ((System.nanoTime() - start) / 1_000_000);
  }

  @Test
  void fiftyIdleAppsCostAtMostOnePercentOfACore() throws Exception {
    try (AppsWorld world = new AppsWorld(folder);
        SystemTime time = new SystemTime();
        Broker broker = new Broker(new MemoryStore(), time, BrokerConfig.DEFAULT).start()) {
      for (int i = 0; i < APPS; i++) {
        world.install("com.example.a" + i, "");
      }
      long without = measured();
      try (HostedApps apps =
          HostedApps.open(
                  new AppsConfig(
                      true,
                      world.apps(),
                      folder.resolve("hub"),
                      folder.resolve("hub/app-run"),
                      world.environment,
                      APPS,
                      AppsWorld.LIMITS,
                      Confinement::here,
                      AppsConfig.PATIENCE),
                  broker.records(),
                  time,
                  LaunchGate.OPEN,
                  world.adapters)
              .start()) {
        for (int i = 0; i < APPS; i++) {
          AppsWorld.awaitState(apps, "com.example.a" + i, State.RUNNING);
        }
        // What starting them has set going in the JVM comes to rest, and what runs often is
        // compiled.
        Thread.sleep(LONG);
        long with = measured();
        System.out.printf(
            "%d apps idle: %.1f %% of a core, %.1f %% without%n",
            APPS, with / 10.0, without / 10.0);
        assertThat(with - without).isLessThanOrEqualTo(10);
      }
    }
  }
}
