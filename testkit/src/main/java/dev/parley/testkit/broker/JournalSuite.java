package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.journal.Cursors.From;
import dev.parley.core.journal.Follower;
import dev.parley.core.journal.Follower.Options;
import dev.parley.core.journal.Journal;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import dev.parley.core.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Everything accepted, in the order of commits, and whoever follows it. */
public abstract class JournalSuite extends BrokerSuite {

  @BeforeEach
  void agents() {
    create("ada", "bob");
  }

  private List<Long> numbers(long after) {
    return broker.journal().read(after, 10_000).stream().map(FiledMessage::number).toList();
  }

  private static List<String> contents(List<FiledMessage> entries) {
    return entries.stream()
        .map(entry -> EnvelopeFields.of(entry.message().json()).get("content"))
        .toList();
  }

  @Test
  @DisplayName("JRN-1 entries have the numbers 1, 2, 3 in the order in which they were accepted")
  void order() {
    send("ada", "bob", "one");
    send("bob", "ada", "two");
    send("ada", "nobody", "three");

    assertThat(numbers(0)).containsExactly(1L, 2L, 3L);
    assertThat(contents(broker.journal().read(0, 10))).containsExactly("one", "two", "three");
    assertThat(broker.journal().end()).isEqualTo(3);
    assertThat(broker.journal().read(3, 10)).isEmpty();
  }

  @Test
  @DisplayName("JRN-2 a message that is refused takes no number, nor does one that is repeated")
  void refusedTakesNone() {
    MessageId own = new MessageId(7, 7);
    List<CompletableFuture<?>> asked = new ArrayList<>();
    inOneCommit(
        () -> {
          asked.add(routing(draft("ada", "agent/bob").id(own).content("first")));
          asked.add(routing(draft("bob", "agent/ada").id(own).content("another's id")));
          asked.add(routing(draft("ada", "agent/bob").id(own).content("first")));
          asked.add(routing(draft("ada", "agent/bob").content("second")));
        });
    assertThat(asked.stream().map(BrokerSuite::isRefused).toList())
        .containsExactly(false, true, false, false);

    assertThat(contents(broker.journal().read(0, 10))).containsExactly("first", "second");
    assertThat(numbers(0)).containsExactly(1L, 2L);
  }

