package dev.parley.doors.rest;

import dev.parley.agents.governor.Governor;
import dev.parley.agents.governor.GovernorConfig;
import dev.parley.agents.governor.Stop;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Shapes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Agents that were stopped because they did nothing but answer each other, or spent too much. */
final class GovernorOperations {
  private final Governor governor;

  GovernorOperations(Governor governor) {
    this.governor = governor;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/api/governor", "governor", "What was stopped, and when something is")
            .by(Access.ANYONE)
            .answering("Governor")
            .doing(this::list),
        Operation.post("/api/governor/{stopId}/allow", "allowStopped", "Let it go on for a while")
            .by(Access.ANYONE)
            .answering("Stop")
            .audited("governor.allow")
            .doing(this::allow));
  }

  private CompletableFuture<Reply> list(RestCall call) {
    List<Stop> stops = governor.stops(call.visit());
    GovernorConfig config = governor.config();
    return Reply.ok(
            out -> {
              out.ascii("{\"enabled\":").bool(config.enabled());
              out.ascii(",\"repeatsMax\":").number(config.repeatsMax());
              out.ascii(",\"alternationsMax\":").number(config.alternationsMax());
              out.ascii(",\"reactionsMax\":").number(config.reactionsMax());
              out.ascii(",\"windowMs\":").number(config.window().toMillis());
              budget(out, ",\"agentDay\":", config.agentDay());
              budget(out, ",\"chain\":", config.chain());
              out.ascii(",\"stops\":");
              Shapes.list(out, stops, GovernorOperations::write);
              out.ascii("}");
            })
        .now();
  }

  /** Where nothing is set anything may be spent, and nothing is said. */
  private static void budget(JsonBuffer out, String name, GovernorConfig.Budget budget) {
    if (budget.isSet()) {
      out.ascii(name).ascii("{\"tokens\":").number(budget.tokens());
      out.ascii(",\"costMicros\":").number(budget.costMicros()).ascii("}");
    }
  }

  private CompletableFuture<Reply> allow(RestCall call) {
    return governor
        .allow(call.visit(), call.segment("stopId", Function.identity()))
        .thenApply(stop -> Reply.ok(out -> write(out, stop)));
  }

  private static void write(JsonBuffer out, Stop stop) {
    out.ascii("{\"id\":").string(stop.id());
    out.ascii(",\"kind\":").string(stop.kind().wireName());
    out.ascii(",\"agents\":");
    Shapes.list(out, stop.agents(), JsonBuffer::string);
    out.ascii(",\"chain\":");
    Shapes.list(out, stop.chain(), JsonBuffer::string);
    out.ascii(",\"why\":").string(stop.why());
    out.ascii(",\"state\":").string(stop.allowed() ? "allowed" : "stopped");
    out.ascii(",\"at\":").number(stop.at());
    String by = stop.by();
    if (by != null) {
      out.ascii(",\"allowedBy\":").string(by);
    }
    out.ascii("}");
  }
}
