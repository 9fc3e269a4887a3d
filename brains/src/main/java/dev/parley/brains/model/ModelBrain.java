package dev.parley.brains.model;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.Context;
import dev.parley.agents.context.Fence;
import dev.parley.agents.context.Prompt;
import dev.parley.agents.context.Steering;
import dev.parley.agents.hooks.Hooks;
import dev.parley.agents.tools.ToolResult;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.tools.Toolbox;
import dev.parley.agents.usage.Counts;
import dev.parley.agents.usage.Used;
import dev.parley.core.address.AgentId;
import dev.parley.core.time.Timekeeper;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Thinks with a language model: shows it what there is to know, lets it use tools for as many steps
 * as it may, and takes what it says last for the answer.
 */
public final class ModelBrain implements Brain {
  private static final int CALLS_PER_STEP_MAX = 16;

  private final String model;
  private final String prompt;
  private final ModelLimits limits;
  private final Fallbacks models;
  private final Function<BrainRequest, Context> contexts;
  private final @Nullable Toolbox tools;
  private final BiConsumer<AgentId, Used> usage;
  private final Hooks hooks;

  /** Where nobody hooks in. */
  public ModelBrain(
      List<Endpoint> endpoints,
      String prompt,
      ModelLimits limits,
      Timekeeper time,
      Function<BrainRequest, Context> contexts,
      @Nullable Toolbox tools,
      BiConsumer<AgentId, Used> usage) {
    this(endpoints, prompt, limits, time, contexts, tools, usage, Hooks.NONE);
  }

  /**
   * @param endpoints the preferred one first
   * @param prompt what this brain is told before all that an agent is told; may be empty
   * @param contexts what it is shown; blocks
   * @param tools null for a brain that only speaks
   * @param usage told of each call; may block
   * @param hooks asked about what the model is told
   */
  public ModelBrain(
      List<Endpoint> endpoints,
      String prompt,
      ModelLimits limits,
      Timekeeper time,
      Function<BrainRequest, Context> contexts,
      @Nullable Toolbox tools,
      BiConsumer<AgentId, Used> usage,
      Hooks hooks) {
    this.model = endpoints.getFirst().model();
    this.prompt = prompt;
    this.limits = limits;
    this.models = new Fallbacks(endpoints, limits, time);
    this.contexts = contexts;
    this.tools = tools;
    this.usage = usage;
    this.hooks = hooks;
  }

  @Override
  public String model() {
    return model;
  }

  @Override
  public Outcome run(BrainRequest request, Consumer<BrainEvent> events)
      throws InterruptedException {
    ToolUse use = new ToolUse(request);
    List<ChatMessage> said = shown(request);
    List<ToolSpecification> offered = tools == null ? List.of() : ToolForms.of(tools.offered(use));
    Budget budget = new Budget(limits);
    for (int step = 0; step < limits.steps(); step++) {
      String spent = budget.exhausted();
      if (spent != null) {
        return new Outcome.Failed(spent);
      }
      ChatRequest.Builder asked = ChatRequest.builder().messages(steered(said));
      ChatRequest ask =
          offered.isEmpty() ? asked.build() : asked.toolSpecifications(offered).build();
      switch (models.ask(ask, events)) {
        case Fallbacks.Result.Failed(String reason) -> {
          return new Outcome.Failed(reason);
        }
        case Fallbacks.Result.Answered(Endpoint by, ChatResponse response) -> {
          count(use.agent(), request.turn(), by, response, budget);
          AiMessage answer = response.aiMessage();
          if (!answer.hasToolExecutionRequests()) {
            return outcome(answer, response.finishReason(), step > 0);
          }
          said.add(answer);
          use(use, answer.toolExecutionRequests(), said, events);
        }
      }
    }
    return new Outcome.Failed(
        "the model wanted to go on after " + limits.steps() + " steps; that is the limit");
  }

