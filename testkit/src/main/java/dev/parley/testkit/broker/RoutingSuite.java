package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.sending.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which inboxes a message reaches, and what its sender is told. */
abstract class RoutingSuite extends BrokerSuite {

  @Test
  @DisplayName("RT-1 a receipt names the message and everybody who got it")
  void receiptNamesRecipients() {
    create("ada", "bob");
    createSession("bob", "slack", "slack/**");

    Receipt receipt = route(draft("ada", "slack/team/#general").content("hello"));

    assertThat(receipt.delivered()).isTrue();
    assertThat(receipt.agents()).containsExactly(agent("bob"));
    assertThat(receipt.sessions()).containsExactly(session("bob", "slack"));
    assertThat(receipt.duplicate()).isFalse();
    assertThat(result(broker.lookups().find(idOf(receipt)))).contains(receipt.message());
  }

  @Test
  @DisplayName("RT-1 a message to one agent reaches that agent alone")
  void sendReachesOne() {
    create("ada", "bob", "eve");

    send("ada", "bob", "hello");

    assertThat(receive("bob")).containsExactly("hello");
    assertThat(receive("eve")).isEmpty();
    assertThat(receive("ada")).isEmpty();
  }

  @Test
  @DisplayName("RT-1 a broadcast reaches every agent but its sender")
  void broadcastReachesAllOthers() {
    create("ada", "bob", "eve");

    Receipt receipt = route(draft("ada", "agent/**").content("all"));

    assertThat(receipt.agents()).containsExactlyInAnyOrder(agent("bob"), agent("eve"));
    assertThat(receive("bob")).containsExactly("all");
    assertThat(receive("eve")).containsExactly("all");
    assertThat(receive("ada")).isEmpty();
  }

  @ParameterizedTest(name = "ADDR-2 {0} asks for {1}: {2}")
  @CsvSource(
      textBlock =
          """
          agent/researcher, agent/researcher,           true
          agent/*,          agent/researcher,           true
          agent/*,          agent/a/b,                  false
          agent/**,         agent/a/b/c,                true
          agent/**,         agent,                      true
          slack/*/*,        'slack/team/#general',      true
          'slack/*/#*',     'slack/team/#general',      false
          'slack/*/#*',     'slack/team/#*',            true
          email/**,         email/to@co.com/from@x.com, true
          **,               anything/at/all,            true
          a/**/z,           a/z,                        true
          a/**/z,           a/b/c/z,                    true
          a/**/z,           a/b/c,                      false
          a/*/z,            a/z,                        false
          """)
  void subscriptionMatchesPath(String pattern, String path, boolean matches) {
    create("watcher");
    subscribe("watcher", pattern);

    Receipt receipt = route(draft("bridge", path).content("x"));

    assertThat(receipt.delivered()).isEqualTo(matches);
    assertThat(receive("watcher")).isEqualTo(matches ? List.of("x") : List.of());
  }

  @ParameterizedTest(name = "ADDR-3 a message to {0} reaches who asked for {1}: {2}")
  @CsvSource(
      textBlock =
          """
          agent/**,       agent/researcher,      true
          agent/*,        agent/researcher,      true
          slack/*/*,      'slack/team/#general', true
          slack/team/**,  slack/team,            true
          slack/**,       slack/*/news,          true
          email/*,        slack/team,            false
          slack/*,        slack/team/news,       false
          """)
  void pathTakenAsPatternMatchesSubscription(String path, String pattern, boolean matches) {
    create("watcher");
    subscribe("watcher", pattern);

    assertThat(route(draft("bridge", path)).agents())
        .isEqualTo(matches || path.startsWith("agent/") ? List.of(agent("watcher")) : List.of());
  }

  @ParameterizedTest(name = "ADDR-1 {0} is the same path")
  @ValueSource(strings = {"/agent/bob", "agent/bob/", "agent//bob", "//agent///bob//"})
  void slashesAreNormalised(String path) {
    create("ada", "bob");

    Receipt receipt = route(draft("ada", path).content("x"));

    assertThat(EnvelopeFields.of(receipt.message(), "path")).isEqualTo("agent/bob");
    assertThat(receive("bob")).containsExactly("x");
  }

  @Test
  @DisplayName("ADDR-4 an agent may send to itself")
  void selfSend() {
    create("ada");
    createSession("ada", "diary", "agent/ada");

    Receipt receipt = send("ada", "ada", "note");

    assertThat(receipt.agents()).containsExactly(agent("ada"));
    assertThat(receive("ada")).containsExactly("note");
    assertThat(receive(inbox("ada", "diary"))).containsExactly("note");
  }

