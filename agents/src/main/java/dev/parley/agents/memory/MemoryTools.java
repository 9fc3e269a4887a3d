package dev.parley.agents.memory;

import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.Arguments;
import dev.parley.agents.tools.Parameter;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.tools.ToolUse;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@code memory(…)}: what an agent does with what it remembers. In every turn it stores and
 * recalls; forgetting is for turns with its owner, or others would have it forget what it goes by.
 */
public final class MemoryTools {
  private static final int LIMIT = 10;
  private static final int LIMIT_MAX = 50;
  private static final Parameter LAYER =
      Parameter.text("layer", "tacit (what you go by), daily (what happened) or entity").optional();
  private static final Parameter SUBJECT =
      Parameter.text("subject", "of whom or what, for the layer entity").optional();
  private static final Parameter HOW_MANY = Parameter.number("limit", "how many").optional();

  private final Memories memories;

  public MemoryTools(Memories memories) {
    this.memories = memories;
  }

  public Tool tool() {
    return Tool.of(
        "memory",
        "What you remember, whatever conversation you are in.",
        Action.of(
            "store",
            "remember something",
            this::store,
            Parameter.text("text", "what to remember, in a sentence"),
            LAYER,
            SUBJECT),
        Action.of(
            "recall",
            "what you remember of something",
            this::recall,
            Parameter.text("query", "what it is about"),
            LAYER,
            HOW_MANY),
        Action.of("list", "what you remembered last", this::list, LAYER, HOW_MANY),
        Action.of("forget", "forget one", this::forget, Parameter.text("id", "as recall told it"))
            .forOwner());
  }

  private String store(ToolUse use, Arguments told) {
    Layer layer = told.optionalText("layer").map(Layer::parse).orElse(Layer.TACIT);
    Memories.Stored stored =
        memories.store(
            use.agent(), layer, told.optionalText("subject").orElse(null), told.text("text"));
    return (stored.isNew() ? "remembered as " : "brought up to date: ") + stored.memory().id();
  }

  private String recall(ToolUse use, Arguments told) {
    Set<Layer> layers = told.optionalText("layer").map(Layer::parse).map(Set::of).orElse(Set.of());
    return shown(
        memories
            .recall(use.agent(), told.text("query"), layers, told.number("limit", LIMIT, LIMIT_MAX))
            .stream()
            .map(Memories.Recalled::memory)
            .toList());
  }

  private String list(ToolUse use, Arguments told) {
    return shown(
        memories.list(
            use.agent(),
            told.optionalText("layer").map(Layer::parse).orElse(null),
            told.number("limit", LIMIT, LIMIT_MAX)));
  }

  private String forget(ToolUse use, Arguments told) {
    if (!memories.forget(use.agent(), told.text("id"))) {
      throw new Refused(ErrorCode.NOT_FOUND, "you remember nothing under that id");
    }
    return "forgotten";
  }

  private static String shown(List<Memory> found) {
    return found.isEmpty()
        ? "nothing"
        : found.stream()
            .map(each -> each.id() + " (" + about(each) + "): " + each.text())
            .collect(Collectors.joining("\n"));
  }

  private static String about(Memory memory) {
    String layer = memory.layer().wireName();
    return memory.subject().isEmpty() ? layer : layer + ", " + memory.subject();
  }
}
