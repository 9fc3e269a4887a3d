package dev.parley.bench.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * A picture of several outcomes: above, how many agents are back; below, how often hubs are knocked
 * at. Time is logarithmic, because the first seconds and the last stragglers both matter.
 */
final class Plot {
  private static final List<String> COLOURS =
      List.of("#c0392b", "#1f6fb2", "#8e6bbf", "#d68910", "#1e8449", "#555555");
  private static final int WIDTH = 960;
  private static final int LEFT = 110;
  private static final int RIGHT = WIDTH - 30;
  private static final int PANEL = 250;
  private static final int UPPER_TOP = 60;
  private static final int LOWER_TOP = 370;
  private static final int HEIGHT = 700;

  private final List<Outcome> outcomes;
  private final String title;
  private final double decades;
  private final double attemptDecades;
  private final StringBuilder svg = new StringBuilder();

  Plot(List<Outcome> outcomes, String title) {
    this.outcomes = outcomes;
    this.title = title;
    this.decades =
        Math.max(1, Math.log10(outcomes.stream().mapToInt(Outcome::seconds).max().orElse(10)));
    long peak = outcomes.stream().mapToLong(Outcome::peakAttempts).max().orElse(10);
    this.attemptDecades = Math.max(1, Math.ceil(Math.log10((double) peak)));
  }

  void write(Path file) throws IOException {
    Files.writeString(file, svg());
  }

  String svg() {
    svg.setLength(0);
    line(
        ("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"13\">")
            .formatted(WIDTH, HEIGHT));
    line("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    text(LEFT, 24, "start", title);
    text(LEFT, UPPER_TOP - 10, "start", "agents that are back, %");
    text(LEFT, LOWER_TOP - 10, "start", "attempts a second, all hubs");
    grid();
    for (int i = 0; i < outcomes.size(); i++) {
      draw(outcomes.get(i), COLOURS.get(i % COLOURS.size()), i);
    }
    line("</svg>");
    return svg.toString();
  }

  private void grid() {
    for (int percent = 0; percent <= 100; percent += 25) {
      rule(LEFT, y(UPPER_TOP, percent / 100.0), RIGHT, y(UPPER_TOP, percent / 100.0));
      text(LEFT - 8, y(UPPER_TOP, percent / 100.0) + 4, "end", String.valueOf(percent));
    }
    for (int decade = 0; decade <= attemptDecades; decade++) {
      double y = y(LOWER_TOP, decade / attemptDecades);
      rule(LEFT, y, RIGHT, y);
      text(LEFT - 8, y + 4, "end", "%,d".formatted((long) Math.pow(10, decade)));
    }
    for (int decade = 0; decade <= decades; decade++) {
      double x = x(Math.pow(10, decade) - 1);
      rule(x, UPPER_TOP, x, UPPER_TOP + PANEL);
      rule(x, LOWER_TOP, x, LOWER_TOP + PANEL);
      text(x, LOWER_TOP + PANEL + 18, "middle", "%,d s".formatted((long) Math.pow(10, decade)));
    }
  }

  private void draw(Outcome outcome, String colour, int index) {
    long[] total = new long[outcome.seconds()];
    for (int second = 0; second < total.length; second++) {
      total[second] = (second == 0 ? 0 : total[second - 1]) + outcome.backIn(second);
    }
    curve(outcome, colour, UPPER_TOP, second -> (double) total[second] / outcome.agents());
    curve(
        outcome,
        colour,
        LOWER_TOP,
        second -> Math.log10(Math.max(1.0, (double) outcome.attemptsIn(second))) / attemptDecades);
    int x = LEFT + index % 3 * 280;
    int y = LOWER_TOP + PANEL + 44 + index / 3 * 22;
    line(
        "<rect x=\"%d\" y=\"%d\" width=\"22\" height=\"4\" fill=\"%s\"/>"
            .formatted(x, y - 6, colour));
    text(x + 30, y, "start", outcome.law().name());
  }

  /** Of points closer than half a pixel the highest is drawn, so that no wave is lost. */
  private void curve(Outcome outcome, String colour, int top, IntToDoubleFunction height) {
    svg.append("<polyline fill=\"none\" stroke-width=\"1.6\" stroke=\"").append(colour);
    svg.append("\" points=\"");
    double from = x(0);
    double highest = 0;
    for (int second = 0; second < outcome.seconds(); second++) {
      highest = Math.max(highest, height.applyAsDouble(second));
      if (x(second + 1) - from >= 0.5 || second == outcome.seconds() - 1) {
        svg.append("%.1f,%.1f ".formatted(x(second), y(top, highest)));
        from = x(second + 1);
        highest = 0;
      }
    }
    line("\"/>");
  }

  /** The end of a second, so that the first has a place. */
  private double x(double second) {
    return LEFT + (RIGHT - LEFT) * Math.log10(second + 1) / decades;
  }

  private static double y(int top, double part) {
    return top + PANEL * (1 - part);
  }

  private void rule(double x1, double y1, double x2, double y2) {
    line(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>"
            .formatted(x1, y1, x2, y2));
  }

  private void text(double x, double y, String anchor, String words) {
    String escaped = words.replace("&", "&amp;").replace("<", "&lt;");
    line(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#333333\">%s</text>"
            .formatted(x, y, anchor, escaped));
  }

  private void line(String markup) {
    svg.append(markup).append('\n');
  }
}
