package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamOptions;
import io.nats.client.ObjectStore;
import io.nats.client.ObjectStoreManagement;
import io.nats.client.ObjectStoreOptions;
import io.nats.client.api.ObjectInfo;
import io.nats.client.api.ObjectMeta;
import io.nats.client.api.ObjectStoreConfiguration;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A bucket of JetStream's object store: files that every hub can fetch, each whole or not at all.
 * Any thread; everything blocks, within the patience of the log.
 */
final class Bucket {
  private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
  private static final int CHUNK_BYTES = 128 << 10;

  private final Api api;
  private final String name;
  private final ObjectStore objects;

  private Bucket(Api api, String name, ObjectStore objects) {
    this.api = api;
    this.name = name;
    this.objects = objects;
  }

  /** One that is there, or was: whoever looks into it then finds nothing. */
  static Bucket existing(Connection connection, Api api, String name) {
    try {
      return new Bucket(api, name, connection.objectStore(name, options()));
    } catch (IOException e) {
      throw NatsFailures.of("show the bucket " + name, e);
    }
  }

  /** Finds it, or makes it with so many replicas. */
  static Bucket open(Connection connection, Api api, String name, int replicas) {
    var bucket =
        ObjectStoreConfiguration.builder(name)
            .storageType(StorageType.File)
            .replicas(replicas)
            .build();
    // Any replica may answer otherwise, one that has not heard yet of what was stored included.
    StreamConfiguration wanted =
        StreamConfiguration.builder(bucket.getBackingConfig()).allowDirect(false).build();
    try {
      ObjectStoreManagement management = connection.objectStoreManagement(options());
      try {
        api.patiently("show the bucket " + name, _ -> management.getStatus(name));
      } catch (JetStreamApiException e) {
        if (e.getApiErrorCode() != NatsFailures.STREAM_NOT_FOUND) {
          throw NatsFailures.of("show the bucket " + name, e);
        }
        api.orFail("make the bucket " + name, asked -> asked.addStream(wanted));
      }
      return existing(connection, api, name);
    } catch (IOException e) {
      throw NatsFailures.of("make the bucket " + name, e);
    }
  }

  /** The names of all there are, those of others included. */
  static List<String> names(Connection connection, Api api) {
    return api.orFail(
        "list their buckets", _ -> connection.objectStoreManagement(options()).getBucketNames());
  }

  static void drop(Connection connection, Api api, String name) {
    try {
      api.patiently(
          "delete the bucket " + name,
          _ -> {
            connection.objectStoreManagement(options()).delete(name);
            return true;
          });
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() != NatsFailures.STREAM_NOT_FOUND) {
        throw NatsFailures.of("delete the bucket " + name, e);
      }
    }
  }

  private static ObjectStoreOptions options() {
    return ObjectStoreOptions.builder()
        .jetStreamOptions(JetStreamOptions.builder().requestTimeout(ANSWER_MAX).build())
        .build();
  }

  /**
   * Stores a file; returns when the servers have it.
   *
   * @param description whatever belongs to it
   */
  void put(String object, String description, Path file) {
    // A read that gives less than asked for would make a small chunk: files never do.
    var meta = ObjectMeta.builder(object).description(description).chunkSize(CHUNK_BYTES).build();
    api.orFail(
        "store " + object,
        _ -> {
          try (InputStream in = Files.newInputStream(file)) {
            return objects.put(meta, in);
          } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
          }
        });
  }

  Optional<ObjectInfo> find(String object) {
    try {
      return Optional.ofNullable(api.patiently("show " + object, _ -> objects.getInfo(object)));
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() == NatsFailures.STREAM_NOT_FOUND) {
        return Optional.empty();
      }
      throw NatsFailures.of("show " + object, e);
    }
  }

  List<ObjectInfo> list() {
    return api.orFail(
        "list what is in " + name,
        _ -> {
          try {
            return objects.getList();
          } catch (InterruptedException e) {
            throw NatsFailures.interrupted("list what is in " + name);
          }
        });
  }

  /**
   * Writes an object out; the client compares its checksum.
   *
   * @param fresh asked for a new stream at every try; it throws nothing checked for troubles of its
   *     own, which are no reason to ask the servers again
   */
  void fetch(String object, Supplier<OutputStream> fresh) {
    api.orFail(
        "show " + object,
        _ -> {
          try (OutputStream out = fresh.get()) {
            // Of one without chunks the client would wait for the first.
            return find(object).filter(info -> info.getSize() == 0).isPresent()
                || objects.get(object, out).getSize() > 0;
          } catch (InterruptedException e) {
            throw NatsFailures.interrupted("show " + object);
          } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
          }
        });
  }

  /** Makes it as young as one that was stored now. */
  void touch(ObjectInfo object) {
    api.orFail(
        "touch " + object.getObjectName(),
        _ -> objects.updateMeta(object.getObjectName(), object.getObjectMeta()));
  }

  void delete(String object) {
    if (find(object).isPresent()) {
      api.orFail("delete " + object, _ -> objects.delete(object));
    }
  }
}
