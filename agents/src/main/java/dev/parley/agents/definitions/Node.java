package dev.parley.agents.definitions;

import java.util.List;
import java.util.SequencedMap;

/** A piece of a YAML document that knows where it stands. */
sealed interface Node {
  Mark at();

  /** In the words of those who write such files. */
  String kind();

  /**
   * One value.
   *
   * @param isText whether it is text, rather than a number, true, false or nothing
   */
  record Scalar(String text, boolean isText, boolean isNull, Mark at) implements Node {
    @Override
    public String kind() {
      return isNull ? "nothing" : "'" + text + "'";
    }
  }

  record Items(List<Node> all, Mark at) implements Node {
    @Override
    public String kind() {
      return "a list";
    }
  }

  /**
   * @param keys where each key stands
   */
  record Fields(SequencedMap<String, Node> all, SequencedMap<String, Mark> keys, Mark at)
      implements Node {
    @Override
    public String kind() {
      return "keys with values";
    }
  }
}
