package dev.parley.apps.gateways;

import com.google.protobuf.ByteString;
import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.Prompt;
import dev.parley.agents.context.Steering;
import dev.parley.agents.tools.ToolResult;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.usage.Counts;
import dev.parley.agents.usage.Used;
import dev.parley.apps.proto.GatewayMessage;
import dev.parley.apps.proto.GatewayRequest;
import dev.parley.apps.proto.GatewayToolDef;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Thinks with the models of an app: shows them what there is to know, uses the tools that they
 * want, and takes what they say last for the answer. The app sees what the turn may see, and its
 * models may do what the turn may do.
 */
final class GatewayBrain implements Brain {
  private static final int STEPS_MAX = 20;
  private static final int CALLS_PER_STEP_MAX = 16;
  private static final int TOKENS_MAX = 4_096;
  private static final int MODEL_CHARS_MAX = 128;
  private static final double TEMPERATURE = 0.7;
  private static final JsonMapper JSON = new JsonMapper();

  private final String app;
  private final Gateways gateways;

  GatewayBrain(String app, Gateways gateways) {
    this.app = app;
    this.gateways = gateways;
  }

  @Override
  public Outcome run(BrainRequest request, Consumer<BrainEvent> events)
      throws InterruptedException {
    try {
      return thought(request, events);
    } catch (Refused refused) {
      return new Outcome.Failed(String.valueOf(refused.getMessage()));
    }
  }

  private Outcome thought(BrainRequest request, Consumer<BrainEvent> events)
      throws InterruptedException {
    Gateways.Surroundings here = gateways.surroundings();
    Gateway gateway = gateways.require(app);
    ToolUse use = new ToolUse(request);
    Prompt prompt =
        Prompt.of(use.agent().value(), "", here.contexts().apply(request), here.hooks());
    List<GatewayMessage> said = new ArrayList<>();
    for (Prompt.Said each : prompt.said()) {
      said.add(message(each.own() ? "assistant" : "user", each.text()).build());
    }
    List<GatewayToolDef> tools = tools(here, use);
    for (int step = 0; step < STEPS_MAX; step++) {
      GatewayRequest.Builder ask =
          GatewayRequest.newBuilder()
              .setRequestId(UUID.randomUUID().toString())
              .setSystem(prompt.system())
              .addAllMessages(said)
              .addAllTools(tools)
              .setMaxTokens(TOKENS_MAX)
              .setTemperature(TEMPERATURE)
              .setUser(gateway.user());
      String guidance = Steering.of(here.hooks());
      if (!guidance.isEmpty()) {
        ask.addMessages(message("user", guidance));
      }
      Completion completion = Completion.of(gateway, ask.build(), events);
      here.usage()
          .accept(
              use.agent(),
              new Used(request.turn() + ":" + ask.getRequestId(), name(), new Counts(1, 0, 0, 0)));
      if (completion.calls().isEmpty()) {
        return outcome(completion.text().strip(), step > 0);
      }
      said.add(asked(completion));
      use(here, use, completion.calls(), said, events);
    }
    return new Outcome.Failed(
        "the model wanted to go on after " + STEPS_MAX + " steps; that is the limit");
  }

  /** As usage knows models. */
  private String name() {
    String name = Gateways.PREFIX + app;
    return name.substring(0, Math.min(name.length(), MODEL_CHARS_MAX));
  }

  private static GatewayMessage.Builder message(String role, String content) {
    return GatewayMessage.newBuilder().setRole(role).setContent(content);
  }

  private static List<GatewayToolDef> tools(Gateways.Surroundings here, ToolUse use)
      throws InterruptedException {
    return here.tools().offered(use).stream()
        .map(
            tool ->
                GatewayToolDef.newBuilder()
                    .setName(tool.name())
                    .setDescription(tool.description())
                    .setInputSchema(ByteString.copyFrom(JSON.writeValueAsBytes(tool.schema())))
                    .build())
        .toList();
  }

  private static Outcome outcome(String text, boolean usedTools) {
    if (text.equals(Prompt.NO_ANSWER)) {
      return new Outcome.Declined("the model has nothing to answer");
    }
    return text.isEmpty() && !usedTools
        ? new Outcome.Failed("the model said nothing")
        : new Outcome.Answered(text);
  }

  private static GatewayMessage asked(Completion completion) {
    ArrayNode calls = JSON.createArrayNode();
    for (Completion.Wanted each : completion.calls()) {
      calls
          .addObject()
          .put("id", each.id())
          .put("name", each.tool())
          .put("arguments", each.arguments());
    }
    return message("assistant", completion.text()).setToolCalls(calls.toString()).build();
  }

  private static void use(
      Gateways.Surroundings here,
      ToolUse use,
      List<Completion.Wanted> calls,
      List<GatewayMessage> said,
      Consumer<BrainEvent> events)
      throws InterruptedException {
    int used = 0;
    for (Completion.Wanted call : calls) {
      events.accept(new BrainEvent.ToolCalled(call.id(), call.tool(), call.arguments()));
      ToolResult result =
          used++ < CALLS_PER_STEP_MAX
              ? here.tools().use(use, call.tool(), call.arguments())
              : new ToolResult(
                  "at most " + CALLS_PER_STEP_MAX + " tools may be used at once", true);
      events.accept(new BrainEvent.ToolAnswered(call.id(), result.text(), result.failed()));
      said.add(message("tool", result.text()).setToolCallId(call.id()).build());
    }
  }
}
