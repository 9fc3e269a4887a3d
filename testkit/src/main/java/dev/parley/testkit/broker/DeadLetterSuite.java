package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.deadletters.Replayed;
import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.Copy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What reaches nobody is kept, with the reason, until somebody wants it. */
abstract class DeadLetterSuite extends BrokerSuite {

  @Test
  @DisplayName("RT-2 a message nobody asked for goes to the dead letters with a reason")
  void unmatchedIsKept() {
    Receipt receipt = route(draft("bridge", "slack/team").content("anybody?"));

    assertThat(receipt.delivered()).isFalse();
    assertThat(letters().getFirst().annotation())
        .isEqualTo("\"reason\":\"nobody is subscribed to 'slack/team'\"");
    assertThat(deadLetters()).containsExactly("anybody?");
    assertThat(broker.stats().get("deadLetters")).isEqualTo(1);
  }

  @Test
  @DisplayName("GRP-1 of several recipients those who are not there are named in a dead letter")
  void missingRecipientsAreNamed() {
    create("ada", "bob");

    Receipt receipt = route(draft("ada", "agent/bob,eve,zoe").content("all"));

    assertThat(receipt.agents()).containsExactly(agent("bob"));
    assertThat(letters().getFirst().annotation()).isEqualTo("\"reason\":\"no agent eve, zoe\"");
  }

  @Test
  @DisplayName("RT-2 the newest so many are read, oldest first, and cursors lead to the others")
  void readWithLimit() {
    for (int i = 0; i < 5; i++) {
      route(draft("bridge", "nowhere").content("m" + i));
    }

    HistoryPage page = result(broker.lookups().deadLetters(HistoryQuery.newest(2)));

    assertThat(EnvelopeFields.contents(page.copies())).containsExactly("m3", "m4");
    assertThat(page.more()).isTrue();
    HistoryPage older = result(broker.lookups().deadLetters(before(page.before(), 10)));
    assertThat(EnvelopeFields.contents(older.copies())).containsExactly("m0", "m1", "m2");
    assertThat(older.more()).isFalse();
  }

  @Test
  @DisplayName("RT-2 a time range bounds what is read, both ends included")
  void readWithTimeRange() {
    for (int i = 0; i < 5; i++) {
      route(draft("bridge", "nowhere").content("m" + i));
      time.advance(Duration.ofSeconds(10));
    }

    HistoryQuery range =
        new HistoryQuery(
            10, Long.MAX_VALUE, -1, false, START + 10_000, START + 30_000, null, null, null);

    assertThat(EnvelopeFields.contents(result(broker.lookups().deadLetters(range)).copies()))
        .containsExactly("m1", "m2", "m3");
  }

  @Test
  @DisplayName("RT-2 clearing empties them and says how many there were")
  void clear() {
    route(draft("bridge", "nowhere").content("one"));
    route(draft("bridge", "nowhere").content("two"));

    assertThat(result(broker.clearDeadLetters())).isEqualTo(2);

    assertThat(deadLetters()).isEmpty();
    assertThat(result(broker.clearDeadLetters())).isZero();
  }

  @Test
  @DisplayName("RT-2 a replay delivers to whoever listens now, in order, and live")
  void replay() {
    route(draft("bridge", "slack/team").content("one"));
    route(draft("bridge", "email/x").content("other"));
    route(draft("bridge", "slack/team").content("two"));
    create("bob");
    subscribe("bob", "slack/**");
    RecordingListener listener = RecordingListener.withMuchRoom();
    listen("bob", options(AckMode.NONE, ListenOptions.NOW), listener);

    Replayed replayed = result(broker.replayDeadLetters(List.of()));

    assertThat(replayed).isEqualTo(new Replayed(3, 2));
    assertThat(replayed.unmatched()).isEqualTo(1);
    assertThat(deadLetters()).containsExactly("other");
    assertThat(listener.awaitContents(2)).containsExactly("one", "two");
    assertThat(receive("bob")).containsExactly("one", "two");
  }

