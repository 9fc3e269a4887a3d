package dev.parley.agents.definitions;

/** Where something stands in a file; lines and columns count from one. */
record Mark(String file, int line, int column) {
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
