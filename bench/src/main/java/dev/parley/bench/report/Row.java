package dev.parley.bench.report;

import java.math.BigDecimal;

/**
 * One line of the table.
 *
 * @param measured the number that is held against the bar
 * @param bar the bar in words
 */
public record Row(
    String what, String parley, String others, double measured, String bar, boolean met) {

  /** At least {@code bar} times as much as the others. */
  public static Row atLeast(String what, String parley, String others, double ratio, double bar) {
    return new Row(what, parley, others, ratio, "≥ %s ×".formatted(plain(bar)), ratio >= bar);
  }

  /** At most {@code bar} times as much as the others. */
  public static Row within(String what, String parley, String others, double ratio, double bar) {
    return new Row(what, parley, others, ratio, "≤ %s ×".formatted(plain(bar)), ratio <= bar);
  }

  /** At most {@code bar} of a unit, compared with nobody. */
  public static Row atMost(String what, String parley, double measured, double bar, String unit) {
    return new Row(
        what, parley, "", measured, "≤ %s %s".formatted(plain(bar), unit), measured <= bar);
  }

  /** At least {@code bar} of a unit, compared with nobody. */
  public static Row noLess(String what, String parley, double measured, double bar, String unit) {
    return new Row(
        what, parley, "", measured, "≥ %s %s".formatted(plain(bar), unit), measured >= bar);
  }

  String markdown() {
    return "| %s | %s | %s | %s | %s | %s |"
        .formatted(
            what, parley, others.isEmpty() ? "–" : others, ratio(), bar, met ? "yes" : "**no**");
  }

  private String ratio() {
    return others.isEmpty() ? "–" : "%.2f".formatted(measured);
  }

  private static String plain(double number) {
    return number == Math.rint(number)
        ? String.valueOf((long) number)
        : BigDecimal.valueOf(number).toPlainString();
  }
}
