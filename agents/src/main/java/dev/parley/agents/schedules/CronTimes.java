package dev.parley.agents.schedules;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The times of a cron expression. When clocks are put back, what is at a fixed hour fires once, the
 * first time the hour comes. When they are put forward, what is at a fixed hour that does not come
 * fires at the moment they are: nobody's daily report is left out because of it. What repeats over
 * all hours goes on with real time.
 */
final class CronTimes {
  private static final int LENGTH_MAX = 200;
  private static final Map<String, String> WORDS =
      Map.of(
          "@hourly", "0 * * * *",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@weekly", "0 0 * * 0",
          "@monthly", "0 0 1 * *",
          "@yearly", "0 0 1 1 *");

  private static final CronDefinition FIELDS =
      CronDefinitionBuilder.defineCron()
          .withSeconds()
          .withValidRange(0, 59)
          .and()
          .withMinutes()
          .withValidRange(0, 59)
          .and()
          .withHours()
          .withValidRange(0, 23)
          .and()
          .withDayOfMonth()
          .withValidRange(1, 31)
          .supportsL()
          .supportsW()
          .supportsQuestionMark()
          .and()
          .withMonth()
          .withValidRange(1, 12)
          .and()
          .withDayOfWeek()
          .withValidRange(0, 7)
          .withMondayDoWValue(1)
          .withIntMapping(7, 0)
          .supportsHash()
          .supportsL()
          .supportsQuestionMark()
          .and()
          .instance();

  private final ExecutionTime times;
  private final boolean fixedHours;

  private CronTimes(ExecutionTime times, boolean fixedHours) {
    this.times = times;
    this.fixedHours = fixedHours;
  }

  /**
   * @throws Refused when it is no expression
   */
  static CronTimes parse(String expression) {
    String stripped = expression.strip();
    String text = WORDS.getOrDefault(stripped.toLowerCase(Locale.ROOT), stripped);
    String[] fields = text.split("\\s+", -1);
    if (text.length() > LENGTH_MAX || (fields.length != 5 && fields.length != 6)) {
      throw wrong(expression, "it has five fields, or six with seconds first");
    }
    String whole = fields.length == 5 ? "0 " + text : text;
    String hours = fields[fields.length - 4];
    try {
      return new CronTimes(
          ExecutionTime.forCron(new CronParser(FIELDS).parse(whole).validate()),
          !hours.contains("*") && !hours.contains("/"));
    } catch (IllegalArgumentException e) {
      throw wrong(
          expression,
          String.valueOf(e.getMessage()).replaceFirst("^Failed to parse cron expression\\. ", ""));
    }
  }

  private static Refused wrong(String expression, String why) {
    String shown =
        expression.length() > LENGTH_MAX ? expression.substring(0, LENGTH_MAX) + "…" : expression;
    return new Refused(
        ErrorCode.BAD_REQUEST,
        "'"
            + shown
            + "' is no cron expression: "
            + why
            + "; write '30 8 * * MON-FRI' for half past eight on weekdays");
  }

  OptionalLong next(long after, ZoneId zone) {
    ZonedDateTime from = Instant.ofEpochMilli(after).atZone(zone);
    OptionalLong regular = millis(times.nextExecution(from));
    if (!fixedHours) {
      return regular;
    }
    ZoneOffsetTransition change = zone.getRules().nextTransition(from.toInstant());
    if (change == null
        || !change.isGap()
        || (regular.isPresent() && regular.getAsLong() <= change.toEpochSecond() * 1_000)) {
      return regular;
    }
    // What the clock would have shown, had it not been put forward.
    ZonedDateTime before = change.getInstant().atZone(change.getOffsetBefore()).minusSeconds(1);
    return times
            .nextExecution(before)
            .filter(lost -> lost.toLocalDateTime().isBefore(change.getDateTimeAfter()))
            .isPresent()
        ? OptionalLong.of(change.toEpochSecond() * 1_000)
        : regular;
  }

  private static OptionalLong millis(Optional<ZonedDateTime> time) {
    return time.map(each -> OptionalLong.of(each.toInstant().toEpochMilli()))
        .orElse(OptionalLong.empty());
  }
}
