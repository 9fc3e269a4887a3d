package dev.parley.apps.gateways;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.apps.calls.Call;
import dev.parley.apps.proto.GatewayEvent;
import dev.parley.apps.proto.GatewayRequest;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a model has said in one call, and which tools it wants used.
 *
 * @param model the one that has answered, as the app says; may be empty
 */
record Completion(String text, List<Wanted> calls, String model) {
  private static final Duration DEADLINE = Duration.ofMinutes(5);
  private static final int TEXT_CHARS_MAX = 1 << 20;
  private static final int CALLS_MAX = 64;
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * A tool that is to be used.
   *
   * @param arguments JSON text, as the model wrote it
   */
  record Wanted(String id, String tool, String arguments) {}

  /**
   * Has the app ask its model, and reads the answer to its end.
   *
   * @throws Refused when it fails, or says too much
   */
  static Completion of(Gateway gateway, GatewayRequest request, Consumer<BrainEvent> events)
      throws InterruptedException {
    Context.CancellableContext context = Context.current().withCancellation();
    Context before = context.attach();
    try {
      return read(
          gateway.app().id(),
          gateway.stub().withDeadlineAfter(DEADLINE.toMillis(), TimeUnit.MILLISECONDS).stream(
              request),
          events);
    } catch (StatusRuntimeException e) {
      throw Call.failed(gateway.app().id(), e);
    } finally {
      context.detach(before);
      context.cancel(null); // whatever is left of it the app need not say
    }
  }

  private static Completion read(
      String app, Iterator<GatewayEvent> stream, Consumer<BrainEvent> events) {
    StringBuilder text = new StringBuilder();
    int thought = 0;
    List<Wanted> calls = new ArrayList<>();
    String model = "";
    while (stream.hasNext()) {
      GatewayEvent event = stream.next();
      model = event.getModel().isEmpty() ? model : event.getModel();
      switch (event.getType()) {
        case "text" -> {
          text.append(event.getContent());
          events.accept(new BrainEvent.Text(event.getContent()));
        }
        case "thinking" -> {
          thought += event.getContent().length();
          events.accept(new BrainEvent.Thinking(event.getContent()));
        }
        case "tool_call" -> calls.add(wanted(app, event.getContent()));
        case "error" ->
            throw new Refused(
                ErrorCode.CONFLICT,
                "the app '" + app + "' failed: " + Call.reason(event.getContent()));
        case "done" -> {
          return new Completion(text.toString(), calls, model);
        }
        default -> {} // of a later protocol
      }
      if (text.length() + thought > TEXT_CHARS_MAX || calls.size() > CALLS_MAX) {
        throw new Refused(ErrorCode.TOO_LARGE, "the app '" + app + "' says too much at once");
      }
    }
    return new Completion(text.toString(), calls, model);
  }

  private static Wanted wanted(String app, String json) {
    try {
      JsonNode call = JSON.readTree(json);
      JsonNode arguments = call.path("arguments");
      String tool = call.path("name").asString("");
      if (!tool.isEmpty()) {
        return new Wanted(
            call.path("id").asString(""),
            tool,
            arguments.isObject() ? arguments.toString() : arguments.asString("{}"));
      }
    } catch (JacksonException e) {
      // Told below like every call without a name.
    }
    throw new Refused(
        ErrorCode.BAD_JSON, "the app '" + app + "' wants a tool used and does not say which");
  }
}
