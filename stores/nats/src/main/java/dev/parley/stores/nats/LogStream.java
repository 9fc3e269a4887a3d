package dev.parley.stores.nats;

import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The stream a log lies in: how it is made, and what of an existing one is refused. */
final class LogStream {
  /** Longer than any append may take, so that a part sent again is known as such. */
  static final Duration DUPLICATES_KNOWN_FOR = Duration.ofMinutes(10);

  /** Its identity stands in its description: servers before 2.10 drop metadata without a word. */
  private static final String DESCRIPTION = "Parley log ";

  private LogStream() {}

  static String name(String prefix) {
    return prefix + "-log";
  }

  static String subject(String prefix) {
    return prefix + ".log";
  }

  /** Finds the stream or makes it, and returns what the servers have in the end. */
  static StreamInfo open(Api api, String prefix, int replicas) {
    StreamInfo found = look(api, prefix, replicas);
    if (found != null) {
      return found;
    }
    make(api, prefix, replicas);
    try {
      return checked(find(api, prefix), prefix, replicas);
    } catch (JetStreamApiException e) {
      throw NatsFailures.of("show the log they made", e);
    }
  }

  /** Null when there is none. */
  static @Nullable StreamInfo look(Api api, String prefix, int replicas) {
    try {
      return checked(find(api, prefix), prefix, replicas);
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() != NatsFailures.STREAM_NOT_FOUND) {
        throw NatsFailures.of("show the log", e);
      }
      return null;
    }
  }

  private static StreamInfo find(Api api, String prefix) throws JetStreamApiException {
    return api.patiently("show the log", asked -> asked.getStreamInfo(name(prefix)));
  }

  private static void make(Api api, String prefix, int replicas) {
    StreamConfiguration wanted =
        StreamConfiguration.builder()
            .name(name(prefix))
            .description(DESCRIPTION + UUID.randomUUID())
            .subjects(subject(prefix))
            .storageType(StorageType.File)
            .replicas(replicas)
            .retentionPolicy(RetentionPolicy.Limits)
            .discardPolicy(DiscardPolicy.New)
            .duplicateWindow(DUPLICATES_KNOWN_FOR)
            // One message less in the middle would be an entry that some have read and some not.
            .denyDelete(true)
            .build();
    try {
      api.patiently("make the log", asked -> asked.addStream(wanted));
    } catch (JetStreamApiException e) {
      switch (e.getApiErrorCode()) {
        case NatsFailures.STREAM_EXISTS_DIFFERENTLY -> {
          // Another hub was quicker.
        }
        case NatsFailures.NO_PEERS, NatsFailures.NOT_CLUSTERED ->
            throw NatsFailures.noReplicas(replicas, e);
        default -> throw NatsFailures.of("make the log", e);
      }
    }
  }

  private static StreamInfo checked(StreamInfo info, String prefix, int replicas) {
    StreamConfiguration found = info.getConfiguration();
    Duration knownFor = Objects.requireNonNullElse(found.getDuplicateWindow(), Duration.ZERO);
    must(prefix, found.getStorageType() == StorageType.File, "its storage must be file");
    must(prefix, found.getDiscardPolicy() == DiscardPolicy.New, "its discard policy must be new");
    must(
        prefix,
        found.getRetentionPolicy() == RetentionPolicy.Limits,
        "its retention must be limits");
    must(
        prefix,
        found.getSubjects().equals(List.of(subject(prefix))),
        "its one subject must be " + subject(prefix));
    must(prefix, found.getMaxAge().isZero(), "it must have no maximum age");
    must(
        prefix,
        knownFor.compareTo(DUPLICATES_KNOWN_FOR) >= 0,
        "its duplicate window must be 10 minutes or longer");
    must(
        prefix,
        found.getReplicas() >= replicas,
        "it has "
            + found.getReplicas()
            + " replicas and nats.replicas asks for "
            + replicas
            + ": raise it with `nats stream edit --replicas`, or ask for fewer");
    must(prefix, !identity(info).isEmpty(), "its description must be as the first hub wrote it");
    return info;
  }

  private static void must(String prefix, boolean fits, String what) {
    if (!fits) {
      throw new StoreException(
          Reason.FAILED,
          "the stream "
              + name(prefix)
              + " does not fit: "
              + what
              + ". Change the stream (`nats stream edit`) or use another nats.name");
    }
  }

  /** Empty for a stream that was not made by a hub. */
  static String identity(StreamInfo info) {
    String description = String.valueOf(info.getConfiguration().getDescription());
    return description.startsWith(DESCRIPTION) ? description.substring(DESCRIPTION.length()) : "";
  }
}
