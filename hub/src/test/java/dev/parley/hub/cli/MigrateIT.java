package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.hub.Stores;
import dev.parley.hub.cli.run.RunningHub;
import dev.parley.hub.config.ConfigSources;
import dev.parley.hub.config.HubConfig;
import dev.parley.hub.migrate.Migration;
import dev.parley.testkit.nats.NatsServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything a hub has goes into a cluster and back, as somebody at a terminal would do it. */
class MigrateIT {
  @TempDir private static Path servers;
  private static NatsServers nats;
  private static int clusters;

  @TempDir private Path folder;
  private Path alone;
  private Path cluster;
  private String name;

  @BeforeAll
  static void startServer() {
    nats = NatsServers.alone(servers);
  }

  @AfterAll
  static void stopServer() {
    nats.close();
  }

  @BeforeEach
  void name() {
    alone = folder.resolve("alone");
    cluster = folder.resolve("cluster");
    name = "migrate-" + clusters++;
  }

  @Test
  void everythingGoesIntoAClusterAndBack() throws IOException {
    Path attachment = Files.writeString(folder.resolve("note.txt"), "attached");
    String blob;
    try (RunningHub _ = start(alone, "rocksdb")) {
      ok(alone, "agents", "add", "ada");
      ok(alone, "agents", "add", "bob", "--name", "Bob");
      ok(alone, "groups", "put", "team", "ada", "bob");
      ok(alone, "send", "bob", "first", "--as", "ada");
      ok(alone, "send", "group/team", "to all of you");
      assertThat(run(alone, "send", "nobody-there", "lost").exitCode()).isEqualTo(Exit.FAILED);
      ok(alone, "inbox", "--as", "bob", "--limit", "1");
      blob = ok(alone, "blobs", "put", attachment.toString()).out().strip();
    }

    CliRun.Result moved = migrate(alone, "rocksdb", "nats");
    assertThat(moved.exitCode()).as(moved.err()).isZero();
    assertThat(moved.json().number("messages", 0)).isGreaterThanOrEqualTo(3);
    assertThat(moved.json().number("blobs", 0)).isEqualTo(1);

    Path back = folder.resolve("back");
    try (RunningHub _ = start(cluster, "nats")) {
      assertThat(ok(cluster, "history", "bob").out()).contains("first").contains("to all of you");
      assertThat(ok(cluster, "dead-letters", "list").out()).contains("nobody-there");
      Path fetched = folder.resolve("fetched.txt");
      ok(cluster, "blobs", "get", sha256(blob), "--output", fetched.toString());
      assertThat(fetched).hasContent("attached");
      ok(cluster, "send", "bob", "sent in the cluster", "--as", "ada");

      CliRun.Result running = migrate(back, "nats", "rocksdb");
      assertThat(running.exitCode()).isEqualTo(Exit.FAILED);
      assertThat(running.err()).contains("hubs run on the cluster");
    }

    CliRun.Result returned = migrate(back, "nats", "rocksdb");
    assertThat(returned.exitCode()).as(returned.err()).isZero();
    try (RunningHub _ = start(back, "rocksdb")) {
      assertThat(ok(back, "history", "bob").out())
          .contains("first")
          .contains("sent in the cluster");
      assertThat(ok(back, "agents", "list").out()).contains("Bob");
      Path fetched = folder.resolve("fetched-back.txt");
      ok(back, "blobs", "get", sha256(blob), "--output", fetched.toString());
      assertThat(fetched).hasContent("attached");
    }
    assertThat(migrate(back, "nats", "rocksdb").err()).contains("is there already");
    assertThat(migrate(back, "rocksdb", "nats").err()).contains("has messages already");
  }

  @Test
  void whatWasStoppedGoesOn() throws IOException {
    try (RunningHub _ = start(alone, "rocksdb")) {
      ok(alone, "send", "developer", "kept");
    }
    for (String step : List.of("counting", "storing bytes", "checking")) {
      var stopped =
          new Migration(
              alone,
              Stores.settings(config(alone, "nats").store()),
              (what, _) ->
                  _ -> {
                    if (what.equals(step)) {
                      throw new IllegalStateException("stopped while " + step);
                    }
                  });
      assertThatThrownBy(stopped::toCluster).hasMessage("stopped while " + step);
    }

    assertThat(migrate(alone, "rocksdb", "nats").exitCode()).isZero();
    assertThat(migrate(alone, "rocksdb", "nats").exitCode()).as("done already").isZero();
    try (RunningHub _ = start(cluster, "nats")) {
      assertThat(ok(cluster, "history").out()).contains("kept");
    }
  }

  @Test
  void badWishesAreRefusedAndChangeNothing() throws IOException {
    assertThat(migrate(alone, "nats", "nats").exitCode()).isEqualTo(Exit.USAGE);
    assertThat(migrate(alone, "rocksdb", "nats").err()).contains("there is no embedded store");
    try (RunningHub _ = start(alone, "rocksdb")) {
      assertThat(migrate(alone, "rocksdb", "nats").err()).contains("stop it first");
    }
    assertThat(migrate(alone, "rocksdb", "nats").exitCode()).isZero();
  }

  private RunningHub start(Path data, String store) throws IOException {
    return RunningHub.start(config(data, store));
  }

  private HubConfig config(Path data, String store) {
    Map<String, String> flags = new HashMap<>(settings());
    flags.put("store", store);
    flags.put("port", "0");
    flags.put("agentPort", "0");
    return new ConfigSources().read(data, Map.of(), flags);
  }

  private Map<String, String> settings() {
    return Map.of(
        "nats.servers", nats.urls().getFirst(), "nats.cluster", name, "nats.replicas", "1");
  }

  private CliRun.Result migrate(Path data, String from, String to) {
    return new CliRun()
        .with("PARLEY_DATA", data.toString())
        .run(
            "migrate",
            "--json",
            "--from",
            from,
            "--to",
            to,
            "--nats",
            nats.urls().getFirst(),
            "--set",
            "nats.cluster=" + name,
            "--set",
            "nats.replicas=1");
  }

  private static String sha256(String line) {
    return line.replaceFirst("(?s).*?([0-9a-f]{64}).*", "$1");
  }

  private static CliRun.Result run(Path data, String... arguments) {
    return new CliRun().with("PARLEY_DATA", data.toString()).run(arguments);
  }

  private static CliRun.Result ok(Path data, String... arguments) {
    CliRun.Result result = run(data, arguments);
    assertThat(result.exitCode()).as(String.join(" ", arguments) + "\n" + result.err()).isZero();
    return result;
  }
}
