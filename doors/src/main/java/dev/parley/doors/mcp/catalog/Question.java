package dev.parley.doors.mcp.catalog;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Something only the client can answer: its user, its model, its folders. */
public record Question(Kind kind, ObjectNode params) {

  /** What may be asked for. */
  public enum Kind {
    ELICITATION("elicitation/create", "elicitation"),
    SAMPLING("sampling/createMessage", "sampling"),
    ROOTS("roots/list", "roots");

    private static final List<String> ACTIONS = List.of("accept", "decline", "cancel");

    private final String method;
    private final String capability;

    Kind(String method, String capability) {
      this.method = method;
      this.capability = capability;
    }

    public String method() {
      return method;
    }

    public String capability() {
      return capability;
    }

    /** Could this be an answer at all? */
    public boolean isAnswer(JsonNode answer) {
      return switch (this) {
        case ELICITATION -> ACTIONS.contains(answer.path("action").asString(""));
        case SAMPLING -> answer.path("content").isContainer();
        case ROOTS -> answer.path("roots").isArray();
      };
    }
  }
}
