package dev.parley.doors.mcp;

import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.LogLevel;
import dev.parley.doors.mcp.catalog.McpError;
import dev.parley.doors.mcp.catalog.Question;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import dev.parley.doors.rpc.RpcMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A modern request: what the client is asked it answers by making the call again. */
final class ModernExchange extends Exchange {
  private final RequestStates states;
  private final ModernGate.Metadata metadata;
  private final RequestStates.State state;

  ModernExchange(
      RpcMessage.Request request,
      Caller caller,
      Outlet outlet,
      ModernGate.Metadata metadata,
      RequestStates states) {
    super(request, caller, outlet, metadata.clientCapabilities());
    this.states = states;
    this.metadata = metadata;
    JsonNode carried = request.params().get("requestState");
    this.state =
        carried == null || carried.isNull()
            ? RequestStates.State.first()
            : states.open(carried.asString(""), request, caller);
  }

  @Override
  @Nullable LogLevel logThreshold() {
    return metadata.logLevel();
  }

  @Override
  public void require(String capability) {
    if (!clientCan(capability)) {
      ObjectNode data = Json.object();
      data.putObject("requiredCapabilities").putObject(capability);
      throw new RpcError(
          McpError.MISSING_CAPABILITY, "This needs the client's " + capability, data);
    }
  }

  @Override
  public Map<String, ObjectNode> ask(SequencedMap<String, Question> questions) {
    JsonNode given = request().params().path("inputResponses");
    Map<String, ObjectNode> answers = new LinkedHashMap<>();
    ObjectNode open = Json.object();
    questions.forEach(
        (key, question) -> {
          require(question.kind().capability());
          JsonNode answer = state.answers().has(key) ? state.answers().get(key) : given.path(key);
          if (answer instanceof ObjectNode object && question.kind().isAnswer(object)) {
            answers.put(key, object);
            state.answers().set(key, object);
          } else {
            ObjectNode request = open.putObject(key).put("method", question.kind().method());
            request.set("params", question.params());
          }
        });
    if (open.isEmpty()) {
      return answers;
    }
    var next = new RequestStates.State(state.round() + 1, state.answers());
    throw new InputRequired(open, states.issue(request(), caller(), next));
  }
}
