package dev.parley.core.sending;

import dev.parley.core.error.ErrorCode;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** What the broker counts since the start. Any thread. */
public final class Counters {
  public final LongAdder accepted = new LongAdder();
  public final LongAdder copies = new LongAdder();
  public final LongAdder unmatched = new LongAdder();
  public final LongAdder duplicates = new LongAdder();
  public final LongAdder expired = new LongAdder();
  public final LongAdder received = new LongAdder();
  private final Map<ErrorCode, LongAdder> refused = new EnumMap<>(ErrorCode.class);

  public Counters() {
    for (ErrorCode code : ErrorCode.values()) {
      refused.put(code, new LongAdder());
    }
  }

  void onAccepted(boolean delivered) {
    accepted.increment();
    if (!delivered) {
      unmatched.increment();
    }
  }

  void refused(ErrorCode why) {
    Objects.requireNonNull(refused.get(why)).increment();
  }

  /** Messages that were refused, by the wire names of all error codes. */
  public Map<String, Long> refusals() {
    Map<String, Long> refusals = new LinkedHashMap<>();
    refused.forEach((code, count) -> refusals.put(code.wireName(), count.sum()));
    return refusals;
  }
}