  @Override
  public @Nullable String condense(Before before) throws InterruptedException {
    String told =
        ("You are the agent '%s'. Condense what was said between you and your owner to what you"
             + " need to go on as if you remembered it: decisions, facts, names, numbers, what was"
             + " promised and what is open. At most %d characters. Say the summary and nothing"
             + " else. %s")
            .formatted(before.session().agent(), before.charsMax() * 2 / 3, Fence.NOTICE);
    ChatRequest ask =
        ChatRequest.builder()
            .messages(List.of(SystemMessage.from(told), UserMessage.from(before.said())))
            .build();
    return switch (models.ask(ask, _ -> {})) {
      case Fallbacks.Result.Failed _ -> null;
      case Fallbacks.Result.Answered(Endpoint by, ChatResponse response) -> {
        count(before.session().agent(), UUID.randomUUID(), by, response, new Budget(limits));
        // One that was broken off would lack the end.
        yield response.finishReason() == FinishReason.STOP ? response.aiMessage().text() : null;
      }
    };
  }

  /** What hooks want the model to mind goes with this call alone. */
  private List<ChatMessage> steered(List<ChatMessage> said) throws InterruptedException {
    String guidance = Steering.of(hooks);
    if (guidance.isEmpty()) {
      return said;
    }
    List<ChatMessage> steered = new ArrayList<>(said);
    steered.add(UserMessage.from(guidance));
    return steered;
  }

  private List<ChatMessage> shown(BrainRequest request) throws InterruptedException {
    Prompt shown =
        Prompt.of(request.session().agent().value(), prompt, contexts.apply(request), hooks);
    List<ChatMessage> said = new ArrayList<>();
    said.add(SystemMessage.from(shown.system()));
    for (Prompt.Said each : shown.said()) {
      said.add(each.own() ? AiMessage.from(each.text()) : UserMessage.from(each.text()));
    }
    return said;
  }

  private static Outcome outcome(AiMessage answer, FinishReason why, boolean usedTools) {
    if (why == FinishReason.CONTENT_FILTER) {
      return new Outcome.Declined("the model's provider does not answer this");
    }
    String text = answer.text() == null ? "" : answer.text().strip();
    if (text.equals(Prompt.NO_ANSWER)) {
      return new Outcome.Declined("the model has nothing to answer");
    }
    return text.isEmpty() && !usedTools
        ? new Outcome.Failed("the model said nothing")
        : new Outcome.Answered(text);
  }

  private void use(
      ToolUse use,
      List<ToolExecutionRequest> calls,
      List<ChatMessage> said,
      Consumer<BrainEvent> events)
      throws InterruptedException {
    int used = 0;
    for (ToolExecutionRequest call : calls) {
      String id = call.id() == null ? "" : call.id();
      String arguments = call.arguments() == null ? "" : call.arguments();
      events.accept(new BrainEvent.ToolCalled(id, call.name(), arguments));
      ToolResult result =
          tools == null
              ? new ToolResult("there are no tools", true)
              : used++ < CALLS_PER_STEP_MAX
                  ? tools.use(use, call.name(), arguments)
                  : new ToolResult(
                      "at most " + CALLS_PER_STEP_MAX + " tools may be used at once", true);
      events.accept(new BrainEvent.ToolAnswered(id, result.text(), result.failed()));
      said.add(
          ToolExecutionResultMessage.builder()
              .id(id)
              .toolName(call.name())
              .text(result.text().isEmpty() ? "done" : result.text())
              .isError(result.failed())
              .build());
    }
  }

  private void count(AgentId agent, UUID turn, Endpoint by, ChatResponse response, Budget budget) {
    TokenUsage used = response.tokenUsage();
    long input = used == null || used.inputTokenCount() == null ? 0 : used.inputTokenCount();
    long output = used == null || used.outputTokenCount() == null ? 0 : used.outputTokenCount();
    long cost = by.costMicros(input, output);
    budget.add(input + output, cost);
    // A turn that is made again uses models again: its id alone would count once.
    String id = turn + ":" + UUID.randomUUID();
    usage.accept(agent, new Used(id, by.name(), new Counts(1, input, output, cost)));
  }
}
