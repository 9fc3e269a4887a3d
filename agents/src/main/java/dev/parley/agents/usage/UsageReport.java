package dev.parley.agents.usage;

import dev.parley.core.message.Sender;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What was used, added up.
 *
 * @param rows by day the oldest first, otherwise the most expensive first
 * @param more whether there are rows that were left out; they are in the total
 */
public record UsageReport(
    LocalDate from, LocalDate to, By by, List<Row> rows, boolean more, Counts total) {
  static final int ROWS_MAX = 1_000;

  /** What is added up to one row. */
  public enum By {
    OWNER,
    BOT,
    MODEL,
    DAY;

    public static Optional<By> named(String text) {
      return Arrays.stream(values()).filter(each -> each.wireName().equals(text)).findFirst();
    }

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public record Row(String key, Counts counts) {}

  /** Adds up; used by one thread. */
  static final class Sums {
    private final By by;
    private final Map<String, Counts> rows = new HashMap<>();
    private Counts total = Counts.NONE;

    Sums(By by) {
      this.by = by;
    }

    void add(LocalDate day, Day used) {
      used.models()
          .forEach(
              (model, counts) -> {
                total = total.plus(counts);
                rows.merge(key(day, used, model), counts, Counts::plus);
              });
    }

    private String key(LocalDate day, Day used, String model) {
      return switch (by) {
        case OWNER -> used.owner().isEmpty() ? Sender.OWNER_NAME : used.owner();
        case BOT -> used.agent();
        case MODEL -> model;
        case DAY -> day.toString();
      };
    }

    UsageReport report(LocalDate from, LocalDate to) {
      Comparator<Row> expensive =
          Comparator.<Row>comparingLong(row -> -row.counts().costMicros())
              .thenComparingLong(row -> -row.counts().calls())
              .thenComparing(Row::key);
      List<Row> sorted =
          rows.entrySet().stream()
              .map(row -> new Row(row.getKey(), row.getValue()))
              .sorted(by == By.DAY ? Comparator.comparing(Row::key) : expensive)
              .toList();
      boolean more = sorted.size() > ROWS_MAX;
      return new UsageReport(
          from, to, by, more ? sorted.subList(0, ROWS_MAX) : sorted, more, total);
    }
  }
}
