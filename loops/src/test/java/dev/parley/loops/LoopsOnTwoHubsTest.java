package dev.parley.loops;

import static dev.parley.loops.LoopHub.OWNER;
import static dev.parley.loops.LoopHub.done;
import static dev.parley.loops.LoopHub.id;
import static dev.parley.loops.LoopHub.visit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.core.store.StoredMessage;
import dev.parley.core.time.SystemTime;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationHook;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Role;
import dev.parley.stores.nats.ClusterLog;
import dev.parley.stores.nats.NatsLogin;
import dev.parley.stores.nats.NatsSettings;
import dev.parley.stores.nats.NatsStore;
import dev.parley.stores.nats.SnapshotPlan;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.nats.NatsServers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops are the same at two hubs that share a store. */
class LoopsOnTwoHubsTest {
  @TempDir Path directory;

  private final SystemTime time = new SystemTime();
  private NatsServers server;
  private LoopHub here;
  private LoopHub there;

  @BeforeEach
  void start() throws IOException {
    server = NatsServers.alone(directory.resolve("nats"));
    here = hub("here");
    there = hub("there");
    here.having("ada", "bob", "eve");
    done(there.broker.caughtUp());
  }

  private LoopHub hub(String name) {
    ClusterLog log =
        ClusterLog.open(
            new NatsSettings(
                server.urls(), "loops", 1, new NatsLogin.None(), Duration.ofSeconds(20)));
    NatsStore store =
        NatsStore.open(
            log,
            directory.resolve(name),
            folder -> RocksStore.open(folder, RocksConfig.DEFAULT.unsynced(), log.hiddenNumbers()),
            SnapshotPlan.DEFAULT);
    return new LoopHub(store, time, LoopLimits.DEFAULT);
  }

  @AfterEach
  void stop() {
    here.close();
    there.close();
    server.close();
    time.close();
  }

  @Test
  void whatOneHubChangesHoldsAtTheOther() {
    List<String> heard = new CopyOnWriteArrayList<>();
    there
        .loops
        .conversations()
        .addHook(
            new ConversationHook() {
              @Override
              public void onJoined(AgentId who, Conversation conversation) {
                heard.add(who + " joined");
              }

              @Override
              public void onMessage(Conversation conversation, long seq, StoredMessage message) {
                heard.add(seq + " " + LoopHub.content(message.json()));
              }
            });
    Loop loop = done(here.loops.create(visit("ada"), id("ada"), "acme", null));
    UUID conversation = loop.channels().getFirst().conversation();
    String code = done(here.loops.invite(visit("ada"), id("ada"), loop.id())).code();
    done(there.broker.caughtUp());
    done(there.loops.join(visit("bob"), id("bob"), code));
    done(here.broker.caughtUp());
    here.say("ada", "loop/acme/#general", "one");
    done(there.broker.caughtUp());
    there.say("bob", "loop/acme/#general", "two");
    done(here.broker.caughtUp());
    assertThat(there.inbox("bob")).containsExactly("one");
    assertThat(here.inbox("ada")).containsExactly("two");
    for (LoopHub hub : List.of(here, there)) {
      assertThat(done(hub.loops.conversations().after(conversation, 0, 10)))
          .extracting(Conversations.Numbered::seq)
          .containsExactly(1L, 2L);
    }
    // What is heard is told after the answer; the next commit is later than both.
    done(there.broker.participants().createAgent(id("last"), null, null, null, null));
    assertThat(heard).containsExactly("ada joined", "bob joined", "1 one", "2 two");

    done(here.loops.remove(OWNER, LoopHub.DEVELOPER, loop.id(), id("bob")));
    // The other hub need not have heard of it yet: its commit comes later in the log.
    assertThatThrownBy(() -> there.say("bob", "loop/acme/#general", "three"))
        .isInstanceOf(Refused.class);
    here.say("ada", "loop/acme/#general", "four");
    done(there.broker.caughtUp());
    assertThat(there.inbox("bob")).containsExactly("one");
  }

  @Test
  void whoIsDeletedAtOneHubIsNoMemberAtTheOther() {
    Loop loop = done(here.loops.create(visit("ada"), id("ada"), "acme", null));
    done(here.loops.add(OWNER, loop.id(), id("bob"), Role.MEMBER));
    done(there.broker.caughtUp());
    done(there.broker.participants().deleteAgent(id("bob")));
    there.having("bob");
    done(here.broker.caughtUp());
    here.say("ada", "loop/acme/#general", "hello");
    done(there.broker.caughtUp());
    assertThat(here.loops.member(loop.id(), id("bob"))).isEmpty();
    assertThat(there.inbox("bob")).isEmpty();
  }

  @Test
  void whatIsReadAtOneHubIsReadAtTheOther() {
    Loop loop = done(here.loops.create(visit("ada"), id("ada"), "Acme", null));
    done(here.loops.add(OWNER, loop.id(), id("bob"), Role.MEMBER));
    here.say("ada", "loop/acme/#general", "hello");
    done(there.broker.caughtUp());
    Conversation general =
        there.loops.conversations().find(loop.channels().getFirst().conversation()).orElseThrow();
    assertThat(done(there.loops.reading().progress(id("bob"), general)).unread()).isEqualTo(1);

    done(here.loops.reading().read(id("bob"), general, 1));

    done(there.broker.caughtUp());
    assertThat(done(there.loops.reading().progress(id("bob"), general)).unread()).isZero();
  }
}
