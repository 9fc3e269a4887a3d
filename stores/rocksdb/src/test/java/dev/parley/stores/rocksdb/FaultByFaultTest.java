package dev.parley.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.testkit.broker.RecordingListener;
import dev.parley.testkit.broker.Senders;
import dev.parley.testkit.disk.ForgetfulDisk;
import dev.parley.testkit.disk.ForgetfulDisk.Trouble;
import dev.parley.testkit.disk.OnForgetfulDisk;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/**
 * The same story is told once for every write and every fsync in it, and each time that one fails.
 * What those who asked were told, what the broker has in memory and what the store holds after a
 * loss of power are compared: they must agree.
 */
class FaultByFaultTest extends OnForgetfulDisk {
  private static final RocksConfig CONFIG =
      new RocksConfig(64 << 10, 64 << 10, 128 << 10, 1 << 20, 3, 1 << 20, true, false);
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");
  private static final BoxId INBOX = BoxId.inbox(BOB);
  private static final int MESSAGES = 8;

  private enum Told {
    DONE,
    REFUSED,
    UNCERTAIN
  }

  private String story = "";

  // What one telling came to.
  private final Map<String, Told> told = new TreeMap<>();
  private RocksStore store;
  private Broker broker;

  @Test
  void anFsyncThatFailsLeavesNobodyWithAWrongAnswer() throws Exception {
    long syncs = countedCalls().syncs();
    failEach(syncs, "sync", which -> disk.failSync(which));
  }

  @Test
  void aWriteThatFailsLeavesNobodyWithAWrongAnswer() throws Exception {
    long writes = countedCalls().writes();
    failEach(writes, "write", which -> disk.failWrite(which, Trouble.BROKEN));
  }

  @Test
  void aWriteThatFindsNoRoomLeavesNobodyWithAWrongAnswer() throws Exception {
    long writes = countedCalls().writes();
    failEach(writes, "write without room", which -> disk.failWrite(which, Trouble.FULL));
  }

  /** How many there are when nothing fails. */
  private ForgetfulDisk.Calls countedCalls() throws Exception {
    prepare(disk.folder().resolve("counted"));
    ForgetfulDisk.Calls before = disk.calls();
    tell();
    ForgetfulDisk.Calls after = disk.calls();
    assertThat(told.values()).containsOnly(Told.DONE);
    close();
    return new ForgetfulDisk.Calls(
        after.writes() - before.writes(), after.syncs() - before.syncs());
  }

  private void failEach(long calls, String what, LongConsumer fail) throws Exception {
    assertThat(calls).isGreaterThanOrEqualTo(MESSAGES);
    for (long which = 1; which <= calls; which++) {
      story = "%s %d of %d fails".formatted(what, which, calls);
      Path data = disk.folder().resolve(what + which);
      prepare(data);
      fail.accept(which);
      tell();
      disk.heal();
      compareMemory();
      disk.halt();
      close();
      disk.losePower(which);
      disk.resume();
      open(data);
      compareStore();
      askAgain();
      close();
    }
  }

  private void prepare(Path data) throws Exception {
    Files.createDirectory(data);
    open(data);
    for (AgentId agent : List.of(ADA, BOB)) {
      broker.participants().createAgent(agent, null, null, null, "old").join();
    }
    told.clear();
  }

  private void open(Path data) {
    store = RocksStore.open(data, CONFIG);
    broker = new Broker(store, new ManualTime(1_700_000_000_000L), BrokerConfig.DEFAULT).start();
  }

  private void close() {
    broker.close();
    store.close();
  }

  private void tell() throws Exception {
    RecordingListener listener = RecordingListener.withMuchRoom();
    var options =
        new ListenOptions(AckMode.NONE, ListenOptions.NOW, 100, Duration.ofSeconds(30), 5);
    broker.listen(INBOX, options, listener).get(20, TimeUnit.SECONDS);
    for (int i = 0; i < MESSAGES; i++) {
      told.put("message " + i, outcome(send(i)));
    }
    told.put("token", outcome(broker.participants().setTokenHash(ADA, "new")));
    List<String> accepted =
        told.entrySet().stream()
            .filter(each -> each.getKey().startsWith("message"))
            .filter(each -> each.getValue() == Told.DONE)
            .map(Map.Entry::getKey)
            .toList();
    assertThat(listener.awaitContents(accepted.size()))
        .as("pushed when %s", story)
        .containsExactlyElementsOf(accepted);
  }

  private CompletableFuture<?> send(int i) {
    Draft draft =
        Draft.from("ada")
            .to(dev.parley.core.address.Path.parse("agent/bob"))
            .content("message " + i)
            .idempotencyKey("key " + i)
            .build();
    return broker.route(draft, Senders.of(draft));
  }

  private static Told outcome(CompletableFuture<?> asked) throws Exception {
    try {
      asked.get(60, TimeUnit.SECONDS);
      return Told.DONE;
    } catch (java.util.concurrent.ExecutionException e) {
      String why = Refused.of(e.getCause()).getMessage();
      return String.valueOf(why).contains("may have been accepted") ? Told.UNCERTAIN : Told.REFUSED;
    }
  }

  private List<String> inbox() {
    List<String> contents = new ArrayList<>();
    for (Copy copy : store.readForward(INBOX, 0, 100)) {
      contents.add(Message.parse(copy.message().number(), copy.message().json()).draft().content());
    }
    return contents;
  }

  private boolean hasNewToken() {
    return "new".equals(broker.participants().agent(ADA).orElseThrow().tokenHash());
  }

  /** Memory follows what was told. If it could not, the broker has ended and says so. */
  private void compareMemory() {
    if (broker.lost().isDone()) {
      assertThat(told.values()).as(story).contains(Told.UNCERTAIN);
      return;
    }
    assertThat(hasNewToken()).as(story).isEqualTo(told.get("token") == Told.DONE);
    for (int i = 0; i < MESSAGES; i++) {
      assertThat(inbox().contains("message " + i))
          .as("%s, message %d was %s", story, i, told)
          .isEqualTo(told.get("message " + i) == Told.DONE);
    }
  }

  private void compareStore() {
    List<String> stored = inbox();
    assertThat(stored).as(story).doesNotHaveDuplicates();
    told.forEach(
        (what, outcome) -> {
          boolean there = what.equals("token") ? hasNewToken() : stored.contains(what);
          switch (outcome) {
            case DONE -> assertThat(there).as("%s: %s is lost", story, what).isTrue();
            case REFUSED -> assertThat(there).as("%s: %s is there", story, what).isFalse();
            case UNCERTAIN -> {}
          }
        });
  }

  /** Whoever asks again with the same key gets one copy, whatever happened the first time. */
  private void askAgain() throws Exception {
    for (int i = 0; i < MESSAGES; i++) {
      assertThat(outcome(send(i))).as(story).isEqualTo(Told.DONE);
    }
    assertThat(inbox()).as(story).hasSize(MESSAGES).doesNotHaveDuplicates();
  }
}
