package dev.parley.hub.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where everything is kept.
 *
 * @param acceptDamage whether to start with an embedded store whose log is damaged, without what
 *     stands behind the damaged place
 * @param servers of the cluster, such as {@code nats://10.0.0.1:4222}; any of them will do
 * @param cluster what its log is called, so that several may share servers
 * @param replicas servers that must have a message before it counts as accepted
 * @param snapshotMb by how much the log grows before it is cut short
 * @param credentials a file of NATS credentials, or null for none
 * @param ca a PEM file with the authorities that sign the servers' certificates, or null for those
 *     that Java knows
 */
public record StoreConfig(
    Engine engine,
    boolean acceptDamage,
    List<String> servers,
    String cluster,
    int replicas,
    int snapshotMb,
    @Nullable Path credentials,
    @Nullable Path ca) {

  public enum Engine {
    /** Embedded, in the data directory. */
    ROCKSDB,
    /** Shared with other hubs, on NATS JetStream. */
    NATS
  }

  public StoreConfig {
    Checks.between("nats.replicas", replicas, 1, 5);
    Checks.between("nats.snapshotMb", snapshotMb, 1, 1 << 20);
    if (!cluster.matches("[A-Za-z0-9_-]{1,32}")) {
      throw new BadConfig("nats.cluster", cluster, "up to 32 letters, digits, _ and -");
    }
    for (String server : servers) {
      if (!server.matches("(nats|tls)://[^\\s,]+")) {
        throw new BadConfig("nats.servers", server, "addresses such as nats://10.0.0.1:4222");
      }
    }
  }

  static StoreConfig of(Path data, Settings settings) {
    return new StoreConfig(
        settings.choice("store", Engine.class, Engine.ROCKSDB),
        settings.flag("store.acceptDamage", false),
        servers(settings.text("nats.servers", "nats://127.0.0.1:4222")),
        settings.text("nats.cluster", "parley"),
        settings.integer("nats.replicas", 3),
        settings.integer("nats.snapshotMb", 256),
        file("nats.credentials", data, settings),
        file("nats.ca", data, settings));
  }

  private static List<String> servers(String text) {
    return Arrays.stream(text.split("[,\\s]+")).filter(server -> !server.isEmpty()).toList();
  }

  /** A relative one is in the data directory. */
  private static @Nullable Path file(String key, Path data, Settings settings) {
    String file = settings.text(key, "");
    if (file.isBlank()) {
      return null;
    }
    try {
      return data.resolve(file).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new BadConfig(key, file, "a file");
    }
  }
}
