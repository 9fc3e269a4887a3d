package dev.parley.hub.transfer.parquet;

/**
 * A column of a table.
 *
 * @param isRequired has every row a value in it?
 */
public record Column(String name, Kind kind, boolean isRequired) {

  /** What values are, and Parquet's numbers for it. */
  public enum Kind {
    TEXT(6, 0),
    JSON(6, 19),
    MOMENT(2, 9),
    INTEGER(1, -1);

    private final int physical;
    private final int converted;

    Kind(int physical, int converted) {
      this.physical = physical;
      this.converted = converted;
    }

    int physical() {
      return physical;
    }

    /** What the bytes stand for, or -1 for just what they are. */
    int converted() {
      return converted;
    }
  }
}
