package dev.parley.testkit.door;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to say, in the words of the protocol's {@code msg.send}.
 *
 * @param target where it goes
 * @param fields every other field, as strings, numbers, booleans, lists, maps and nulls
 */
public record Letter(Target target, Map<String, @Nullable Object> fields) {

  /** Where a letter goes. */
  public sealed interface Target {}

  /** An agent, or with a slash in it a path. */
  public record To(String recipient) implements Target {}

  public record ToSeveral(List<String> agents) implements Target {}

  public record ToPath(String path) implements Target {}

  public record ToEveryone() implements Target {}

  /** Nowhere: for a reply, which the hub addresses, and for what must be refused. */
  public record ToNobody() implements Target {}

  public static Letter to(TestAgent agent) {
    return to(agent.id());
  }

  public static Letter to(String recipient) {
    return new Letter(new To(recipient), Map.of());
  }

  public static Letter toSeveral(TestAgent... agents) {
    return new Letter(
        new ToSeveral(List.of(agents).stream().map(TestAgent::id).toList()), Map.of());
  }

  public static Letter toPath(String path) {
    return new Letter(new ToPath(path), Map.of());
  }

  public static Letter toEveryone() {
    return new Letter(new ToEveryone(), Map.of());
  }

  public static Letter unaddressed() {
    return new Letter(new ToNobody(), Map.of());
  }

  public Letter from(TestAgent agent) {
    return with("from", agent.id());
  }

  public Letter content(String text) {
    return with("content", text);
  }

  public Letter payload(Map<String, Object> payload) {
    return with("payload", payload);
  }

  public Letter with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> more = new LinkedHashMap<>(fields);
    more.put(name, value);
    return new Letter(target, more);
  }

  /**
   * For drivers of doors that know few fields.
   *
   * @throws Cannot when a field is set that is none of these
   */
  public void requireOnly(Set<String> known) {
    for (String name : fields.keySet()) {
      if (!known.contains(name)) {
        throw new Cannot(
            abilitiesFor(name).stream()
                .findFirst()
                .orElseThrow(
                    () -> new IllegalArgumentException("no ability stands for '" + name + "'")));
      }
    }
  }

  /** What a door needs to carry a field: nothing, for those that every door carries. */
  static Set<Ability> abilitiesFor(String field) {
    return switch (field) {
      case "content", "from" -> Set.of();
      default -> Set.of(abilityFor(field));
    };
  }

  private static Ability abilityFor(String field) {
    return switch (field) {
      case "priority" -> Ability.PRIORITY;
      case "replyTo" -> Ability.ANSWERS;
      case "payload", "command", "messageType" -> Ability.PAYLOAD;
      case "topic", "correlationId", "conversationId" -> Ability.SUBJECT;
      case "taskId", "taskStatus" -> Ability.TASK;
      case "metadata" -> Ability.METADATA;
      case "escalate" -> Ability.DEADLINE;
      case "attachments" -> Ability.ATTACHMENTS;
      case "source", "externalId" -> Ability.SOURCE;
      case "ttlMs", "expiresAt" -> Ability.EXPIRY;
      case "id" -> Ability.OWN_ID;
      case "idempotencyKey" -> Ability.IDEMPOTENCY_KEY;
      default -> Ability.EXTRAS;
    };
  }
}
