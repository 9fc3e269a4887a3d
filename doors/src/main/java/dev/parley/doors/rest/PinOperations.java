package dev.parley.doors.rest;

import dev.parley.agents.context.Pin;
import dev.parley.agents.context.Pins;
import dev.parley.core.address.AgentId;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Shapes;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What agents are to have before their eyes, by those they belong to. */
final class PinOperations {
  private static final String PINS = "/api/agents/{agentId}/pins";

  private final Pins pins;

  PinOperations(Pins pins) {
    this.pins = pins;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(PINS, "listPins", "What is pinned for an agent")
            .by(Access.ANYONE)
            .answering("Pins")
            .doing(this::list),
        Operation.post(PINS, "pin", "Have an agent keep something in mind")
            .by(Access.ANYONE)
            .taking("NewPin")
            .answering(201, "Pin")
            .audited("agent.pin")
            .doing(this::add),
        Operation.delete(PINS + "/{pin}", "unpin", "Take it down again")
            .by(Access.ANYONE)
            .answering(204, null)
            .audited("agent.unpin")
            .doing(
                call ->
                    pins.remove(call.visit(), agent(call), call.segment("pin", text -> text))
                        .thenApply(_ -> Reply.nothing())));
  }

  private static AgentId agent(RestCall call) {
    return call.segment("agentId", AgentId::new);
  }

  private CompletableFuture<Reply> list(RestCall call) {
    return pins.list(call.visit(), agent(call))
        .thenApply(
            all ->
                Reply.ok(
                    out -> {
                      out.ascii("{\"pins\":");
                      Shapes.list(out, all, PinOperations::write);
                      out.ascii("}");
                    }));
  }

  private CompletableFuture<Reply> add(RestCall call) {
    return pins.add(
            call.visit(),
            agent(call),
            call.request().requireText(Field.CONTENT),
            call.request().flag(Field.COMM, false))
        .thenApply(pin -> Reply.created(out -> write(out, pin)));
  }

  private static void write(JsonBuffer out, Pin pin) {
    out.ascii("{\"id\":").string(pin.id());
    out.ascii(",\"content\":").string(pin.text());
    out.ascii(",\"comm\":").bool(pin.comm());
    out.ascii(",\"at\":").number(pin.at()).ascii("}");
  }
}
