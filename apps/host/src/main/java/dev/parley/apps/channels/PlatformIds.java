package dev.parley.apps.channels;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.broker.Broker;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What messages that went out are called there, so that answers to them are told as such. The
 * newest of each platform are kept. Any thread; reading blocks.
 */
final class PlatformIds {
  static final String TABLE = "channel-ids";
  private static final int LENGTH_MAX = 256;

  private final Broker broker;
  private final String platform;
  private final int max;

  /**
   * @param max how many are kept
   */
  PlatformIds(Broker broker, String platform, int max) {
    this.broker = broker;
    this.platform = platform;
    this.max = max;
  }

  private String counter() {
    return platform + "/n";
  }

  private String slot(long number) {
    return platform + "/r/" + number % max;
  }

  private String there(String hubId) {
    return platform + "/h/" + hubId;
  }

  /** Platforms call messages whatever they want. */
  private String here(String platformId) {
    return platform + "/p/" + UUID.nameUUIDFromBytes(platformId.getBytes(UTF_8));
  }

  /** What is too long to be kept is forgotten: answers to it are messages like others. */
  CompletableFuture<Boolean> keep(String hubId, String platformId) {
    if (platformId.isEmpty() || platformId.length() > LENGTH_MAX) {
      return CompletableFuture.completedFuture(false);
    }
    return broker
        .transactions()
        .run(
            tx -> {
              long number = read(tx.get(TABLE, counter()));
              forget(tx, tx.get(TABLE, slot(number)));
              tx.put(TABLE, slot(number), hubId.getBytes(UTF_8));
              tx.put(TABLE, there(hubId), platformId.getBytes(UTF_8));
              tx.put(TABLE, here(platformId), hubId.getBytes(UTF_8));
              tx.put(TABLE, counter(), ByteBuffer.allocate(8).putLong(number + 1).array());
              return true;
            });
  }

  private static long read(byte @Nullable [] value) {
    return value == null ? 0 : ByteBuffer.wrap(value).getLong();
  }

  private void forget(Tx tx, byte @Nullable [] oldest) {
    if (oldest != null) {
      String key = there(new String(oldest, UTF_8));
      byte[] platformId = tx.get(TABLE, key);
      if (platformId != null) {
        tx.delete(TABLE, here(new String(platformId, UTF_8)));
      }
      tx.delete(TABLE, key);
    }
  }

  private Optional<String> read(String key) {
    return broker.records().get(TABLE, key).map(bytes -> new String(bytes, UTF_8));
  }

  /** The hub's id of a message that went out, or null. */
  @Nullable String hubId(String platformId) {
    return platformId.isEmpty() ? null : read(here(platformId)).orElse(null);
  }

  /**
   * What the platform calls a message that came from there, or that went there; empty if neither.
   */
  String platformId(@Nullable String hubId, String channelAgent) {
    if (hubId == null) {
      return "";
    }
    return read(there(hubId))
        .or(
            () ->
                broker
                    .lookups()
                    .findNow(MessageId.parse(hubId))
                    .map(stored -> Message.parse(stored.number(), stored.json()))
                    .filter(message -> message.draft().from().equals(channelAgent))
                    .map(message -> message.draft().externalId()))
        .orElse("");
  }
}
