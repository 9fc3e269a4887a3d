package dev.parley.doors.rest;

import dev.parley.agents.waterfall.Waterfalls;
import dev.parley.doors.json.Access;
import dev.parley.doors.rest.shape.WaterfallShapes;
import java.util.List;

/** What became of a message, and when. */
final class WaterfallOperations {
  private final Waterfalls waterfalls;

  WaterfallOperations(Waterfalls waterfalls) {
    this.waterfalls = waterfalls;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(
                "/api/messages/{messageId}/waterfall",
                "messageWaterfall",
                "When a message was accepted, pushed, thought about and answered")
            .by(Access.ANYONE)
            .answering("Waterfall")
            .doing(
                call ->
                    waterfalls
                        .of(call.messageId(), call.principal())
                        .thenApply(
                            found -> Reply.ok(out -> WaterfallShapes.waterfall(out, found)))));
  }
}