  @Test
  @DisplayName("JRN-3 once a reader has seen a number, nothing at or below it appears")
  void nothingComesLate() throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    List<String> late = new CopyOnWriteArrayList<>();
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  List<Long> seen = new ArrayList<>();
                  while (!over.get()) {
                    List<Long> now = numbers(0);
                    if (now.size() < seen.size() || !now.subList(0, seen.size()).equals(seen)) {
                      late.add(seen + " became " + now);
                    }
                    seen = now;
                  }
                });
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String from = i % 2 == 0 ? "ada" : "bob";
      senders.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int n = 0; n < 100; n++) {
                      send(from, "bob", "x");
                    }
                  }));
    }
    for (Thread sender : senders) {
      sender.join();
    }
    over.set(true);
    reader.join();

    assertThat(late).isEmpty();
    assertThat(numbers(0)).hasSize(400);
  }

  @Test
  @DisplayName(
      "JRN-4 an entry says where the message was filed, a replayed dead letter comes again")
  void filings() {
    send("ada", "late", "for later");
    create("late");
    result(broker.replayDeadLetters(List.of()));

    List<FiledMessage> entries = broker.journal().read(0, 10);
    assertThat(contents(entries)).containsExactly("for later", "for later");
    FiledMessage again = entries.getLast();
    assertThat(again.isFiledAgain()).isTrue();
    assertThat(again.filings()).containsExactly(new Filing(inbox("late"), 0));
    assertThat(broker.journal().end()).isEqualTo(again.number());
  }

  @Test
  @DisplayName("JRN-5 a follower is handed everything from where it begins, and what comes then")
  void follows() {
    send("ada", "bob", "before");
    List<String> heard = new CopyOnWriteArrayList<>();
    try (Follower follower =
        broker.journal().follow("test", 0, Options.AT_ONCE, some -> heard.addAll(contents(some)))) {
      eventually(() -> heard.size() == 1);
      send("ada", "bob", "after");
      eventually(() -> heard.size() == 2);

      assertThat(heard).containsExactly("before", "after");
      eventually(() -> follower.lag() == 0);
      assertThat(broker.journal().followers()).containsExactly(follower);
    }
    assertThat(broker.journal().followers()).isEmpty();
  }

  @Test
  @DisplayName("JRN-6 a named cursor is durable: after a restart the follower goes on")
  void cursor() {
    send("ada", "bob", "never heard");
    List<String> heard = new CopyOnWriteArrayList<>();
    Follower first = noted(heard, From.NOW);
    eventually(() -> first.cursor() == 1);
    send("ada", "bob", "one");
    eventually(() -> first.cursor() == 2);
    first.close();
    send("ada", "bob", "two");

    restart();
    Follower second = noted(heard, From.NOW);

    eventually(() -> second.cursor() == 3);
    assertThat(heard).containsExactly("one", "two");
  }

  private Follower noted(List<String> heard, From from) {
    return broker
        .journal()
        .follow("test", from, Options.AT_ONCE, some -> heard.addAll(contents(some)));
  }

  @Test
  @DisplayName("JRN-7 what a follower fails on is handed on again, and nobody waits for it")
  void failing() {
    AtomicInteger left = new AtomicInteger(2);
    List<String> heard = new CopyOnWriteArrayList<>();
    Follower follower =
        broker
            .journal()
            .follow(
                "test",
                From.BEGINNING,
                Options.AT_ONCE,
                some -> {
                  if (left.getAndDecrement() > 0) {
                    throw new IllegalStateException("on purpose");
                  }
                  heard.addAll(contents(some));
                });
    send("ada", "bob", "one");
    eventually(() -> follower.failures() > 0);
    assertThat(follower.lastFailure()).hasMessage("on purpose");
    assertThat(send("ada", "bob", "two").delivered()).isTrue();

    eventually(() -> heard.size() == 2);
    assertThat(heard).containsExactly("one", "two");
    eventually(() -> follower.failures() == 0 && follower.lastFailure() == null);
  }

  @Test
  @DisplayName("JRN-8 one that stands still holds up neither senders nor other followers")
  void slow() throws InterruptedException {
    CountDownLatch stuck = new CountDownLatch(1);
    List<String> heard = new CopyOnWriteArrayList<>();
    Journal journal = broker.journal();
    Follower slow =
        journal.follow(
            "slow",
            0,
            Options.AT_ONCE,
            _ -> {
              try {
                stuck.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Follower quick =
        journal.follow("quick", 0, Options.AT_ONCE, some -> heard.addAll(contents(some)));

    for (int i = 0; i < 50; i++) {
      send("ada", "bob", "n" + i);
    }
    eventually(() -> heard.size() == 50);
    assertThat(slow.lag()).isEqualTo(50);
    stuck.countDown();
    eventually(() -> slow.lag() == 0);
    slow.close();
    quick.close();
  }

  @Test
  @DisplayName("JRN-9 effects in the cursor's own transaction happen exactly once, failures or not")
  void exactlyOnce() {
    AtomicLong attempts = new AtomicLong();
    Follower follower =
        broker
            .journal()
            .followInTransactions(
                "echo",
                From.BEGINNING,
                new Options(2, Options.AT_ONCE.calm()),
                (tx, entries) -> {
                  attempts.incrementAndGet();
                  for (FiledMessage entry : entries) {
                    String content =
                        EnvelopeFields.of(entry.message().json()).getOrDefault("content", "");
                    if (content.startsWith("n")) {
                      tx.route(
                          draft("bob", "agent/ada").content("re " + content).build(),
                          Senders.agent("bob"));
                    }
                    tx.put("seen", content, content.getBytes(StandardCharsets.UTF_8));
                  }
                });
    for (int i = 0; i < 20; i++) {
      if (i % 5 == 2) {
        store.failCommit(1, StoreException.Reason.FAILED);
      }
      CompletableFuture<?> sent = routing(draft("ada", "agent/bob").content("n" + i));
      if (isRefused(sent)) {
        send("ada", "bob", "n" + i);
      }
    }
    eventually(() -> follower.lag() == 0);

    List<String> echoes = receive("ada");
    assertThat(echoes).hasSize(20).doesNotHaveDuplicates();
    assertThat(attempts.get()).isPositive();
    restart();
    assertThat(receive("ada")).isEmpty();
  }
}
