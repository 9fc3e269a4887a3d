package dev.parley.stores.rocksdb;

import dev.parley.core.message.HiddenNumbers;
import dev.parley.core.message.MessageId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How ids that the hub made lead to their messages: by the number that they hide. Those made before
 * the store had a key contain it as it is.
 *
 * @param since the first number that may be hidden
 */
record HubIds(HiddenNumbers hidden, long since) {

  /**
   * Those of a store; it gets a key if it has none, and keeps it for good.
   *
   * @param given the key it gets, or null for one that nobody else has
   * @param nextNumber the first number that no message has yet
   */
  static HubIds open(Engine engine, @Nullable HiddenNumbers given, long nextNumber) {
    byte[] kept = engine.get(Family.DEFAULT, Keys.HIDING);
    if (kept != null) {
      byte[] key = Arrays.copyOf(kept, HiddenNumbers.KEY_BYTES);
      return new HubIds(HiddenNumbers.of(key), Keys.numberOf(kept));
    }
    HiddenNumbers hidden = given == null ? HiddenNumbers.random() : given;
    Batch batch = new Batch();
    batch.put(
        Family.DEFAULT,
        Keys.HIDING,
        ByteBuffer.allocate(HiddenNumbers.KEY_BYTES + 8)
            .put(hidden.key())
            .putLong(nextNumber)
            .array());
    engine.write(batch, true);
    return new HubIds(hidden, nextNumber);
  }

  /**
   * The number of the message with this id, if the hub made the id; otherwise that of any message
   * or of none. A hidden number that looks like one of before is taken for that, so whoever stores
   * a message compares.
   */
  long numberOf(MessageId id) {
    long number = id.number();
    return number < since ? number : hidden.reveal(number);
  }
}
