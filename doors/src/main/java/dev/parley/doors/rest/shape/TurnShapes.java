package dev.parley.doors.rest.shape;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.turns.LiveTurn;
import dev.parley.agents.turns.TurnEvent;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Shapes;
import java.util.Locale;

/** Turns that are being made, as REST and its events show them. */
public final class TurnShapes {
  private TurnShapes() {}

  public static void step(JsonBuffer out, LiveTurn.Step step) {
    out.ascii("{\"kind\":").string(step.kind().name().toLowerCase(Locale.ROOT));
    out.ascii(",\"text\":").string(step.text());
    if (!step.call().isEmpty()) {
      out.ascii(",\"call\":").string(step.call());
    }
    if (!step.name().isEmpty()) {
      out.ascii(",\"tool\":").string(step.name());
    }
    String result = step.result();
    if (result != null) {
      out.ascii(",\"result\":").string(result);
      out.ascii(",\"failed\":").bool(step.failed());
    }
    out.ascii("}");
  }

  public static void event(JsonBuffer out, TurnEvent event) {
    out.ascii("{\"agentId\":").string(event.session().agent().value());
    out.ascii(",\"session\":").string(event.session().session().value());
    out.ascii(",\"turnId\":").string(event.turn().toString());
    switch (event) {
      case TurnEvent.Started started -> {
        out.ascii(",\"change\":\"started\",\"startedAt\":").number(started.at());
        out.ascii(",\"messages\":");
        Shapes.list(out, started.messages(), JsonBuffer::id);
      }
      case TurnEvent.Happened happened -> {
        out.ascii(",\"change\":\"step\",\"step\":").number(happened.step());
        out.ascii(",\"offset\":").number(happened.offset());
        happened(out, happened.event());
      }
      case TurnEvent.Ended _ -> out.ascii(",\"change\":\"ended\"");
    }
    out.ascii("}");
  }

  private static void happened(JsonBuffer out, BrainEvent event) {
    switch (event) {
      case BrainEvent.Text(String piece) -> out.ascii(",\"kind\":\"text\",\"text\":").string(piece);
      case BrainEvent.Thinking(String piece) ->
          out.ascii(",\"kind\":\"thinking\",\"text\":").string(piece);
      case BrainEvent.ToolCalled(String call, String tool, String arguments) -> {
        out.ascii(",\"kind\":\"tool\",\"call\":").string(call);
        out.ascii(",\"tool\":").string(tool);
        out.ascii(",\"text\":").string(arguments);
      }
      case BrainEvent.ToolAnswered(String call, String result, boolean failed) -> {
        out.ascii(",\"kind\":\"tool\",\"call\":").string(call);
        out.ascii(",\"result\":").string(result);
        out.ascii(",\"failed\":").bool(failed);
      }
      case BrainEvent.PermissionAsked(String call, String what) -> {
        out.ascii(",\"kind\":\"permission\",\"call\":").string(call);
        out.ascii(",\"text\":").string(what);
      }
    }
  }
}
