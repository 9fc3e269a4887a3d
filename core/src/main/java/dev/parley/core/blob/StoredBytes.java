package dev.parley.core.blob;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes of blobs an agent has stored that are still there: one record an agent, and in the
 * table of a blob what it counts for whom. What crosses the limit is let in, because nobody knows
 * before how large it is; the next is not.
 */
final class StoredBytes {
  private static final String TABLE = "blob-bytes";
  private static final String OF_BLOB = "s/";

  private StoredBytes() {}

  /** So many bytes, of an agent that is told from others of its name by its incarnation. */
  private record Count(String incarnation, long bytes) {
    static Count parse(byte @Nullable [] value, String incarnation) {
      if (value == null) {
        return new Count(incarnation, 0);
      }
      String[] parts = new String(value, US_ASCII).split(" ", 2);
      Count count = new Count(parts[1], Long.parseLong(parts[0]));
      return count.incarnation.equals(incarnation) ? count : new Count(incarnation, 0);
    }

    byte[] value() {
      return (bytes + " " + incarnation).getBytes(US_ASCII);
    }
  }

  /**
   * @param value the agent's record of {@link #TABLE}
   * @throws Refused when it has stored as much as it may
   */
  static void require(AgentId agent, byte @Nullable [] value, String incarnation, long bytesMax) {
    long before = Count.parse(value, incarnation).bytes;
    if (before >= bytesMax) {
      throw new Refused(
          ErrorCode.TOO_LARGE,
          "'%s' has stored %d bytes; limits.blobsMbPerAgentMax is %d. What no message attaches any more is removed within a day"
              .formatted(agent, before, bytesMax >> 20));
    }
  }

  static String table() {
    return TABLE;
  }

  /** An agent stores a blob; one that it has stored before counts once. */
  static void add(
      Tx tx, String blobTable, AgentId agent, String incarnation, long size, long bytesMax) {
    byte[] counted = tx.get(blobTable, OF_BLOB + agent);
    if (counted != null && Count.parse(counted, incarnation).bytes > 0) {
      return;
    }
    byte[] before = tx.get(TABLE, agent.value());
    require(agent, before, incarnation, bytesMax);
    long sum = Count.parse(before, incarnation).bytes + size;
    tx.put(TABLE, agent.value(), new Count(incarnation, sum).value());
    tx.put(blobTable, OF_BLOB + agent, new Count(incarnation, size).value());
  }

  /** A record of a blob that goes: what it counted is the agent's again. */
  static void remove(Tx tx, String blobTable, String key) {
    byte[] counted = key.startsWith(OF_BLOB) ? tx.get(blobTable, key) : null;
    if (counted == null) {
      return;
    }
    String agent = key.substring(OF_BLOB.length());
    String incarnation = new String(counted, US_ASCII).split(" ", 2)[1];
    byte[] sum = tx.get(TABLE, agent);
    long left = Count.parse(sum, incarnation).bytes - Count.parse(counted, incarnation).bytes;
    if (left > 0) {
      tx.put(TABLE, agent, new Count(incarnation, left).value());
    } else if (sum != null && Count.parse(sum, incarnation).bytes > 0) {
      tx.delete(TABLE, agent);
    }
  }
}
