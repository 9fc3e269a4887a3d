package dev.parley.stores.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.BoxId;
import dev.parley.core.time.SystemTime;
import dev.parley.testkit.broker.Senders;
import dev.parley.testkit.net.LateLine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one hub has acknowledged is found at another, however far behind that one is. */
class ReadYourWritesTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");
  private static final AgentId NEW = new AgentId("new");

  @TempDir java.nio.file.Path directory;

  private final TestCluster cluster = new TestCluster();
  private final SystemTime time = new SystemTime();
  private NatsStore storeHere;
  private NatsStore storeThere;
  private Broker here;
  private Broker there;

  @BeforeEach
  void start() {
    storeHere = cluster.store(directory.resolve("here"));
    storeThere = cluster.store(directory.resolve("there"));
    here = new Broker(storeHere, time, BrokerConfig.DEFAULT).start();
    there = new Broker(storeThere, time, BrokerConfig.DEFAULT).start();
    here.participants().createAgent(ADA, null, null, null, null).join();
    here.participants().createAgent(BOB, null, null, null, null).join();
    await().until(() -> there.participants().agent(BOB).isPresent());
  }

  @AfterEach
  void stop() {
    here.close();
    there.close();
    storeHere.close();
    storeThere.close();
    time.close();
  }

  /** The other hub takes nothing over until it is let go. */
  private CountDownLatch holdThere() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch letGo = new CountDownLatch(1);
    var _ =
        there
            .transactions()
            .run(
                _ -> {
                  held.countDown();
                  try {
                    letGo.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  return true;
                });
    held.await();
    return letGo;
  }

  /**
   * What the other hub answers, which is behind when it is asked first and goes on right after
   * that.
   */
  private <T> T askedThere(CountDownLatch letGo, Supplier<CompletableFuture<T>> request) {
    AtomicInteger asked = new AtomicInteger();
    CompletableFuture<T> answer =
        there.askingTwice(
            () -> {
              asked.incrementAndGet();
              try {
                CompletableFuture<T> once = request.get();
                var _ = once.whenComplete((_, _) -> letGo.countDown());
                return once;
              } catch (Refused refused) {
                letGo.countDown();
                throw refused;
              }
            },
            Runnable::run);
    T result = answer.join();
    assertThat(asked).as("it was not known there at first").hasValue(2);
    return result;
  }

  private Receipt send(String content) {
    return send(Draft.from("ada").to(Path.parse("agent/bob")).content(content).build());
  }

  private Receipt send(Draft draft) {
    return here.route(draft, Senders.of(draft)).join();
  }

  @Test
  void anAgent() throws Exception {
    CountDownLatch letGo = holdThere();
    here.participants().createAgent(NEW, null, null, null, "hash").join();

    AgentId found =
        askedThere(
            letGo,
            () -> {
              there.participants().requireAgent(NEW);
              return CompletableFuture.completedFuture(NEW);
            });

    assertThat(there.participants().tokenHolder("hash")).contains(found);
  }

  @Test
  void aMessageAndWhatBecameOfIt() throws Exception {
    CountDownLatch letGo = holdThere();
    MessageId id = send("hello").message().id();

    assertThat(askedThere(letGo, () -> there.lookups().status(id)).recipients()).hasSize(1);
  }

  @Test
  void aMessageThatIsAnswered() throws Exception {
    CountDownLatch letGo = holdThere();
    MessageId id = send("?").message().id();

    Receipt reply =
        askedThere(
            letGo, () -> there.reply(Draft.from("bob").content("!"), id, Senders.agent("bob")));

    assertThat(reply.agents()).containsExactly(ADA);
  }

  @Test
  void aProposalAndAVoteOnIt() throws Exception {
    CountDownLatch letGo = holdThere();
    Draft question =
        Draft.from("ada")
            .to(Path.parse("agent/bob"))
            .type(MessageType.PROPOSAL)
            .payload(
                "{\"question\":\"?\",\"options\":[\"yes\",\"no\"]}"
                    .getBytes(StandardCharsets.UTF_8))
            .build();
    MessageId id = send(question).message().id();
    assertThat(askedThere(letGo, () -> there.tally(id)).votes()).isEmpty();

    CountDownLatch again = holdThere();
    Draft vote =
        Draft.from("bob")
            .to(Path.parse("agent/ada"))
            .replyTo(id)
            .payload("{\"vote\":\"yes\"}".getBytes(StandardCharsets.UTF_8))
            .build();
    send(vote);
    CompletableFuture<Void> caughtUp = there.caughtUp();
    again.countDown();
    caughtUp.join();

    assertThat(there.tally(id).join().votes()).containsEntry("bob", "yes");
  }

  @Test
  void whatIsAcknowledgedWhereItIsNotKnownYet() {
    try (LateLine line = cluster.lateLine(Duration.ofMillis(300));
        NatsStore lateStore = cluster.store(directory.resolve("late"), line);
        Broker late = new Broker(lateStore, time, BrokerConfig.DEFAULT).start()) {
      MessageId id = send("hello").message().id();

      assertThat(late.ack(BoxId.inbox(BOB), List.of(id)).join()).isEqualTo(1);
    }
  }

  @Test
  void aMessageToAnAgentThatWasMadeAtTheOtherHubReachesIt() throws Exception {
    CountDownLatch letGo = holdThere();
    here.participants().createAgent(NEW, null, null, null, null).join();
    Draft draft = Draft.from("ada").to(Path.parse("agent/new")).content("hello").build();

    CompletableFuture<Receipt> receipt = there.route(draft, Senders.of(draft));
    letGo.countDown();

    assertThat(receipt.join().agents()).containsExactly(NEW);
  }

  @Test
  void aRequestThatReachedNobodyIsNotMadeTwice() {
    Draft draft = Draft.from("ada").to(Path.parse("agent/nobody")).content("?").build();

    CompletableFuture<?> reply =
        there.askingTwice(
            () -> there.request(draft, Senders.of(draft), Duration.ofSeconds(5)).reply(),
            Runnable::run);

    assertThat(reply).failsWithin(Duration.ofSeconds(20));
    assertThat(storeThere.stats(BoxId.DEAD_LETTERS).stored()).isEqualTo(1);
  }

  @Test
  void whatNobodyHasIsNotFound() {
    MessageId unknown = MessageId.of(1, 2, 3);

    CompletableFuture<?> answer =
        there.askingTwice(() -> there.lookups().status(unknown), Runnable::run);

    assertThat(answer)
        .failsWithin(Duration.ofSeconds(20))
        .withThrowableThat()
        .satisfies(
            failure -> assertThat(Refused.of(failure).code()).isEqualTo(ErrorCode.NOT_FOUND));
  }
}
