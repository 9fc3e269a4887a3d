package dev.parley.agents.hooks;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** Hooks that a test answers, and that note what they were asked. */
public final class HandHooks implements Hooks {
  private final Map<HookPoint, UnaryOperator<Answer>> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();

  public HandHooks on(HookPoint point, UnaryOperator<ObjectNode> change) {
    answers.put(point, was -> new Answer(change.apply((ObjectNode) was.payload()), false));
    return this;
  }

  public HandHooks handling(HookPoint point, UnaryOperator<ObjectNode> change) {
    answers.put(point, was -> new Answer(change.apply((ObjectNode) was.payload()), true));
    return this;
  }

  /** Only listens. */
  public HandHooks on(HookPoint point) {
    return on(point, UnaryOperator.identity());
  }

  @Override
  public boolean isAwaited(HookPoint point) {
    return answers.containsKey(point);
  }

  @Override
  public Answer ask(HookPoint point, ObjectNode payload) {
    UnaryOperator<Answer> answer = answers.get(point);
    if (answer == null) {
      throw new AssertionError("a payload was made that nobody waits for: " + payload);
    }
    asked.add(point.wireName() + " " + payload);
    return answer.apply(new Answer(payload, false));
  }

  /** Each as its name and payload. */
  public List<String> asked() {
    return asked;
  }
}
