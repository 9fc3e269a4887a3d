package dev.parley.agents.wake;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A way to wake agents. Any thread. */
public interface Waker {
  /** By which settings name it. */
  String kind();

  /** What it is, in a sentence, for people. */
  String description();

  /** The names of the settings that it has to be given. */
  Set<String> required();

  /** The names of those that it may be given. */
  default Set<String> optional() {
    return Set.of();
  }

  /** May an agent say this of itself? What makes the hub reach elsewhere is the owner's to say. */
  default boolean agentMaySet() {
    return false;
  }

  /**
   * Looks at settings before they are kept.
   *
   * @throws dev.parley.core.error.Refused saying what is wrong
   */
  default void check(Map<String, String> settings) {}

  /**
   * Tells the agent; when this returns it has been told, as far as can be known.
   *
   * @throws IOException saying why it could not be told; no secrets
   */
  void wake(Call call) throws IOException, InterruptedException;

  /**
   * Whom to wake, and for what.
   *
   * @param messages those that wait, perhaps none when it is woken by hand
   */
  record Call(AgentId agent, Map<String, String> settings, List<MessageId> messages) {
    private static final int NAMED_MAX = 20;

    public Call {
      settings = Map.copyOf(settings);
      messages = List.copyOf(messages);
    }

    public String setting(String name) {
      return settings.getOrDefault(name, "");
    }

    /** What the agent is told: that there is something, and not what. */
    public String text() {
      String named =
          String.join(", ", messages.stream().limit(NAMED_MAX).map(MessageId::toString).toList());
      return messages.isEmpty()
          ? "Parley: you were woken by hand. Look for messages with get_messages."
          : "Parley: %d message%s for you (%s%s). Read with get_messages, answer with reply, and mark what you have dealt with."
              .formatted(
                  messages.size(),
                  messages.size() == 1 ? " waits" : "s wait",
                  named,
                  messages.size() > NAMED_MAX ? ", …" : "");
    }
  }
}
