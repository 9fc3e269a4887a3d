package dev.parley.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.testkit.broker.Senders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A hub whose clock is an hour ahead of all others, and that knows it. */
class WrongClockTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final BoxId BOB = BoxId.inbox(new AgentId("bob"));

  private final SimLog log = new SimLog();
  private final Set<String> running = new HashSet<>();
  private final SimHub right = new SimHub(log, running, "right", NOW);
  private final SimHub ahead =
      new SimHub(log, running, "ahead", NOW + Duration.ofHours(1).toMillis());

  @BeforeEach
  void agents() {
    ahead.store().onTime(false);
    done(
        right,
        right.broker().participants().createAgent(new AgentId("ada"), null, null, null, null));
    done(
        right,
        right.broker().participants().createAgent(new AgentId("bob"), null, null, null, null));
    ahead.step();
  }

  private static <T> T done(SimHub hub, CompletableFuture<T> future) {
    hub.step();
    return future.join();
  }

  private static Receipt send(SimHub hub, Draft.Builder draft) {
    Draft built = draft.to(Path.parse("agent/bob")).build();
    return done(hub, hub.broker().route(built, Senders.of(built)));
  }

  private List<Copy> peekedAhead() {
    return done(ahead, ahead.broker().peek(BOB, 10));
  }

  @Test
  void letsNothingExpireThatOthersSent() {
    send(right, Draft.from("ada").content("for a minute").ttlMillis(60_000));

    ahead.step();
    send(ahead, Draft.from("ada").content("another commit"));

    assertThat(ahead.broker().stats().get("expired")).isZero();
    assertThat(peekedAhead()).hasSize(2);
    right.step();
    assertThat(done(right, right.broker().receive(BOB, 10))).hasSize(2);
  }

  @Test
  void letsItExpireOnceItHasTheTimeThatTheOthersHave() {
    send(right, Draft.from("ada").content("for a minute").ttlMillis(60_000));
    ahead.step();
    assertThat(peekedAhead()).hasSize(1);

    ahead.store().onTime(true);
    ahead.time().advance(Duration.ofSeconds(1));
    ahead.step();

    assertThat(ahead.broker().stats().get("expired")).isEqualTo(1);
    assertThat(peekedAhead()).isEmpty();
  }

  @Test
  void knowsARepetitionByItsKeyAsLongAsTheOthersDo() {
    Receipt first = send(right, Draft.from("ada").content("once").idempotencyKey("k"));
    ahead.step();

    Receipt second = send(ahead, Draft.from("ada").content("once").idempotencyKey("k"));

    assertThat(second.duplicate()).isTrue();
    assertThat(second.message().id()).isEqualTo(first.message().id());
  }

  @Test
  void decidesNoProposalWhoseTimeIsNotOver() {
    String question =
        "{\"question\":\"?\",\"options\":[\"yes\",\"no\"],\"deadline\":%d}".formatted(NOW + 60_000);
    MessageId id =
        send(
                right,
                Draft.from("ada")
                    .type(MessageType.PROPOSAL)
                    .payload(question.getBytes(StandardCharsets.UTF_8)))
            .message()
            .id();

    ahead.step();
    ahead.time().advance(Duration.ofSeconds(10));
    ahead.step();
    right.step();

    assertThat(right.broker().tally(id).join().decided()).isFalse();
    right.time().advance(Duration.ofMinutes(1));
    right.step();
    assertThat(right.broker().tally(id).join().decided()).isTrue();
  }
}
