package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testkit.envelope.EnvelopeVector;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * The golden vectors of the envelope, through the door. A vector with a field that the door cannot
 * carry has to end there, as a behaviour that needs something lacking does.
 */
abstract class VectorSuite extends DoorSuite {
  /** What is given by the hub, or is different in every test. */
  private static final List<String> STAMPED =
      List.of(
          "from",
          "path",
          "timestamp",
          "origin",
          "status",
          "handled",
          "expiresAt",
          "hops",
          "threadId");

  @Test
  @Needs(Ability.ENVELOPE)
  void everyGoldenVectorArrivesAsItIsToBeStored() throws Throwable {
    requires(Ability.ENVELOPE);
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Map<String, EnvelopeVector> sent = new LinkedHashMap<>();
    for (EnvelopeVector vector : EnvelopeVector.good().toList()) {
      carried(vector, () -> sent.put(as(ada).send(letter(vector, bob)).id(), vector));
    }

    Map<String, Seen> stored = byId(inboxOf(bob));
    Map<String, Seen> arrived = byId(takeAll(bob));

    assertThat(sent).isNotEmpty();
    assertThat(stored).containsOnlyKeys(sent.keySet());
    assertThat(arrived).containsOnlyKeys(sent.keySet());
    sent.forEach(
        (id, vector) -> {
          isStored(vector, stored.getOrDefault(id, Seen.NOTHING));
          isShown(vector, arrived.getOrDefault(id, Seen.NOTHING));
        });
  }

  @Test
  @Needs(Ability.ENVELOPE)
  void everyGoldenVectorThatIsToBeRefusedIsAndArrivesNowhere() throws Throwable {
    requires(Ability.ENVELOPE);
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    for (EnvelopeVector vector : EnvelopeVector.bad().toList()) {
      carried(
          vector,
          () -> {
            Letter letter = letter(vector, bob);
            assertRefused(() -> as(ada).send(letter), vector.code());
          });
    }

    assertThat(inboxOf(bob)).isEmpty();
    assertThat(house().outbox(ada.id(), 10)).isEmpty();
  }

  /** Runs it, unless the door lacks something that the vector needs. */
  private void carried(EnvelopeVector vector, Executable sending) throws Throwable {
    try {
      BehaviourCheck.check(needs(vector), door().lacks(), sending);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("vector '" + vector.name() + "': " + e.getMessage(), e);
    }
  }

  /** What a door must carry to send it. */
  static Set<Ability> needs(EnvelopeVector vector) {
    Set<Ability> needs = EnumSet.noneOf(Ability.class);
    letter(vector, new TestAgent("bob", ""))
        .fields()
        .keySet()
        .forEach(field -> needs.addAll(Letter.abilitiesFor(field)));
    return needs;
  }

  private static Letter letter(EnvelopeVector vector, TestAgent to) {
    Letter letter = Letter.to(to);
    for (Map.Entry<String, Object> field : vector.fields().entrySet()) {
      String name = field.getKey().equals("type") ? "messageType" : field.getKey();
      letter = letter.with(name, field.getValue());
    }
    return letter;
  }

  private static Map<String, Seen> byId(List<Seen> messages) {
    Map<String, Seen> byId = new HashMap<>();
    messages.forEach(message -> byId.put(message.id(), message));
    return byId;
  }

  /** Exactly the envelope of the vector, as the house sees it. */
  private static void isStored(EnvelopeVector vector, Seen seen) {
    Map<String, Object> expected = new HashMap<>(vector.envelope());
    Map<String, Object> actual = new HashMap<>(seen.fields());
    assertThat(lifetime(actual)).as(vector.name()).isEqualTo(lifetime(expected));
    if (!vector.fields().containsKey("id")) {
      expected.remove("id");
      actual.remove("id");
    }
    expected.keySet().removeAll(STAMPED);
    actual.keySet().removeAll(STAMPED);
    assertThat(actual).as(vector.name()).isEqualTo(expected);
  }

  /** A time to live counts from the time of sending; a time to expire is a time. */
  private static long lifetime(Map<String, Object> envelope) {
    if (!(envelope.get("expiresAt") instanceof Number expiresAt)) {
      return 0;
    }
    long timestamp = envelope.get("timestamp") instanceof Number at ? at.longValue() : 0;
    long lifetime = expiresAt.longValue() - timestamp;
    return lifetime > 1_000_000_000 ? expiresAt.longValue() : lifetime;
  }

  /** What the sender has written, as the receiver sees it at the door. */
  private static void isShown(EnvelopeVector vector, Seen seen) {
    Map<String, Object> expected = vector.envelope();
    for (String field : vector.fields().keySet()) {
      if (expected.containsKey(field) && !STAMPED.contains(field)) {
        assertThat(seen.field(field))
            .as("%s: %s", vector.name(), field)
            .isEqualTo(expected.get(field));
      }
    }
  }
}
