package dev.parley.processes;

/**
 * Something in the environment of a process that must not get into its log.
 *
 * @param shownAs what stands in the log in its place
 */
public record Secret(String value, String shownAs) {

  public Secret {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("an empty secret");
    }
  }

  @Override
  public String toString() {
    return "Secret[" + shownAs + "]";
  }
}
