package dev.parley.doors.rest.shape;

import dev.parley.agents.turns.Course;
import dev.parley.agents.turns.TurnAbout;
import dev.parley.agents.waterfall.Waterfall;
import dev.parley.core.delivery.CopyTimes;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.store.StoredMessage;
import dev.parley.doors.json.Shapes;

/** Waterfalls, as REST shows them: what has not happened is left out. */
public final class WaterfallShapes {
  private WaterfallShapes() {}

  public static void waterfall(JsonBuffer out, Waterfall waterfall) {
    out.ascii("{");
    message(out, waterfall.message());
    out.ascii(",\"copies\":");
    Shapes.list(out, waterfall.copies(), WaterfallShapes::copy);
    if (waterfall.copiesLeftOut() > 0) {
      out.ascii(",\"copiesLeftOut\":").number(waterfall.copiesLeftOut());
    }
    out.ascii(",\"turns\":");
    Shapes.list(out, waterfall.turns(), WaterfallShapes::turn);
    out.ascii(",\"replies\":");
    Shapes.list(
        out,
        waterfall.replies(),
        (to, reply) -> {
          to.ascii("{");
          message(to, reply);
          to.ascii("}");
        });
    out.ascii("}");
  }

  private static void message(JsonBuffer out, StoredMessage message) {
    out.ascii("\"messageId\":").id(message.id());
    out.ascii(",\"from\":").string(Envelope.parse(message.json()).from());
    out.ascii(",\"acceptedAt\":").number(message.timestamp());
  }

  private static void copy(JsonBuffer out, CopyTimes times) {
    out.ascii("{\"box\":");
    RestShapes.box(out, times.copy().box());
    out.ascii(",\"state\":\"").ascii(times.copy().state().wireName()).ascii("\"");
    at(out, "pushedAt", times.pushedAt());
    at(out, "deliveredAt", times.deliveredAt());
    at(out, "readAt", times.readAt());
    out.ascii("}");
  }

  private static void turn(JsonBuffer out, Waterfall.Turn shown) {
    TurnAbout turn = shown.turn();
    out.ascii("{\"agentId\":").string(turn.session().agent().value());
    at(out, "queuedAt", turn.arrivedAt());
    at(out, "startedAt", turn.startedAt());
    if (shown.whole()) {
      course(out, turn);
    }
    at(out, "endedAt", turn.endedAt());
    if (!turn.outcome().isEmpty()) {
      out.ascii(",\"outcome\":").string(turn.outcome());
    }
    out.ascii("}");
  }

  private static void course(JsonBuffer out, TurnAbout turn) {
    Course course = turn.course();
    out.ascii(",\"session\":").string(turn.session().session().value());
    if (turn.turn() != null) {
      out.ascii(",\"turnId\":").string(turn.turn().toString());
    }
    Course.Span triage = course.triage();
    if (triage != null) {
      out.ascii(",\"triage\":{\"startedAt\":").number(triage.startedAt());
      at(out, "endedAt", triage.endedAt());
      out.ascii("}");
    }
    at(out, "calledAt", course.calledAt());
    at(out, "firstAt", course.firstAt());
    out.ascii(",\"tools\":");
    Shapes.list(out, course.tools(), WaterfallShapes::tool);
    out.ascii(",\"answers\":");
    Shapes.list(out, turn.answers(), JsonBuffer::id);
  }

  private static void tool(JsonBuffer out, Course.ToolSpan tool) {
    out.ascii("{\"call\":").string(tool.call());
    out.ascii(",\"tool\":").string(tool.tool());
    at(out, "startedAt", tool.startedAt());
    at(out, "endedAt", tool.endedAt());
    if (tool.endedAt() > 0) {
      out.ascii(",\"failed\":").bool(tool.failed());
    }
    out.ascii("}");
  }

  private static void at(JsonBuffer out, String name, long at) {
    if (at > 0) {
      out.ascii(",\"").ascii(name).ascii("\":").number(at);
    }
  }
}
