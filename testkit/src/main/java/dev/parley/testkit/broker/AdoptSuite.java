package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Sender;
import dev.parley.core.sending.Adopted;
import dev.parley.core.sending.AdoptedCopy;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.State;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Messages that were accepted elsewhere. */
abstract class AdoptSuite extends BrokerSuite {
  private static final Sender OWNER = Senders.ownerAs(Sender.OWNER_NAME);

  private static final MessageId ID = MessageId.parse("a1b2c3d4-0000-4000-8000-00000000abcd");
  private static final long THEN = START - 1_000_000;

  @BeforeEach
  void participants() {
    create("ada", "bob");
  }

  private static Message message(MessageId id, String content, long expiresAt) {
    Draft draft =
        draft("writer", "agent/ada").content(content).conversationId("talk").id(id).build();
    return new Message(id, 0, draft, THEN, expiresAt, Origin.PEER, 0, null);
  }

  private static AdoptedCopy copy(String agent, State state) {
    return new AdoptedCopy(inbox(agent), state, null);
  }

  private CompletableFuture<Adopted> adopting(AdoptedCopy... copies) {
    return broker.adopt(message(ID, "then", 0), List.of(copies), OWNER);
  }

  @Test
  @DisplayName("IMP-1 only the owner may bring messages with their stamps")
  void onlyTheOwnerAdopts() {
    CompletableFuture<Adopted> byAda =
        broker.adopt(message(ID, "then", 0), List.of(), Senders.agent("ada"));

    assertThat(refusal(byAda).code()).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(result(broker.lookups().find(ID))).isEmpty();
  }

  @Test
  @DisplayName("DUR-4 it keeps its id, its time and the states of its copies")
  void asItWas() {
    assertThat(result(adopting(copy("ada", State.READ), copy("bob", State.ACCEPTED))))
        .isEqualTo(Adopted.ADDED);

    assertThat(result(broker.lookups().find(ID)).orElseThrow().timestamp()).isEqualTo(THEN);
    assertThat(statuses(inbox("ada"))).containsExactly("read");
    assertThat(receive("bob")).containsExactly("then");
    assertThat(history(BoxId.outbox("writer"))).containsExactly("then");
    assertThat(history(BoxId.thread("talk"))).containsExactly("then");
  }

  @Test
  @DisplayName("DUR-4 taken in twice it is there once, even in one commit and after a restart")
  void onlyOnce() {
    inOneCommit(
        () -> {
          CompletableFuture<Adopted> _ = adopting(copy("ada", State.ACCEPTED));
          CompletableFuture<Adopted> _ = adopting(copy("ada", State.ACCEPTED));
        });
    settle();
    restart();

    assertThat(result(adopting(copy("ada", State.ACCEPTED)))).isEqualTo(Adopted.PRESENT);
    assertThat(receive("ada")).containsExactly("then");
  }

  @Test
  @DisplayName("DUR-4 copies that were missing are added, the others are left as they are")
  void completed() {
    result(adopting(copy("ada", State.READ)));

    assertThat(result(adopting(copy("ada", State.ACCEPTED), copy("bob", State.ACCEPTED))))
        .isEqualTo(Adopted.COMPLETED);

    assertThat(statuses(inbox("ada"))).containsExactly("read");
    assertThat(receive("bob")).containsExactly("then");
  }

  @Test
  @DisplayName("DUR-4 what waits is pushed to those who listen")
  void pushed() {
    var listener = RecordingListener.withMuchRoom();
    listen("ada", options(AckMode.AUTO, ListenOptions.PENDING), listener);

    result(adopting(copy("ada", State.ACCEPTED), copy("bob", State.READ)));

    eventually(() -> listener.contents().equals(List.of("then")));
  }

  @Test
  @DisplayName("DUR-4 what has expired meanwhile waits for nobody")
  void expired() {
    result(
        broker.adopt(message(ID, "late", START - 1), List.of(copy("ada", State.ACCEPTED)), OWNER));

    assertThat(receive("ada")).isEmpty();
    assertThat(statuses(inbox("ada"))).containsExactly("expired");
  }

  @Test
  @DisplayName("DUR-4 a copy for nobody is refused, and nothing is added")
  void nobody() {
    assertThat(refusal(adopting(copy("nobody", State.READ))).code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(result(broker.lookups().find(ID))).isEmpty();
  }
}
