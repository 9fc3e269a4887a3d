package dev.parley.hub.cli.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.hub.Stores;
import dev.parley.hub.cli.CliRun;
import dev.parley.hub.config.HubConfig;
import dev.parley.hub.config.StoreConfig;
import dev.parley.stores.nats.ClusterLog;
import dev.parley.stores.nats.NatsSettings;
import dev.parley.stores.nats.ServerVersion;
import dev.parley.testkit.nats.NatsServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code parley doctor} looks at the servers that hubs share, and changes nothing there. */
class ClusterDoctorTest {
  @TempDir Path folder;

  private List<String> doctor(NatsServers servers) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(
        data.resolve("parley.yaml"),
        "store: nats\nnats:\n  servers: %s\n  replicas: 1\n".formatted(servers.urls().getFirst()));
    return new CliRun().run("doctor", "--data", data.toString()).lines();
  }

  private NatsSettings settings(NatsServers servers) {
    StoreConfig store = HubConfig.defaults(folder).store();
    return Stores.settings(
        new StoreConfig(
            StoreConfig.Engine.NATS, false, servers.urls(), store.cluster(), 1, 256, null, null));
  }

  /** Debian's servers are older. */
  private boolean isSafe(NatsServers servers) {
    String version = ClusterLog.look(settings(servers)).serverVersion();
    return ServerVersion.objection(version) == null;
  }

  @Test
  void beforeTheFirstHubThereIsNoLogAndLookingMakesNone() throws IOException {
    try (NatsServers servers = NatsServers.alone(folder.resolve("nats"))) {
      assertThat(doctor(servers))
          .anyMatch(line -> line.startsWith((isSafe(servers) ? "ok    " : "warn  ") + "nats"))
          .anyMatch(line -> line.matches("ok    log .*'parley' does not exist yet.*"))
          .noneMatch(line -> line.contains("replicas"));

      assertThat(ClusterLog.look(settings(servers)).hasLog()).isFalse();
    }
  }

  @Test
  void theLogOfRunningHubsIsShown() throws IOException {
    try (NatsServers servers = NatsServers.alone(folder.resolve("nats"))) {
      ClusterLog.open(settings(servers)).close();

      assertThat(doctor(servers))
          .anyMatch(line -> line.matches("ok    log .*led by n0"))
          .anyMatch(line -> line.matches("warn  replicas .*"));
    }
  }
}
