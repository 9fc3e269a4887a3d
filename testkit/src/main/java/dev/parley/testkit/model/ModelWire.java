package dev.parley.testkit.model;

import java.util.List;

/** How one kind of endpoint writes what a model says. */
public interface ModelWire {

  /**
   * @param path without the query
   */
  boolean serves(String path);

  /** Whole events, each with its empty line. */
  List<String> stream(ModelRequest request, ModelReply.Said said);

  /** The same for who does not stream. */
  String whole(ModelRequest request, ModelReply.Said said);

  /** The body of a refusal. */
  String refusal(ModelReply.Refusal refusal);

  default String streamType() {
    return "text/event-stream";
  }
}
