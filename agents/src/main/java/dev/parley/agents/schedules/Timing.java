package dev.parley.agents.schedules;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** When a schedule fires. */
public sealed interface Timing {

  /** The first time after this one, in Unix milliseconds; empty when there is none. */
  OptionalLong next(long after);

  /** The first times after this one, so many at most. */
  default List<Long> next(long after, int count) {
    List<Long> times = new ArrayList<>();
    OptionalLong time = next(after);
    while (time.isPresent() && times.size() < count) {
      times.add(time.getAsLong());
      time = next(time.getAsLong());
    }
    return times;
  }

  /**
   * Again and again.
   *
   * @param expression minutes, hours, days, months, weekdays, with seconds before them if there are
   *     six fields
   */
  record Cron(String expression, ZoneId zone) implements Timing {
    /**
     * @throws Refused when it is no such expression or zone, or never fires
     */
    public static Cron parse(String expression, String zone) {
      CronTimes _ = CronTimes.parse(expression);
      try {
        return new Cron(expression.strip(), ZoneId.of(zone.strip()));
      } catch (DateTimeException e) {
        throw new Refused(
            ErrorCode.BAD_REQUEST,
            "'" + zone + "' is no time zone; write one such as Europe/Berlin or UTC");
      }
    }

    @Override
    public OptionalLong next(long after) {
      return CronTimes.parse(expression).next(after, zone);
    }
  }

  /** At one moment. */
  record Once(long at) implements Timing {
    @Override
    public OptionalLong next(long after) {
      return at > after ? OptionalLong.of(at) : OptionalLong.empty();
    }
  }
}
