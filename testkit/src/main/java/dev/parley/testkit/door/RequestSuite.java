package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Replies, and waiting for them. */
abstract class RequestSuite extends DoorSuite {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** The least that every door takes. */
  private static final Duration SHORT = Duration.ofSeconds(1);

  @Test
  @Needs(Ability.REPLY)
  void aReplyGoesToTheSenderOfTheMessage() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String question = as(ada).send(Letter.to(bob).content("why?")).id();

    as(bob).reply(question, Letter.unaddressed().content("because"));

    Seen answer = takeOne(ada);
    assertThat(answer.content()).isEqualTo("because");
    assertThat(answer.from()).isEqualTo(bob.id());
    assertThat(answer.replyTo()).isEqualTo(question);
  }

  @Test
  @Needs(Ability.REPLY)
  void aReplyKeepsCorrelationAndConversation() {
    TestAgent bob = agent("bob");
    TestAgent ada = agent("ada");
    String question =
        house()
            .send(
                Letter.to(bob)
                    .from(ada)
                    .content("why?")
                    .with("correlationId", "c-7")
                    .with("conversationId", unique("talk")))
            .id();

    as(bob).reply(question, Letter.unaddressed().content("because"));

    Seen asked = inboxOf(bob).getFirst();
    Seen answer = takeOne(ada);
    assertThat(answer.field("correlationId")).isEqualTo("c-7");
    assertThat(answer.field("conversationId")).isEqualTo(asked.field("conversationId"));
  }

  @Test
  @Needs(Ability.REPLY)
  void nobodyRepliesToWhatOthersReceived() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String question = house().send(Letter.to(bob).from(ada).content("why?")).id();

    assertRefused(() -> as(eve).reply(question, Letter.unaddressed().content("me!")), "not_found");

    assertThat(inboxOf(ada)).isEmpty();
  }

  @Test
  @Needs(Ability.REQUEST)
  void aRequestIsAnsweredByTheReplyToIt() throws Exception {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    DoorClient asking = as(ada);

    CompletableFuture<Seen> reply = requested(asking, Letter.to(bob).content("what is x?"), LONG);
    Seen question = awaited(bob, reply);
    String answer =
        house().send(Letter.to(ada).from(bob).content("42").with("replyTo", question.id())).id();

    Seen answered = reply.get(30, TimeUnit.SECONDS);
    assertThat(answered.id()).isEqualTo(answer);
    assertThat(answered.content()).isEqualTo("42");
    assertThat(answered.from()).isEqualTo(bob.id());
  }

  @Test
  @Needs(Ability.REQUEST)
  void aReplyThatAnsweredARequestIsInTheInboxAndDelivered() throws Exception {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    CompletableFuture<Seen> reply = requested(as(ada), Letter.to(bob).content("x?"), LONG);
    Seen question = awaited(bob, reply);
    String answer =
        house().send(Letter.to(ada).from(bob).content("42").with("replyTo", question.id())).id();
    reply.get(30, TimeUnit.SECONDS);

    assertThat(Seen.ids(inboxOf(ada))).containsExactly(answer);
    eventually(() -> "delivered".equals(house().states(answer).get(ada.id())));
    assertThat(takeAll(ada)).isEmpty();
  }

  private static CompletableFuture<Seen> requested(
      DoorClient client, Letter letter, Duration within) {
    CompletableFuture<Seen> reply = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                reply.complete(client.request(letter, within));
              } catch (Throwable e) {
                reply.completeExceptionally(e);
              }
            });
    return reply;
  }

  /** The question, once it has reached somebody, or what kept it from being asked. */
  private Seen awaited(TestAgent agent, CompletableFuture<Seen> reply) {
    eventually(() -> reply.isCompletedExceptionally() || !inboxOf(agent).isEmpty());
    if (reply.isCompletedExceptionally()) {
      switch (reply.exceptionNow()) {
        case RuntimeException e -> throw e;
        case Throwable e -> throw new AssertionError(e);
      }
    }
    return inboxOf(agent).getFirst();
  }

  @Test
  @Needs(Ability.REQUEST)
  void aRequestThatNobodyAnswersEndsInATimeout() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    assertRefused(() -> as(ada).request(Letter.to(bob).content("hello?"), SHORT), "timeout");

    assertThat(Seen.contents(inboxOf(bob))).isEqualTo(List.of("hello?"));
  }
}
