package dev.parley.stores.nats;

import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import io.nats.client.JetStreamApiException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The server's error codes, and what became of a call in words for those who run hubs. */
final class NatsFailures {
  static final int STREAM_NOT_FOUND = 10059;
  static final int STREAM_EXISTS_DIFFERENTLY = 10058;
  static final int NO_MESSAGE_FOUND = 10037;
  static final int NO_PEERS = 10005;
  static final int NOT_CLUSTERED = 10074;
  private static final int WRONG_LAST_SEQUENCE = 10071;

  /** The system is between leaders, or has not seen enough of its peers yet. */
  private static final Set<Integer> PASSING = Set.of(10004, NO_PEERS, 10008, 10009);

  /** No storage, no resources, the stream's or the account's limit. */
  private static final Set<Integer> FULL = Set.of(10002, 10023, 10047, 10077);

  private static final Set<Integer> JETSTREAM_OFF = Set.of(10035, 10039, 10076);

  private static final Pattern LAST = Pattern.compile("wrong last sequence: (\\d+)");

  private NatsFailures() {}

  static boolean isPassing(JetStreamApiException e) {
    return PASSING.contains(e.getApiErrorCode());
  }

  static boolean isFull(JetStreamApiException e) {
    return FULL.contains(e.getApiErrorCode());
  }

  static boolean isWrongLastSequence(JetStreamApiException e) {
    return e.getApiErrorCode() == WRONG_LAST_SEQUENCE;
  }

  /** Where the stream really ends, if the server says so. */
  static OptionalLong lastSequence(JetStreamApiException e) {
    Matcher last = LAST.matcher(String.valueOf(e.getErrorDescription()));
    return last.find() ? OptionalLong.of(Long.parseLong(last.group(1))) : OptionalLong.empty();
  }

  static StoreException of(String what, Exception e) {
    if (e instanceof JetStreamApiException api) {
      if (isFull(api)) {
        return new StoreException(
            Reason.FULL, "the NATS servers have no room for the log: " + api.getMessage(), api);
      }
      if (JETSTREAM_OFF.contains(api.getApiErrorCode())) {
        return noJetStream(api);
      }
    }
    return new StoreException(
        Reason.FAILED, "the NATS servers did not " + what + ": " + e.getMessage(), e);
  }

  static StoreException noJetStream(@Nullable Exception e) {
    return new StoreException(
        Reason.FAILED,
        "JetStream is off on the NATS server, or for this account:"
            + " put `jetstream {}` with a store_dir into its configuration",
        e);
  }

  static StoreException noReplicas(int replicas, Exception e) {
    return new StoreException(
        Reason.FAILED,
        "the NATS servers cannot keep "
            + replicas
            + " copies of the log ("
            + e.getMessage()
            + "). Let at least that many servers form a cluster, or set nats.replicas=1 and accept"
            + " that a power loss of that one server may lose what it took in its last two minutes"
            + " (its sync_interval)",
        e);
  }

  static StoreException lostItsEnd(long after, long last) {
    return new StoreException(
        Reason.CORRUPT,
        "the log ends at "
            + last
            + ", before "
            + after
            + " where this hub has seen it: it was made anew, or its servers lost what they had");
  }

  static StoreException interrupted(String what) {
    Thread.currentThread().interrupt();
    return new StoreException(Reason.FAILED, "interrupted before the NATS servers did " + what);
  }
}
