package dev.parley.comm.settings;

/** The value of a setting and where it comes from. */
public record Value(String text, Source source) {

  public enum Source {
    /** The owner has set it. */
    STORE,
    FILE,
    LOGIN,
    DEFAULT
  }

  /** Without the text, which may be secret. */
  @Override
  public String toString() {
    return "Value from " + source;
  }
}
