package dev.parley.agents.definitions;

/** A file as somebody has it; its name is for messages, and for agents that say no id. */
public record DefinitionFile(String name, String text) {
  public static final int BYTES_MAX = 256 << 10;
  public static final int FILES_MAX = 1_000;

  /** Has something been left out, where it came as JSON? */
  @SuppressWarnings("NullAway")
  boolean isIncomplete() {
    return name == null || text == null;
  }

  /** Its name without folders and ending. */
  String stem() {
    String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    return last.replaceFirst("\\.ya?ml$", "");
  }

  /** Is this what the file of a definition is called? */
  public static boolean isNamedSo(String name) {
    return !name.startsWith(".") && (name.endsWith(".yaml") || name.endsWith(".yml"));
  }
}