  @Test
  @DisplayName("RT-3 hooks fire for what a replay delivers, as they would have at first")
  void replayCallsHooks() {
    route(
        draft("bridge", "slack/team")
            .content("one")
            .command("new_message")
            .payload("{\"a\":1}".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    create("bob");
    createSession("bob", "main", "slack/**");
    List<String> routed = new ArrayList<>();
    broker.onRoute(
        (message, receipt) ->
            routed.add(
                message.draft().command()
                    + message.draft().content()
                    + receipt.agents()
                    + receipt.sessions()
                    + message.id().equals(idOf(receipt))));

    result(broker.replayDeadLetters(List.of()));

    assertThat(routed).containsExactly("new_messageone[bob][bob/main]true");
  }

  @Test
  @DisplayName("RT-2 only the letters that are named are replayed")
  void replaySome() {
    route(draft("bridge", "slack/team").content("one"));
    Receipt second = route(draft("bridge", "slack/team").content("two"));
    create("bob");
    subscribe("bob", "slack/**");

    assertThat(result(broker.replayDeadLetters(List.of(idOf(second)))))
        .isEqualTo(new Replayed(1, 1));

    assertThat(receive("bob")).containsExactly("two");
    assertThat(deadLetters()).containsExactly("one");
  }

  @Test
  @DisplayName(
      "RT-2 a replay that finds nobody changes nothing, and one that was delivered is over")
  void replayTwice() {
    route(draft("bridge", "slack/team").content("one"));
    assertThat(result(broker.replayDeadLetters(List.of()))).isEqualTo(new Replayed(1, 0));
    create("bob");
    subscribe("bob", "slack/**");

    assertThat(result(broker.replayDeadLetters(List.of()))).isEqualTo(new Replayed(1, 1));
    assertThat(result(broker.replayDeadLetters(List.of()))).isEqualTo(new Replayed(0, 0));

    assertThat(receive("bob")).containsExactly("one");
  }

  @Test
  @DisplayName("SUB-3 a replay to a session reaches its agent as handled")
  void replayCascades() {
    route(draft("bridge", "slack/team").content("one"));
    create("bob");
    createSession("bob", "main", "slack/**");

    result(broker.replayDeadLetters(List.of()));

    assertThat(receive(inbox("bob", "main"))).containsExactly("one");
    assertThat(result(broker.peek(inbox("bob"), 1)).getFirst().annotation())
        .isEqualTo("\"handled\":true,\"handledBy\":[{\"agentId\":\"bob\",\"sessionId\":\"main\"}]");
  }

  @Test
  @DisplayName("RT-2 GRP-1 a replay serves those who were missing, and stays until none is")
  void replayToMissingRecipients() {
    create("ada", "bob");
    route(draft("ada", "agent/bob,eve,zoe").content("all"));
    create("eve");

    assertThat(result(broker.replayDeadLetters(List.of()))).isEqualTo(new Replayed(1, 1));
    assertThat(receive("eve")).containsExactly("all");
    assertThat(deadLetters()).containsExactly("all");

    create("zoe");
    assertThat(result(broker.replayDeadLetters(List.of()))).isEqualTo(new Replayed(1, 1));

    assertThat(receive("zoe")).containsExactly("all");
    assertThat(receive("eve")).isEmpty();
    assertThat(receive("bob")).containsExactly("all");
    assertThat(deadLetters()).isEmpty();
  }

  @Test
  @DisplayName("RT-2 IN-3 a letter an inbox gave up on goes back to that inbox only")
  void replayOfGivenUp() {
    create("ada", "bob", "eve");
    route(draft("ada", "agent/bob,eve").content("work"));
    giveUp("bob");
    assertThat(letters().getFirst().annotation())
        .isEqualTo("\"reason\":\"not acknowledged after 1 attempts\",\"inbox\":\"bob\"");

    assertThat(result(broker.replayDeadLetters(List.of()))).isEqualTo(new Replayed(1, 1));

    assertThat(statuses(inbox("bob"))).containsExactly("failed", "pending");
    assertThat(receive("bob")).containsExactly("work");
    assertThat(history(inbox("eve"))).containsExactly("work");
  }

  @Test
  @DisplayName("RT-2 a letter whose inbox is gone stays where it is")
  void replayOfGivenUpWithoutInbox() {
    create("ada", "bob");
    send("ada", "bob", "work");
    giveUp("bob");
    result(broker.participants().deleteAgent(agent("bob")));

    assertThat(result(broker.replayDeadLetters(List.of()))).isEqualTo(new Replayed(1, 0));

    assertThat(deadLetters()).containsExactly("work");
  }

  @Test
  @DisplayName("IN-6 a letter that has expired is not delivered by a replay")
  void replayOfExpired() {
    route(draft("bridge", "slack/team").content("late").ttlMillis(1_000));
    create("bob");
    subscribe("bob", "slack/**");
    advance(Duration.ofSeconds(2));

    assertThat(result(broker.replayDeadLetters(List.of()))).isEqualTo(new Replayed(1, 0));

    assertThat(receive("bob")).isEmpty();
  }

  @Test
  @DisplayName("IN-6 a letter replayed in time still expires")
  void replayedStillExpires() {
    route(draft("bridge", "slack/team").content("soon").ttlMillis(5_000));
    create("bob");
    subscribe("bob", "slack/**");
    result(broker.replayDeadLetters(List.of()));

    advance(Duration.ofSeconds(5));

    assertThat(receive("bob")).isEmpty();
    assertThat(statuses(inbox("bob"))).containsExactly("expired");
  }

  @Test
  @DisplayName("DUR-2 dead letters survive a restart, and so does their having been replayed")
  void survivesRestart() {
    route(draft("bridge", "slack/team").content("one"));
    route(draft("bridge", "email/x").content("two"));
    create("bob");
    subscribe("bob", "slack/**");
    result(broker.replayDeadLetters(List.of()));

    restart();

    assertThat(deadLetters()).containsExactly("two");
    assertThat(receive("bob")).containsExactly("one");
  }

  private List<Copy> letters() {
    return result(broker.lookups().deadLetters(HistoryQuery.newest(10))).copies();
  }

  private static HistoryQuery before(long cursor, int limit) {
    return new HistoryQuery(limit, cursor, -1, false, 0, Long.MAX_VALUE, null, null, null);
  }

  /** Lets an inbox's only message go unacknowledged until the hub gives up on it. */
  private void giveUp(String agent) {
    RecordingListener listener = RecordingListener.withMuchRoom();
    var listening =
        listen(
            agent,
            new ListenOptions(AckMode.MANUAL, ListenOptions.PENDING, 10, ACK_TIMEOUT, 1),
            listener);
    listener.awaitContents(1);
    settle();
    advance(ACK_TIMEOUT);
    eventually(() -> !letters().isEmpty());
    listening.close();
  }
}
