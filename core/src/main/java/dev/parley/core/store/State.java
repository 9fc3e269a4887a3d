package dev.parley.core.store;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ladder a copy climbs. Codes are stored and never change. A copy only ever climbs: a rung is
 * reached once and never left downward, and the last four are final.
 */
public enum State {
  /** Durable, and nobody has been shown it yet. */
  ACCEPTED(0),
  /** Shown to a listener at some door, not acknowledged. */
  PUSHED(1),
  DELIVERED(2),
  READ(3),
  TURN_STARTED(4),
  ANSWERED(5),
  DECLINED(6),
  FAILED(7),
  EXPIRED(8);

  private static final State[] BY_CODE = values();

  private final byte code;
  private final String wireName = name().toLowerCase(Locale.ROOT);

  State(int code) {
    this.code = (byte) code;
  }

  public byte code() {
    return code;
  }

  public static State ofCode(int code) {
    return BY_CODE[code];
  }

  /** Still to be received: what {@code receive} returns. */
  public boolean isPending() {
    return this == ACCEPTED || this == PUSHED;
  }

  public boolean isFinal() {
    return code >= ANSWERED.code;
  }

  /**
   * Pushed again stays pushed; otherwise strictly upward, and expiry only takes what still waits.
   */
  public boolean mayBecome(State next) {
    if (next == PUSHED) {
      return isPending();
    }
    if (next == EXPIRED) {
      return isPending();
    }
    return !isFinal() && next.code > code;
  }

  /** Has a copy come to this rung? Of the final ones each is another end. */
  public boolean hasReached(State rung) {
    return rung.isFinal() ? this == rung : code >= rung.code && this != EXPIRED && this != FAILED;
  }

  /** May a copy that is not there yet still come to this rung? */
  public boolean mayReach(State rung) {
    return rung == EXPIRED ? isPending() : !isFinal();
  }

  /** The rung of this name, or null. */
  public static @Nullable State named(String wireName) {
    for (State each : BY_CODE) {
      if (each.wireName.equals(wireName)) {
        return each;
      }
    }
    return null;
  }

  /** The names of all rungs, in the order of the alphabet. */
  public static List<String> names() {
    return Stream.of(BY_CODE).map(State::wireName).sorted().toList();
  }

  /** The name of the rung on the ladder of receipts. */
  public String wireName() {
    return wireName;
  }

  /**
   * What the envelope's {@code status} says: the two rungs before delivery are both {@code
   * pending}.
   */
  public String status() {
    return isPending() ? "pending" : wireName;
  }
}
