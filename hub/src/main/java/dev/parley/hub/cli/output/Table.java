package dev.parley.hub.cli.output;

import java.util.ArrayList;
import java.util.List;

/** Columns under each other. Cells are foreign text: they are escaped here. */
public final class Table {
  private static final String GAP = "  ";

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... header) {
    this.header = List.of(header);
  }

  public void row(String... cells) {
    if (cells.length != header.size()) {
      throw new IllegalArgumentException(cells.length + " cells under " + header.size() + " heads");
    }
    List<String> row = new ArrayList<>();
    for (String cell : cells) {
      row.add(Escaped.line(cell));
    }
    rows.add(row);
  }

  /** Prints it, or what to say when it has no rows. */
  public void print(Console console, String whenEmpty) {
    if (rows.isEmpty()) {
      console.line(whenEmpty);
      return;
    }
    int[] widths = new int[header.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = width(header.get(i));
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    console.line(console.bold(joined(header, widths)));
    rows.forEach(row -> console.line(joined(row, widths)));
  }

  private static String joined(List<String> cells, int[] widths) {
    var line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      line.append(cell);
      if (i < cells.size() - 1) {
        line.repeat(' ', widths[i] - width(cell)).append(GAP);
      }
    }
    return line.toString().stripTrailing();
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
