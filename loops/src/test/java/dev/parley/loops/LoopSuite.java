package dev.parley.loops;

import static dev.parley.loops.LoopHub.OWNER;
import static dev.parley.loops.LoopHub.done;
import static dev.parley.loops.LoopHub.id;
import static dev.parley.loops.LoopHub.visit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.history.HistoryQuery;
import dev.parley.identity.Guesses;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Role;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What holds for loops, their members and invitations whatever they are stored in. */
abstract class LoopSuite extends LoopHouse {
  // ---- members

  @Test
  void membersGetWhatIsSaidInTheChannelAndTheSpeakerDoesNotHearItself() {
    hub.say("ada", general, "hello");
    assertThat(hub.inbox("bob")).containsExactly("hello");
    assertThat(hub.inbox("ada")).isEmpty();
    assertThat(hub.thread(conversation, "bob")).containsExactly("hello");
  }

  @Test
  void everythingSurvivesARestart() {
    hub.say("ada", general, "before");
    restart();
    hub.say("bob", general, "after");
    assertThat(hub.inbox("ada")).containsExactly("after");
    assertThat(hub.thread(conversation, "ada")).containsExactly("before", "after");
    assertThat(hub.loops.of(id("bob"))).extracting(Loop::slug).containsExactly("acme-corp");
  }

  @Test
  void aSecondLoopOfTheSameNameGetsAnotherSlug() {
    assertThat(done(hub.loops.create(OWNER, id("eve"), "acme corp", null)).slug())
        .isEqualTo("acme-corp-2");
  }

  @Test
  void whoeverIsAloneInAChannelLeavesNoDeadLetter() {
    done(hub.loops.leave(visit("bob"), id("bob"), loop.id()));
    hub.say("ada", general, "anybody?");
    assertThat(done(hub.broker.lookups().deadLetters(newest())).copies()).isEmpty();
  }

  private static HistoryQuery newest() {
    return HistoryQuery.newest(10);
  }

  @Test
  void aMemberThatWasRemovedHearsReadsAndSaysNothing() {
    done(hub.broker.participants().subscribe(id("bob"), Pattern.parse("loop/**")));
    done(hub.loops.remove(visit("ada"), id("ada"), loop.id(), id("bob")));
    hub.say("ada", general, "he is gone");
    assertThat(hub.inbox("bob")).isEmpty();
    assertThat(hub.thread(conversation, "bob")).isEmpty();
    refused(ErrorCode.FORBIDDEN, () -> hub.say("bob", general, "let me in"));
  }

  @Test
  void whoGetsTheNameOfADeletedMemberIsNoMember() {
    Conversation dm = done(hub.loops.conversations().dm(id("ada"), id("bob")));
    hub.send("ada", "agent/bob", "secret", dm.id().toString());
    done(hub.loops.cursors().ack(id("bob"), dm.id(), 1));
    done(hub.broker.participants().deleteAgent(id("bob")));
    hub.having("bob");
    assertThat(hub.loops.member(loop.id(), id("bob"))).isEmpty();
    hub.say("ada", general, "not for you");
    assertThat(hub.inbox("bob")).isEmpty();
    assertThat(hub.thread(conversation, "bob")).isEmpty();
    Conversation again = done(hub.loops.conversations().dm(id("ada"), id("bob")));
    assertThat(again.id()).isEqualTo(dm.id());
    hub.send("ada", "agent/bob", "hello new one", dm.id().toString());
    assertThat(hub.thread(dm.id().toString(), "bob")).containsExactly("hello new one");
    assertThat(hub.loops.cursors().of(id("bob"), dm.id()).isKnown()).isFalse();
    restart();
    assertThat(hub.loops.member(loop.id(), id("bob"))).isEmpty();
    assertThat(hub.loops.conversations().of(id("bob"))).containsExactly(again);
  }

  @Test
  void theLastOwnerStaysUntilThereIsAnother() {
    refused(ErrorCode.CONFLICT, () -> done(hub.loops.leave(visit("ada"), id("ada"), loop.id())));
    done(hub.loops.setRole(visit("ada"), id("ada"), loop.id(), id("bob"), Role.OWNER));
    done(hub.loops.leave(visit("ada"), id("ada"), loop.id()));
    assertThat(hub.loops.of(id("ada"))).isEmpty();
  }

