package dev.parley.brains.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.Contexts;
import dev.parley.agents.context.Fence;
import dev.parley.agents.context.Pins;
import dev.parley.agents.hooks.HookPoint;
import dev.parley.agents.hooks.Hooks;
import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.Tool;
import dev.parley.core.message.Origin;
import dev.parley.testkit.model.ModelReply;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** What hooks make of what a model is told. */
@Timeout(120)
class HookedModelTest {
  private final ModelWorld world = new ModelWorld();

  @AfterEach
  void close() {
    world.close();
  }

  /** Adds a section, then a sentence to the whole, and says something before each step. */
  private static final class Guiding implements Hooks {
    private int steps;

    @Override
    public boolean isAwaited(HookPoint point) {
      return true;
    }

    @Override
    public Answer ask(HookPoint point, ObjectNode payload) {
      switch (point) {
        case PROMPT_SYSTEM_SECTIONS -> payload.withArray("sections").add("The house is old.");
        case MESSAGE_PRE_SEND ->
            payload.put("system_prompt", payload.path("system_prompt").asString() + "\nBe brief.");
        case STEERING_GENERATE -> payload.withArray("messages").add("step " + ++steps);
        default -> {}
      }
      return new Answer(payload, false);
    }
  }

  @Test
  void theyReachTheModelBeforeEachOfItsSteps() throws InterruptedException {
    world.tools.register(
        Tool.of("clock", "Time.", Action.of("read", "tells", (_, _) -> "it is noon")));
    ModelBrain brain =
        new ModelBrain(
            List.of(world.endpoint(Endpoint.Provider.OPENAI, "m-1")),
            "",
            new ModelLimits(4, 2, Duration.ofDays(365), 1_000, 0),
            world.time,
            new Contexts(world.broker, world.instructions, Pins.open(world.broker), List.of())::of,
            world.tools,
            (_, one) -> world.used.add(one),
            new Guiding());
    world.server.then(
        ModelReply.call("c1", "clock", "{\"action\":\"read\"}"), ModelReply.text("Noon."));
    assertThat(brain.run(ModelWorld.request(Origin.PEER, "comm-1", "what time is it?"), _ -> {}))
        .isEqualTo(new Outcome.Answered("Noon."));
    String first = world.server.requests().getFirst().json().path("messages").toString();
    assertThat(first)
        .contains("The house is old.", "\\nBe brief.", "| step 1")
        .contains(Fence.NOTICE.substring(0, 30));
    String second = world.server.requests().getLast().json().path("messages").toString();
    assertThat(second).as("guidance goes with one step").contains("it is noon", "| step 2");
    assertThat(second).doesNotContain("| step 1");
  }
}
