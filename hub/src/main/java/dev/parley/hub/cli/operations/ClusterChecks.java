package dev.parley.hub.cli.operations;

import dev.parley.core.store.StoreException;
import dev.parley.hub.Stores;
import dev.parley.hub.cli.output.Sizes;
import dev.parley.hub.config.StoreConfig;
import dev.parley.stores.nats.Cluster;
import dev.parley.stores.nats.ClusterLog;
import dev.parley.stores.nats.ServerVersion;
import java.util.ArrayList;
import java.util.List;

/** What can be checked about the NATS servers that several hubs share. */
final class ClusterChecks {
  private static final int SAFE_REPLICAS = 3;

  private final StoreConfig config;

  ClusterChecks(StoreConfig config) {
    this.config = config;
  }

  List<Finding> run() {
    if (config.engine() != StoreConfig.Engine.NATS) {
      return List.of();
    }
    try {
      // Looks only: a log that is made by mistake would stay.
      Cluster cluster = ClusterLog.look(Stores.settings(config));
      List<Finding> findings = new ArrayList<>();
      findings.add(server(cluster));
      findings.add(log(cluster));
      if (cluster.hasLog()) {
        findings.add(replicas(cluster));
      }
      return findings;
    } catch (StoreException e) {
      return List.of(
          Finding.fail("nats", String.valueOf(e.getMessage()), "see docs/operations.md"));
    }
  }

  private static Finding server(Cluster cluster) {
    String found = cluster.url() + ", nats-server " + cluster.serverVersion() + name(cluster);
    String objection = ServerVersion.objection(cluster.serverVersion());
    return objection == null
        ? Finding.ok("nats", found)
        : Finding.warn("nats", found + ": this version " + objection, ServerVersion.advice());
  }

  private static String name(Cluster cluster) {
    return cluster.name().isEmpty() ? ", on its own" : ", cluster " + cluster.name();
  }

  private Finding log(Cluster cluster) {
    if (!cluster.hasLog()) {
      return Finding.ok(
          "log",
          "'" + config.cluster() + "' does not exist yet; the first hub that starts makes it");
    }
    return cluster.leader().isEmpty()
        ? Finding.fail("log", "it has no leader", "start servers until most of them run")
        : Finding.ok("log", Sizes.bytes(cluster.bytes()) + ", led by " + cluster.leader());
  }

  private static Finding replicas(Cluster cluster) {
    List<String> behind =
        cluster.followers().stream()
            .filter(follower -> follower.offline() || !follower.current())
            .map(Cluster.Replica::name)
            .toList();
    int all = cluster.followers().size() + 1;
    if (!behind.isEmpty()) {
      return Finding.warn(
          "replicas",
          String.join(", ", behind) + " of " + all + " not up to date",
          "start that server, or wait until it has caught up");
    }
    return all < SAFE_REPLICAS
        ? Finding.warn(
            "replicas",
            all + ": a power loss may lose the last messages",
            "run three servers and set nats.replicas=3")
        : Finding.ok("replicas", all + ", all up to date");
  }
}