  @Test
  void whoMayNotManageIsRefusedAndWhoIsOutsideLearnsNothing() {
    refused(ErrorCode.FORBIDDEN, () -> done(hub.loops.invite(visit("bob"), id("bob"), loop.id())));
    refused(ErrorCode.NOT_FOUND, () -> done(hub.loops.invite(visit("eve"), id("eve"), loop.id())));
    refused(ErrorCode.NOT_FOUND, () -> hub.loops.require(visit("eve"), id("eve"), "acme-corp"));
    refused(ErrorCode.FORBIDDEN, () -> done(hub.loops.invite(visit("eve"), id("ada"), loop.id())));
  }

  @Test
  void aDeletedLoopIsGoneAndItsConversationTakesNothingMore() {
    done(hub.loops.delete(visit("ada"), id("ada"), loop.id()));
    assertThat(hub.loops.all()).isEmpty();
    refused(ErrorCode.NOT_FOUND, () -> hub.send("ada", "agent/bob", "x", conversation));
  }

  // ---- codes

  @Test
  void codesAreReadInAnyCaseUntilDeleted() {
    String code = code();
    assertThat(code).matches("LOOP-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}");
    done(hub.loops.join(visit("eve"), id("eve"), " " + code.toLowerCase(Locale.ROOT)));
    done(hub.loops.leave(visit("eve"), id("eve"), loop.id()));
    done(hub.loops.uninvite(visit("ada"), id("ada"), loop.id(), code));
    refused(ErrorCode.NOT_FOUND, () -> done(hub.loops.join(visit("eve"), id("eve"), code)));
  }

  @Test
  void whoGuessesCodesIsStoppedEvenWithTheRightOne() {
    String right = code();
    for (int i = 0; i < Guesses.WRONG_MAX; i++) {
      refused(
          ErrorCode.NOT_FOUND,
          () -> done(hub.loops.join(visit("eve"), id("eve"), "LOOP-0000-0000")));
    }
    refused(ErrorCode.RATE_LIMITED, () -> done(hub.loops.join(visit("eve"), id("eve"), right)));
    time.advance(Duration.ofMinutes(1));
    done(hub.loops.join(visit("eve"), id("eve"), right));
  }

  // ---- private channels

  @Test
  void aPrivateChannelIsForThoseWhoWereChosen() {
    join("eve");
    Channel secret =
        done(
            hub.loops.createChannel(visit("ada"), id("ada"), loop.id(), "Top  Secret", null, true));
    assertThat(secret.name()).isEqualTo("top-secret");
    done(hub.loops.admit(visit("ada"), id("ada"), loop.id(), secret.id(), id("bob")));
    hub.say("ada", "loop/acme-corp/#top-secret", "psst");
    assertThat(hub.inbox("bob")).containsExactly("psst");
    assertThat(hub.inbox("eve")).isEmpty();
    refused(ErrorCode.FORBIDDEN, () -> hub.say("eve", "loop/acme-corp/#top-secret", "x"));
    assertThat(hub.thread(secret.conversation().toString(), "eve")).isEmpty();
    done(hub.loops.dismiss(visit("ada"), id("ada"), loop.id(), secret.id(), id("bob")));
    hub.say("ada", "loop/acme-corp/#top-secret", "alone");
    assertThat(hub.inbox("bob")).containsExactly("psst");
    restart();
    assertThat(hub.loops.conversations().isParticipant(secret.conversation(), id("ada"))).isTrue();
    assertThat(hub.loops.conversations().isParticipant(secret.conversation(), id("bob"))).isFalse();
  }

  // ---- limits and ids

  @Test
  void limitsNameTheirSetting() {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 3; i++) {
                done(hub.loops.create(OWNER, id("ada"), "loop " + i, null));
              }
            })
        .hasMessageContaining("loops.perAgentMax");
    join("eve");
    hub.having("fay");
    String full = hub.loops.find(loop.id()).orElseThrow().invitations().getFirst().code();
    assertThatThrownBy(() -> done(hub.loops.join(visit("fay"), id("fay"), full)))
        .hasMessageContaining("loops.membersMax");
    assertThatThrownBy(this::code).hasMessageContaining("loops.invitationsMax");
  }

  @Test
  void botIdsLeadBackToTheirAgentsAndCannotBeTaken() {
    BotIds ids = hub.loops.botIds();
    UUID ada = ids.of(id("ada"));
    assertThat(ids.agent(ada)).contains(id("ada"));
    hub.having("7c9e6679-7425-40de-944b-e07fc1f90ae7", ada.toString());
    UUID own = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");
    assertThat(ids.of(id(own.toString()))).isEqualTo(own);
    assertThat(ids.agent(own)).contains(id(own.toString()));
    assertThat(ids.agent(ada)).contains(id("ada"));
    assertThat(ids.of(id(ada.toString()))).isNotEqualTo(ada);
  }
}