  @ParameterizedTest(
      name = "ADDR-4 what ada sends to {0} does not come back to ada or her sessions")
  @ValueSource(strings = {"agent/**", "agent/*", "agent/bob", "agent/ada,bob", "agent/bob/x"})
  void senderAndItsSessionsAreExcluded(String path) {
    create("ada", "bob");
    subscribe("ada", "agent/**");
    subscribe("bob", "agent/bob/*");
    createSession("ada", "main", "agent/**");

    Receipt receipt = route(draft("ada", path).content("x"));

    assertThat(receipt.agents()).containsExactly(agent("bob"));
    assertThat(receipt.sessions()).isEmpty();
    assertThat(receive("ada")).isEmpty();
    assertThat(receive(inbox("ada", "main"))).isEmpty();
  }

  @Test
  @DisplayName("ADDR-4 elsewhere a sender hears what it says where it listens")
  void senderHearsItselfOutsideAgents() {
    create("ada");
    subscribe("ada", "slack/**");

    assertThat(route(draft("ada", "slack/team")).agents()).containsExactly(agent("ada"));
  }

  @Test
  @DisplayName("RT-1 who matches twice gets one copy")
  void oneCopyHoweverManySubscriptionsMatch() {
    create("ada", "bob");
    subscribe("bob", "agent/*");
    subscribe("bob", "agent/**");

    send("ada", "bob", "once");

    assertThat(receive("bob")).containsExactly("once");
  }

  @Test
  @DisplayName("GRP-1 one message to several agents reaches each of them once")
  void severalRecipients() {
    create("ada", "bob", "eve");

    Receipt receipt = route(draft("ada", "agent/bob,eve,bob").content("both"));

    assertThat(receipt.agents()).containsExactlyInAnyOrder(agent("bob"), agent("eve"));
    assertThat(receive("bob")).containsExactly("both");
    assertThat(receive("eve")).containsExactly("both");
  }

  @ParameterizedTest(name = "MSG-2 a list of recipients like {0} is refused and leaves nothing")
  @ValueSource(strings = {"agent/a,,b", "agent/,a", "agent/a,", "agent/,", "agent/a,b c"})
  void malformedRecipients(String path) {
    create("a", "b");

    assertThat(refusal(routing(draft("b", path))).code()).isEqualTo(ErrorCode.BAD_REQUEST);

    assertThat(deadLetters()).isEmpty();
    assertThat(receive("a")).isEmpty();
  }

  @Test
  @DisplayName("RT-3 hooks fire after every delivery and not for dead letters")
  void hooksFireOnDelivery() {
    create("ada", "bob");
    List<String> routed = new CopyOnWriteArrayList<>();
    broker.onRoute((message, receipt) -> routed.add(message.draft().content() + receipt.agents()));

    send("ada", "bob", "one");
    send("ada", "nobody", "lost");
    send("bob", "ada", "two");

    await().untilAsserted(() -> assertThat(routed).containsExactly("one[bob]", "two[ada]"));
  }

  @Test
  @DisplayName("RT-3 a hook that throws harms neither delivery nor other hooks")
  void throwingHookHarmsNobody() {
    create("ada", "bob");
    List<String> routed = new CopyOnWriteArrayList<>();
    RecordingListener listener = RecordingListener.withMuchRoom();
    listen("bob", options(dev.parley.core.delivery.AckMode.NONE, -2), listener);
    broker.onRoute(
        (_, _) -> {
          throw new IllegalStateException("on purpose");
        });
    broker.onRoute((message, _) -> routed.add(String.valueOf(message.draft().content())));

    assertThat(send("ada", "bob", "hello").delivered()).isTrue();

    await().untilAsserted(() -> assertThat(routed).containsExactly("hello"));
    assertThat(listener.awaitContents(1)).containsExactly("hello");
  }

  @Test
  @DisplayName("MSG-1 a draft without anything has the defaults of the envelope")
  void defaults() {
    create("ada", "bob");

    Receipt receipt = route(Draft.from("ada").to(draft("ada", "agent/bob").build().path()));

    assertThat(EnvelopeFields.of(receipt.message().json()).keySet())
        .containsExactly(
            "id", "from", "path", "command", "payload", "timestamp", "source", "origin");
    assertThat(EnvelopeFields.of(receipt.message().json()))
        .containsEntry("command", "message")
        .containsEntry("source", "internal")
        .containsEntry("timestamp", Long.toString(START));
  }

  @Test
  @DisplayName("ids of messages do not tell how many there were in between")
  void hiddenNumbers() {
    create("ada", "bob");
    List<MessageId> ids = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ids.add(idOf(send("ada", "bob", "m" + i)));
    }

    assertThat(ids.stream().map(MessageId::number)).allMatch(number -> number > 10_000);
    for (MessageId id : ids) {
      long number = result(broker.lookups().find(id)).orElseThrow().number();
      assertThat(broker.hiddenNumbers().reveal(id.number())).isEqualTo(number);
    }
  }
}
