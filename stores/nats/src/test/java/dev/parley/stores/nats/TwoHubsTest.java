package dev.parley.stores.nats;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listener;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.sending.PendingReply;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.core.time.SystemTime;
import dev.parley.testkit.broker.Senders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hubs are one system. */
class TwoHubsTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");

  @TempDir java.nio.file.Path directory;

  private final TestCluster cluster = new TestCluster();
  private final SystemTime time = new SystemTime();
  private Node here;
  private Node there;

  /** One hub. */
  private record Node(NatsStore store, Broker broker) {
    void close() {
      broker.close();
      store.close();
    }

    Receipt send(String from, String path, String content) {
      return sending(from, path, content).join();
    }

    CompletableFuture<Receipt> sending(String from, String path, String content) {
      Draft draft = Draft.from(from).to(Path.parse(path)).content(content).build();
      return broker.route(draft, Senders.of(draft));
    }

    List<String> history(AgentId agent) {
      return store.readForward(BoxId.inbox(agent), 0, 10_000).stream()
          .map(TwoHubsTest::content)
          .toList();
    }
  }

  /** Somebody who listens. */
  private static final class Heard implements Listener {
    private final List<Copy> copies = new CopyOnWriteArrayList<>();

    @Override
    public boolean hasRoom() {
      return true;
    }

    @Override
    public void push(Copy copy) {
      copies.add(copy);
    }

    @Override
    public void lagging(long cursor) {}

    @Override
    public void caughtUp() {}

    @Override
    public void ended(Refused why) {}

    List<Copy> copies() {
      return copies;
    }
  }

  private static ListenOptions options(AckMode ack) {
    return new ListenOptions(ack, ListenOptions.PENDING, 100, Duration.ofSeconds(30), 5);
  }

  private static String content(Copy copy) {
    return dev.parley.core.message.Message.parse(copy.message().number(), copy.message().json())
        .draft()
        .content();
  }

  private Node node(String name) {
    NatsStore store = cluster.store(directory.resolve(name));
    return new Node(store, new Broker(store, time, BrokerConfig.DEFAULT).start());
  }

  @BeforeEach
  void start() {
    here = node("here");
    there = node("there");
    here.broker.participants().createAgent(ADA, null, null, null, "hash-of-ada").join();
    here.broker.participants().createAgent(BOB, null, null, null, null).join();
    await().until(() -> there.broker.participants().agent(BOB).isPresent());
  }

  @AfterEach
  void stop() {
    here.close();
    there.close();
    time.close();
  }

  @Test
  void whatIsRegisteredOnOneIsKnownToTheOther() {
    assertThat(there.broker.participants().tokenHolder("hash-of-ada")).contains(ADA);
    assertThatThrownBy(
            () -> there.broker.participants().createAgent(ADA, null, null, null, null).join())
        .hasRootCauseInstanceOf(Refused.class)
        .hasMessageContaining("already");

    there.broker.participants().deleteAgent(BOB).join();

    await().until(() -> here.broker.participants().agent(BOB).isEmpty());
  }

  @Test
  void aSubscriptionMadeOnOneRoutesOnTheOther() {
    there.broker.participants().subscribe(BOB, Pattern.parse("news/*/a.b>c ü/**")).join();
    await().until(() -> here.broker.participants().subscriptionCount() > 2);

    Receipt receipt = here.send("ada", "news/x y/a.b>c ü/deep/er", "hello");

    assertThat(receipt.agents()).containsExactly(BOB);
    assertThat(here.send("ada", "news/**/a.b>c ü/x", "from above").agents()).containsExactly(BOB);
  }

  @Test
  void subscriptionsComeAndGoOneByOneOnTheOther() {
    Pattern pattern = Pattern.parse("a/*");
    there.broker.participants().subscribe(BOB, Pattern.parse("b")).join();
    there.broker.participants().subscribe(BOB, pattern).join();
    await().until(() -> here.broker.participants().subscriptions(BOB).size() == 2);
    assertThat(here.broker.participants().subscriptions(BOB))
        .isEqualTo(there.broker.participants().subscriptions(BOB));

    here.broker.participants().unsubscribe(BOB, pattern).join();

    await().until(() -> there.broker.participants().subscriptions(BOB).size() == 1);
    assertThat(there.send("ada", "a/x", "nobody").agents()).isEmpty();
    assertThat(there.send("ada", "b", "hello").agents()).containsExactly(BOB);
  }

  @Test
  void aMessageSentOnOneIsPushedOnTheOther() {
    Heard listener = new Heard();
    there.broker.listen(BoxId.inbox(BOB), options(AckMode.AUTO), listener).join();

    for (int i = 0; i < 20; i++) {
      here.send("ada", "agent/bob", "m" + i);
    }

    await().until(() -> listener.copies().size() == 20);
    assertThat(listener.copies())
        .extracting(TwoHubsTest::content)
        .startsWith("m0", "m1", "m2")
        .endsWith("m19");
  }

  @Test
  void bothWriteAtOnceAndAgreeOnTheOrder() {
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      sent.add(here.sending("ada", "agent/bob", "here" + i));
      sent.add(there.sending("ada", "agent/bob", "there" + i));
    }
    sent.forEach(CompletableFuture::join);

    await().untilAsserted(() -> assertThat(there.history(BOB)).isEqualTo(here.history(BOB)));
    List<String> all = here.history(BOB);
    assertThat(all).hasSize(600).doesNotHaveDuplicates();
    assertThat(all.stream().filter(text -> text.startsWith("here")).toList())
        .isEqualTo(java.util.stream.IntStream.range(0, 300).mapToObj(i -> "here" + i).toList());
    Set<Long> numbers = new HashSet<>();
    here.store.messagesFrom(0, 10_000).forEach(filed -> numbers.add(filed.message().number()));
    assertThat(numbers).hasSize(600);
  }

  @Test
  void aHubThatWritesWithoutPauseLeavesTheOtherItsTurns() throws Exception {
    AtomicBoolean busy = new AtomicBoolean(true);
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  while (busy.get()) {
                    here.send("ada", "agent/bob", "busy");
                  }
                });
    try {
      for (int i = 0; i < 50; i++) {
        there.sending("ada", "agent/ada", "turn " + i).get(20, SECONDS);
      }
    } finally {
      busy.set(false);
      writer.join();
    }
    assertThat(there.history(ADA)).hasSize(50);
  }

  @Test
  void whatIsReceivedOnOneIsGoneOnTheOther() {
    here.send("ada", "agent/bob", "once");
    await().until(() -> there.store.stats(BoxId.inbox(BOB)).pending() == 1);

    assertThat(there.broker.receive(BoxId.inbox(BOB), 10).join()).hasSize(1);

    await().until(() -> here.store.stats(BoxId.inbox(BOB)).pending() == 0);
    assertThat(here.broker.receive(BoxId.inbox(BOB), 10).join()).isEmpty();
  }

  @Test
  void somebodyWhoWaitsOnOneHearsWhatHappensOnTheOther() {
    Receipt receipt = here.send("ada", "agent/bob", "read me");
    var read = here.broker.await(receipt.message().id(), State.READ, false, Duration.ofSeconds(20));
    await().until(() -> there.store.find(receipt.message().id()).isPresent());

    there.broker.markRead(BoxId.inbox(BOB), List.of(receipt.message().id())).join();

    assertThat(read.join().recipients()).allMatch(copy -> copy.state() == State.READ);
  }

  @Test
  void aRequestOnOneIsAnsweredOnTheOther() {
    Draft question = Draft.from("ada").to(Path.parse("agent/bob")).content("?").build();
    PendingReply pending =
        here.broker.request(question, Senders.of(question), Duration.ofSeconds(20));
    pending.accepted().join();
    await().until(() -> there.store.find(pending.id()).isPresent());

    there.broker.reply(Draft.from("bob").content("!"), pending.id(), Senders.agent("bob")).join();

    assertThat(content(pending.reply().join())).isEqualTo("!");
  }

  @Test
  void sentAgainToTheOtherHubWithTheSameKeyItIsTheSameMessage() {
    Draft draft =
        Draft.from("ada").to(Path.parse("agent/bob")).content("x").idempotencyKey("k1").build();
    Receipt first = here.broker.route(draft, Senders.of(draft)).join();
    await().until(() -> there.store.find(first.message().id()).isPresent());

    Receipt second = there.broker.route(draft, Senders.of(draft)).join();

    assertThat(second.message().id()).isEqualTo(first.message().id());
    assertThat(second.duplicate()).isTrue();
  }

  @Test
  void ofListenersWhoAcknowledgeOnTwoHubsOneGetsEachMessage() throws Exception {
    Heard first = new Heard();
    Heard second = new Heard();
    ListenOptions manual = options(AckMode.MANUAL);
    Listening listening = here.broker.listen(BoxId.inbox(BOB), manual, first).join();
    there.broker.listen(BoxId.inbox(BOB), manual, second).join();

    there.send("ada", "agent/bob", "one");
    await().until(() -> first.copies().size() == 1);
    assertThat(second.copies()).isEmpty();

    // It goes away without having acknowledged: the other one gets it.
    listening.close();

    await().until(() -> second.copies().size() == 1);
    assertThat(content(second.copies().getFirst())).isEqualTo("one");
  }

  @Test
  void aRecordIsCreatedOnceWhicheverHubIsAskedAndFollowedByTheOther() {
    Map<String, String> heardThere = new ConcurrentHashMap<>();
    there
        .broker
        .records()
        .follow("things", (key, value) -> heardThere.put(key, value == null ? "gone" : "there"));
    List<CompletableFuture<Boolean>> created = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      created.add(here.broker.records().create("things", "k" + i, new byte[] {1}));
      created.add(there.broker.records().create("things", "k" + i, new byte[] {2}));
    }

    assertThat(created.stream().filter(CompletableFuture::join)).hasSize(50);
    here.broker.records().create("things", "last", new byte[] {1}).join();
    await().until(() -> "there".equals(heardThere.get("last")));
    here.broker.records().delete("things", List.of("last")).join();
    await().until(() -> "gone".equals(heardThere.get("last")));
  }

  @Test
  void whoIsConnectedAtOneIsOnlineAtTheOtherUntilItsHubIsGone() {
    here.broker.presence().connected(ADA);
    here.broker.presence().connected(BOB);
    await().until(() -> there.broker.presence().isOnline(ADA));
    await().until(() -> there.broker.presence().isOnline(BOB));

    here.broker.presence().disconnected(BOB);
    await().until(() -> !there.broker.presence().isOnline(BOB));
    assertThat(there.broker.presence().of(BOB).lastSeenAt()).isPositive();

    Node late = node("late");
    try {
      await().until(() -> late.broker.presence().isOnline(ADA));
      late.broker.presence().connected(BOB);
      await().until(() -> there.broker.presence().isOnline(BOB));
    } finally {
      late.close();
    }
    await().until(() -> !there.broker.presence().isOnline(BOB));
    assertThat(there.broker.presence().isOnline(ADA)).isTrue();
  }

  @Test
  void aHubThatComesLaterKnowsEverything() {
    for (int i = 0; i < 50; i++) {
      here.send("ada", "agent/bob", "m" + i);
    }

    Node late = node("late");
    try {
      assertThat(late.history(BOB)).isEqualTo(here.history(BOB)).hasSize(50);
      assertThat(late.broker.participants().agent(ADA)).isPresent();
    } finally {
      late.close();
    }
  }

  @Test
  void aHubThatNoLongerHearsTheOthersRefusesToWriteInPlaceOfWaiting() {
    try (NatsStore deaf = cluster.store(directory.resolve("deaf"))) {
      deaf.onNews(
          () -> {
            throw new IllegalStateException("on purpose");
          });

      here.send("ada", "agent/bob", "hello");

      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> deaf.begin().close())
                      .isInstanceOf(StoreException.class)
                      .hasMessageContaining("start it again"));
      assertThat(deaf.isConnected()).isFalse();
    }
  }
}
