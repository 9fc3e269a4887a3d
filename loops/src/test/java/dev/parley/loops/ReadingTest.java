package dev.parley.loops;

import static dev.parley.loops.LoopHub.OWNER;
import static dev.parley.loops.LoopHub.done;
import static dev.parley.loops.LoopHub.id;
import static dev.parley.loops.LoopHub.visit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationHook;
import dev.parley.loops.model.ConversationIds;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Role;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far somebody has read, and what is new to it. */
class ReadingTest {
  private int heard;
  private static final String GENERAL = "loop/acme/#general";

  private final ManualTime time = new ManualTime(1_800_000_000_000L);
  private final MemoryStore store = new MemoryStore();
  private LoopHub hub;
  private Loop loop;
  private Conversation general;

  @BeforeEach
  void start() {
    hub = new LoopHub(store, time, LoopLimits.DEFAULT).having("ada", "bob", "eve");
    loop = done(hub.loops.create(visit("ada"), id("ada"), "Acme", null));
    done(hub.loops.add(OWNER, loop.id(), id("bob"), Role.MEMBER));
    UUID conversation = loop.channels().getFirst().conversation();
    general = hub.loops.conversations().find(conversation).orElseThrow();
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private Reading.Progress progress(String agent) {
    return done(hub.loops.reading().progress(id(agent), general));
  }

  private void later() {
    time.advance(Duration.ofMinutes(1));
  }

  @Test
  void whatIsSaidIsUnreadUntilItIsRead() {
    hub.say("ada", GENERAL, "one");
    hub.say("ada", GENERAL, "two");
    assertThat(progress("bob").unread()).isEqualTo(2);

    assertThat(done(hub.loops.reading().read(id("bob"), general, 1)).unread()).isEqualTo(1);
    assertThat(done(hub.loops.reading().read(id("bob"), general, 99)))
        .isEqualTo(new Reading.Progress(general, 2, 2, 0));
    assertThat(done(hub.loops.reading().read(id("bob"), general, 0)).read())
        .as("nothing becomes unread again")
        .isEqualTo(2);
  }

  @Test
  void whoJoinsLaterHasNothingToReadOfWhatWasBefore() {
    hub.say("ada", GENERAL, "long ago");
    later();
    done(hub.loops.add(OWNER, loop.id(), id("eve"), Role.MEMBER));
    assertThat(progress("eve").unread()).isZero();

    later();
    hub.say("ada", GENERAL, "since");

    assertThat(progress("eve")).isEqualTo(new Reading.Progress(general, 2, 1, 1));
  }

  /** Hooks hear of a message after its sender has the receipt, and before the next commit. */
  private void heard() {
    done(hub.broker.participants().createAgent(id("late-" + heard++), null, null, null, null));
  }

  @Test
  void whatOneSaysHavingReadEverythingIsNotNewToOneself() {
    hub.say("ada", GENERAL, "hello");
    done(hub.loops.reading().read(id("bob"), general, 1));

    hub.say("bob", GENERAL, "hello yourself");
    heard();
    assertThat(progress("bob").unread()).isZero();

    hub.say("ada", GENERAL, "a question");
    hub.say("bob", GENERAL, "unseen, said by a script of his");
    heard();
    assertThat(progress("bob").read()).as("the question was not read").isEqualTo(2);
  }

  @Test
  void thatHoldsAfterARestartAsWell() {
    hub.say("ada", GENERAL, "hello");
    done(hub.loops.reading().read(id("bob"), general, 1));
    hub.loops.close();
    hub.broker.close();
    hub = new LoopHub(store, time, LoopLimits.DEFAULT);

    hub.say("bob", GENERAL, "hello yourself");
    heard();

    assertThat(progress("bob").unread()).isZero();
  }

  @Test
  void readingMovesNothingThatIsDelivered() {
    hub.say("ada", GENERAL, "hello");
    done(hub.loops.reading().read(id("bob"), general, 1));

    Cursors.Position position = hub.loops.cursors().of(id("bob"), general.id());
    assertThat(position).isEqualTo(new Cursors.Position(0, false, 0, false, 1));
    done(hub.loops.cursors().ack(id("bob"), general.id(), 1));
    assertThat(hub.loops.cursors().of(id("bob"), general.id()).read()).isEqualTo(1);
  }

  @Test
  void toAStrangerAForeignConversationIsLikeNone() {
    UUID none = ConversationIds.random();
    String foreign = refusal("eve", general.id());
    assertThat(foreign.replace(general.id().toString(), "X"))
        .isEqualTo(refusal("eve", none).replace(none.toString(), "X"));
    assertThat(hub.loops.reading().require(OWNER, id("developer"), general.id()))
        .isEqualTo(general);
    assertThatThrownBy(
            () -> hub.loops.reading().requireTakenPart(OWNER, id("developer"), general.id()))
        .hasMessageContaining("there is no conversation");
  }

  private String refusal(String agent, UUID conversation) {
    try {
      hub.loops.reading().require(visit(agent), id(agent), conversation);
      return "";
    } catch (RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void whoGetsTheNameOfAnotherSeesAndCountsNothingOfItsDirectConversation() {
    Conversation dm = done(hub.loops.conversations().dm(id("ada"), id("bob")));
    hub.send("ada", "agent/bob", "secret", dm.id().toString());
    done(hub.loops.reading().read(id("bob"), dm, 1));
    done(hub.broker.participants().deleteAgent(id("bob")));
    later();
    hub.having("bob");
    Conversation again = done(hub.loops.conversations().dm(id("ada"), id("bob")));

    assertThat(hub.loops.cursors().of(id("bob"), again.id()).read()).isEqualTo(-1);
    assertThat(done(hub.loops.reading().progress(id("bob"), again)).unread()).isZero();
    assertThat(done(hub.loops.reading().before(visit("bob"), id("bob"), again, 99, 10))).isEmpty();
    assertThat(done(hub.loops.reading().after(visit("bob"), id("bob"), again, 0, 10))).isEmpty();
    assertThat(done(hub.loops.reading().after(visit("ada"), id("ada"), again, 0, 10))).hasSize(1);
  }

  @Test
  void hooksHearOfReadingOfLoopsAndOfWhatPasses() {
    List<String> heard = new CopyOnWriteArrayList<>();
    hub.loops
        .conversations()
        .addHook(
            new ConversationHook() {
              @Override
              public void onRead(AgentId who, UUID conversation, long seq) {
                heard.add(who + " read " + seq);
              }

              @Override
              public void onLoop(Loop changed, @Nullable AgentId who) {
                heard.add(changed.slug() + " changed " + who);
              }

              @Override
              public void onPassing(
                  Conversation conversation, AgentId from, String stream, byte[] content) {
                heard.add(from + " " + stream);
              }
            });
    hub.say("ada", GENERAL, "hello");
    done(hub.loops.reading().read(id("bob"), general, 1));
    done(hub.loops.reading().read(id("bob"), general, 1));
    hub.loops.conversations().pass(general, id("ada"), Conversation.TYPING, new byte[] {'1'});
    done(hub.loops.createChannel(visit("ada"), id("ada"), loop.id(), "random", null, false));
    done(hub.loops.leave(visit("bob"), id("bob"), loop.id()));
    assertThat(heard)
        .containsExactly("bob read 1", "ada typing", "acme changed null", "acme changed bob");
  }
}
