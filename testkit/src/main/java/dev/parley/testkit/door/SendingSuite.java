package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sending a message to somebody, and what arrives. */
abstract class SendingSuite extends DoorSuite {

  @Test
  void aMessageReachesTheAgentItIsForAndNobodyElse() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");

    as(ada).send(Letter.to(bob).content("hello"));

    assertThat(takeOne(bob).content()).isEqualTo("hello");
    assertThat(takeAll(eve)).isEmpty();
    assertThat(takeAll(ada)).isEmpty();
  }

  @Test
  void theSenderIsToldTheIdUnderWhichTheMessageArrives() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    Sent sent = as(ada).send(Letter.to(bob).content("hello"));

    assertThat(takeOne(bob).id()).isEqualTo(sent.id());
  }

  @Test
  @Needs(Ability.RECEIPT)
  void aMessageIsInTheInboxWhenTheSenderIsTold() {
    requires(Ability.RECEIPT);
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    Sent sent = as(ada).send(Letter.to(bob).content("hello"));

    assertThat(Seen.ids(inboxOf(bob))).containsExactly(sent.id());
  }

  @Test
  @Needs(Ability.OUTCOME)
  void theSenderIsToldThatItIsDelivered() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    Sent sent = as(ada).send(Letter.to(bob).content("hello"));

    assertThat(sent.delivered()).isTrue();
    assertThat(sent.duplicate()).isFalse();
  }

  @Test
  @Needs({Ability.OUTCOME, Ability.RECIPIENTS, Ability.SEVERAL})
  void theSenderIsToldWhoReceivesIt() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");

    Sent sent = as(ada).send(Letter.toSeveral(bob, eve).content("hello"));

    assertThat(sent.recipients()).containsExactlyInAnyOrder(bob.id(), eve.id());
  }

  @Test
  @Needs({Ability.OUTCOME, Ability.SEVERAL})
  void theSenderIsToldWhomOfSeveralItDidNotReach() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent nobody = new TestAgent(unique("nobody"), "");

    Sent sent = as(ada).send(Letter.toSeveral(bob, nobody).content("hello"));

    assertThat(sent.delivered()).isTrue();
    assertThat(sent.unreached()).containsExactly(nobody.id());
    assertThat(takeOne(bob).content()).isEqualTo("hello");
  }

  @Test
  @Needs(Ability.SEVERAL)
  void oneMessageToSeveralAgentsReachesEachOfThemOnce() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");

    Sent sent = as(ada).send(Letter.toSeveral(bob, eve).content("to both"));

    assertThat(takeOne(bob).id()).isEqualTo(sent.id());
    assertThat(takeOne(eve).id()).isEqualTo(sent.id());
  }

  @Test
  @Needs(Ability.SELF)
  void anAgentMaySendToItself() {
    TestAgent ada = agent("ada");

    as(ada).send(Letter.to(ada).content("do not forget"));

    assertThat(takeOne(ada).content()).isEqualTo("do not forget");
  }

  @Test
  void messagesOfOneSenderArriveInTheOrderOfSending() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    DoorClient client = as(ada);

    List.of("one", "two", "three").forEach(text -> client.send(Letter.to(bob).content(text)));

    assertThat(Seen.contents(inboxOf(bob))).containsExactly("one", "two", "three");
  }

  @Test
  @Needs(Ability.ENVELOPE)
  void whatTheSenderLeavesOutHasTheDefaultsOfTheEnvelope() {
    requires(Ability.ENVELOPE);
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    as(ada).send(Letter.to(bob).content("hello"));

    Seen stored = inboxOf(bob).getFirst();
    assertThat(stored.command()).isEqualTo("message");
    assertThat(stored.type()).isEqualTo("message");
    assertThat(stored.priority()).isEqualTo("normal");
    assertThat(stored.text("source", "internal")).isEqualTo("internal");
    assertThat(stored.payload()).isEqualTo(Map.of());
    assertThat(stored.path()).isEqualTo("agent/" + bob.id());
    assertThat(stored.field("timestamp")).isInstanceOf(Number.class);
  }

  @Test
  @Needs(Ability.PRIORITY)
  void aPriorityIsCarried() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    as(ada).send(Letter.to(bob).content("hello").with("priority", "high"));

    assertThat(takeOne(bob).priority()).isEqualTo("high");
  }

  @Test
  @Needs(Ability.PAYLOAD)
  void payloadCommandAndTypeAreCarried() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Map<String, Object> payload =
        Map.of("deep", Map.of("list", List.of(1, "two", true)), "from", "nobody", "big", 1L << 60);

    as(ada)
        .send(
            Letter.to(bob).payload(payload).with("command", "analyze").with("messageType", "task"));

    Seen seen = takeOne(bob);
    assertThat(seen.payload()).isEqualTo(payload);
    assertThat(seen.command()).isEqualTo("analyze");
    assertThat(seen.type()).isEqualTo("task");
  }

  @Test
  @Needs(Ability.SUBJECT)
  void topicAndCorrelationAreCarried() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    as(ada)
        .send(
            Letter.to(bob).content("hello").with("topic", "weather").with("correlationId", "c-1"));

    Seen seen = takeOne(bob);
    assertThat(seen.field("topic")).isEqualTo("weather");
    assertThat(seen.field("correlationId")).isEqualTo("c-1");
  }

  @Test
  @Needs(Ability.TASK)
  void idAndStatusOfATaskAreCarried() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    as(ada)
        .send(Letter.to(bob).content("nearly").with("taskId", "T-1").with("taskStatus", "working"));

    Seen seen = takeOne(bob);
    assertThat(seen.field("taskId")).isEqualTo("T-1");
    assertThat(seen.field("taskStatus")).isEqualTo("working");
  }

  @Test
  @Needs(Ability.METADATA)
  void metadataIsCarriedUntouched() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Map<String, Object> metadata = Map.of("task", "T-1", "origin", "owner");

    as(ada).send(Letter.to(bob).content("hello").with("metadata", metadata));

    Seen seen = takeOne(bob);
    assertThat(seen.field("metadata")).isEqualTo(metadata);
    assertThat(seen.origin()).isEqualTo("peer");
  }

  @Test
  @Needs(Ability.DEADLINE)
  void aDeadlineIsCarriedAndSaysWhoIsToldWhenItPasses() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Map<String, Object> deadline = Map.of("rung", "read", "withinMs", 600_000, "to", ada.id());

    as(ada).send(Letter.to(bob).content("hello").with("escalate", deadline));

    Seen seen = takeOne(bob);
    assertThat(String.valueOf(seen.field("escalate"))).contains("read", "600000", ada.id());
  }

  @Test
  @Needs(Ability.ATTACHMENTS)
  void attachmentsAreCarriedUntouched() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    List<Object> attachments =
        List.of(Map.of("name", "report.pdf", "url", "https://example.org/00ff"));

    as(ada).send(Letter.to(bob).content("hello").with("attachments", attachments));

    assertThat(takeOne(bob).field("attachments")).isEqualTo(attachments);
  }
}
