package dev.parley.agents.turns;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How an agent, or one session of it, runs by itself.
 *
 * @param brain the name of the brain that thinks for it; of several, with commas between them, the
 *     first that can
 * @param triage the name of a cheaper brain that is asked first whether to answer at all; null for
 *     none
 * @param debounceMillis how long no further message must have come before a turn begins
 * @param batchMax how many messages begin a turn without that wait
 * @param turnMillisMax after which a turn is broken off
 * @param since the number of the last message that does not count any more
 */
public record AutoRun(
    boolean enabled,
    String brain,
    @Nullable String triage,
    long debounceMillis,
    int batchMax,
    long turnMillisMax,
    long since) {
  private static final int BRAIN_CHARS_MAX = 2_000;
  public static final long DEBOUNCE_MILLIS = 3_000;
  public static final int BATCH = 20;
  public static final int BATCH_LIMIT = 100;
  public static final long TURN_MILLIS = Duration.ofMinutes(10).toMillis();
  public static final long DEBOUNCE_LIMIT = Duration.ofMinutes(10).toMillis();
  public static final long TURN_LIMIT = Duration.ofHours(6).toMillis();

  public AutoRun {
    require(!brain.isBlank(), "'brain' names what thinks for the agent");
    require(brain.length() <= BRAIN_CHARS_MAX, "'brain' names too many");
    require(
        debounceMillis >= 0 && debounceMillis <= DEBOUNCE_LIMIT,
        "'debounceMs' must be 0 to " + DEBOUNCE_LIMIT);
    require(batchMax >= 1 && batchMax <= BATCH_LIMIT, "'maxBatchSize' must be 1 to " + BATCH_LIMIT);
    require(
        turnMillisMax >= 1_000 && turnMillisMax <= TURN_LIMIT,
        "'maxTurnMs' must be 1000 to " + TURN_LIMIT);
  }

  /** In order of preference. */
  public List<String> brains() {
    return Stream.of(brain.split(",", -1)).map(String::strip).toList();
  }

  /** With the defaults. */
  public static AutoRun by(String brain) {
    return new AutoRun(true, brain, null, DEBOUNCE_MILLIS, BATCH, TURN_MILLIS, 0);
  }

  public AutoRun withDebounce(Duration debounce) {
    return new AutoRun(enabled, brain, triage, debounce.toMillis(), batchMax, turnMillisMax, since);
  }

  public AutoRun withBatchMax(int changed) {
    return new AutoRun(enabled, brain, triage, debounceMillis, changed, turnMillisMax, since);
  }

  public AutoRun withTriage(String changed) {
    return new AutoRun(enabled, brain, changed, debounceMillis, batchMax, turnMillisMax, since);
  }

  /** Are they the same but for the message after which they began? */
  public boolean isLike(AutoRun other) {
    return startingAfter(0).equals(other.startingAfter(0));
  }

  AutoRun startingAfter(long number) {
    return new AutoRun(enabled, brain, triage, debounceMillis, batchMax, turnMillisMax, number);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new Refused(ErrorCode.BAD_REQUEST, otherwise);
    }
  }
}
