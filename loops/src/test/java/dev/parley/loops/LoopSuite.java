package dev.parley.loops;

import static dev.parley.loops.LoopHub.OWNER;
import static dev.parley.loops.LoopHub.done;
import static dev.parley.loops.LoopHub.id;
import static dev.parley.loops.LoopHub.visit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import dev.parley.identity.Guesses;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationHook;
import dev.parley.loops.model.ConversationIds;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Role;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds for loops and conversations whatever they are stored in. */
abstract class LoopSuite {
  private static final LoopLimits LIMITS = new LoopLimits(3, 3, 3, 2, 5);

  private final ManualTime time = new ManualTime(1_800_000_000_000L);
  private LoopHub hub;
  private Loop loop;
  private String general;
  private String conversation;

  abstract MessageStore open();

  @BeforeEach
  void start() {
    hub = new LoopHub(open(), time, LIMITS).having("ada", "bob", "eve");
    loop = done(hub.loops.create(visit("ada"), id("ada"), "Acme Corp!", null));
    join("bob");
    general = "loop/acme-corp/#general";
    conversation = loop.channels().getFirst().conversation().toString();
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private void join(String agent) {
    Loop _ = done(hub.loops.join(visit(agent), id(agent), code()));
  }

  private String code() {
    return done(hub.loops.invite(visit("ada"), id("ada"), loop.id())).code();
  }

  private static void refused(ErrorCode code, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(Refused.class, why -> assertThat(why.code()).isEqualTo(code));
  }

  private void restart() {
    hub.close();
    hub = new LoopHub(open(), time, LIMITS);
  }

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

  // ---- strangers

  @Test
  void aStrangerCannotWriteIntoTheChannelByAnyAddress() {
    refused(ErrorCode.FORBIDDEN, () -> hub.say("eve", general, "x"));
    refused(ErrorCode.FORBIDDEN, () -> hub.say("eve", "loop/acme-corp/#nowhere", "x"));
    refused(ErrorCode.FORBIDDEN, () -> hub.say("eve", "loop/**", "x"));
    refused(ErrorCode.NOT_FOUND, () -> hub.send("eve", "agent/bob", "x", conversation));
    hub.say("eve", "*/acme-corp/#general", "x");
    assertThat(hub.inbox("bob")).isEmpty();
    assertThat(hub.thread(conversation, null)).isEmpty();
  }

  @Test
  void aStrangerIsCopiedNothingWhateverItSubscribesTo() {
    for (String pattern : List.of("**", "loop/**", "loop/acme-corp/*", "loop/*/#general")) {
      done(hub.broker.participants().subscribe(id("eve"), Pattern.parse(pattern)));
    }
    hub.say("ada", general, "among us");
    assertThat(hub.inbox("eve")).isEmpty();
    assertThat(hub.inbox("bob")).containsExactly("among us");
    refused(
        ErrorCode.FORBIDDEN,
        () ->
            hub.identity.authority().maySubscribe(visit("eve"), id("eve"), Pattern.parse(general)));
  }

  @Test
  void aStrangerReadsNothingByTheConversationNorByAMessageOfIt() {
    MessageId said = hub.say("ada", general, "among us").message().id();
    assertThat(hub.thread(conversation, "eve")).isEmpty();
    refused(ErrorCode.NOT_FOUND, () -> done(hub.broker.lookups().thread(said, 10, -1, id("eve"))));
    assertThat(done(hub.broker.lookups().concerns(said, id("eve")))).isFalse();
  }

  @Test
  void anAnswerFromOutsideStaysOutOfTheConversation() {
    MessageId said = hub.say("ada", general, "among us").message().id();
    Draft answer =
        Draft.from("eve").to(Path.parse("agent/bob")).content("forged").replyTo(said).build();
    done(hub.broker.route(answer, visit("eve").senderAs("eve")));
    assertThat(hub.thread(conversation, "bob")).containsExactly("among us");
  }

  @Test
  void aMessageWhoseOwnIdLooksLikeTheConversationBringsNothingIntoIt() {
    UUID conv = UUID.fromString(conversation);
    MessageId trick = new MessageId(conv.getMostSignificantBits(), conv.getLeastSignificantBits());
    Draft bait = Draft.from("eve").to(Path.parse("agent/eve")).content("bait").id(trick).build();
    try {
      done(hub.broker.route(bait, visit("eve").senderAs("eve")));
    } catch (Refused notAnId) {
      return; // then there is nothing to answer
    }
    Draft hook =
        Draft.from("eve").to(Path.parse("agent/eve")).content("hook").replyTo(trick).build();
    done(hub.broker.route(hook, visit("eve").senderAs("eve")));
    hub.say("ada", general, "first");
    assertThat(hub.thread(conversation, "bob")).containsExactly("first");
  }

  @Test
  void aForgedConversationIdIsRefused() {
    String other = ConversationIds.random().toString();
    refused(ErrorCode.NOT_FOUND, () -> hub.send("ada", "agent/bob", "x", other));
    refused(ErrorCode.NOT_FOUND, () -> hub.send("ada", general, "x", other));
    refused(ErrorCode.BAD_REQUEST, () -> hub.send("ada", general, "x", "my-own"));
    refused(ErrorCode.BAD_REQUEST, () -> hub.send("ada", "agent/bob", "x", conversation));
    String unborn = ConversationIds.dm(id("ada"), id("bob")).toString();
    refused(ErrorCode.NOT_FOUND, () -> hub.send("eve", "agent/bob", "squatting", unborn));
    hub.send("ada", "agent/bob", "ids of other forms stay the sender's", "my-own");
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

  // ---- conversations

  @Test
  void aPairHasOneConversationThatOnlyTheTwoUse() {
    Conversation.Dm dm = done(hub.loops.conversations().dm(id("bob"), id("ada")));
    assertThat(done(hub.loops.conversations().dm(id("ada"), id("bob")))).isEqualTo(dm);
    String dmId = dm.id().toString();
    Draft draft = hub.loops.conversations().draft(dm, id("ada")).content("hi").build();
    done(hub.broker.route(draft, visit("ada").senderAs("ada")));
    assertThat(hub.inbox("bob")).containsExactly("hi");
    assertThat(hub.thread(dmId, "ada")).containsExactly("hi");
    assertThat(hub.thread(dmId, "eve")).isEmpty();
    refused(ErrorCode.NOT_FOUND, () -> hub.send("eve", "agent/bob", "x", dmId));
    refused(ErrorCode.BAD_REQUEST, () -> hub.send("ada", "agent/eve", "x", dmId));
  }

  @Test
  void aBotsStreamIsSharedWithItsOwnerAndOthersHaveOneOfTheirOwn() {
    Conversations conversations = hub.loops.conversations();
    Conversation own = done(conversations.stream(id("ada"), id("ada"), "chat"));
    assertThat(done(conversations.stream(LoopHub.DEVELOPER, id("ada"), "chat"))).isEqualTo(own);
    assertThat(conversations.participants(own.id()))
        .containsExactlyInAnyOrder(id("ada"), LoopHub.DEVELOPER);
    Conversation pair = done(conversations.stream(id("bob"), id("ada"), "chat"));
    assertThat(pair.id()).isNotEqualTo(own.id());
    assertThat(conversations.isParticipant(pair.id(), LoopHub.DEVELOPER)).isFalse();
    assertThat(done(conversations.stream(id("bob"), id("ada"), "dm")))
        .isEqualTo(done(conversations.dm(id("ada"), id("bob"))));
    assertThat(done(conversations.stream(id("ada"), id("ada"), "dm")))
        .isEqualTo(done(conversations.dm(id("ada"), LoopHub.DEVELOPER)));
    refused(ErrorCode.NOT_FOUND, () -> done(conversations.stream(id("ada"), id("nobody"), "chat")));
    restart();
    assertThat(hub.loops.conversations().of(id("bob")))
        .filteredOn(each -> each.kind() != Conversation.Kind.CHANNEL)
        .extracting(Conversation::id)
        .contains(pair.id());
  }

  @Test
  void messagesAreNumberedFromOneWithoutHolesAndRetentionDoesNotRenumber() {
    UUID id = UUID.fromString(conversation);
    for (int i = 1; i <= 5; i++) {
      hub.say(i % 2 == 0 ? "ada" : "bob", general, "m" + i);
      hub.say("eve", "agent/bob", "noise");
    }
    refused(ErrorCode.FORBIDDEN, () -> hub.say("eve", general, "refused takes no number"));
    assertThat(done(hub.loops.conversations().after(id, 0, 10)))
        .extracting(Conversations.Numbered::seq)
        .containsExactly(1L, 2L, 3L, 4L, 5L);
    done(hub.broker.clear(BoxId.thread(conversation)));
    hub.say("ada", general, "m6");
    assertThat(done(hub.loops.conversations().after(id, 0, 10)))
        .extracting(Conversations.Numbered::seq)
        .containsExactly(6L);
    assertThat(done(hub.loops.conversations().before(id, Long.MAX_VALUE, 1)))
        .extracting(Conversations.Numbered::seq)
        .containsExactly(6L);
    assertThat(done(hub.loops.conversations().head(id))).isEqualTo(6);
  }

  @Test
  void hooksHearOfAJoinBeforeTheFirstMessage() {
    List<String> heard = new CopyOnWriteArrayList<>();
    hub.loops
        .conversations()
        .addHook(
            new ConversationHook() {
              @Override
              public void onJoined(AgentId who, Conversation joined) {
                heard.add(who + " joined " + joined.kind());
              }

              @Override
              public void onLeft(AgentId who, Conversation left) {
                heard.add(who + " left " + left.kind());
              }

              @Override
              public void onMessage(Conversation in, long seq, StoredMessage message) {
                heard.add(seq + " " + LoopHub.content(message.json()));
              }
            });
    join("eve");
    hub.say("eve", general, "hi");
    done(hub.loops.leave(visit("eve"), id("eve"), loop.id()));
    done(hub.broker.participants().createAgent(id("last"), null, null, null, null));
    assertThat(heard).containsExactly("eve joined CHANNEL", "1 hi", "eve left CHANNEL");
  }

  // ---- cursors

  @Test
  void cursorsMoveForwardAreClampedAndSurvive() {
    UUID id = UUID.fromString(conversation);
    Cursors cursors = hub.loops.cursors();
    assertThat(cursors.of(id("bob"), id)).isEqualTo(Cursors.Position.UNKNOWN);
    hub.say("ada", general, "1");
    hub.say("ada", general, "2");
    assertThat(done(cursors.ack(id("bob"), id, 99))).isEqualTo(2);
    assertThat(done(cursors.ack(id("bob"), id, 1))).isEqualTo(2);
    cursors.delivered(id("ada"), id, 2);
    cursors.delivered(id("ada"), id, 1);
    assertThat(cursors.of(id("ada"), id)).isEqualTo(new Cursors.Position(0, false, 2, true, -1));
    restart();
    assertThat(hub.loops.cursors().of(id("bob"), id))
        .isEqualTo(new Cursors.Position(2, true, 0, true, -1));
    assertThat(hub.loops.cursors().of(id("ada"), id).delivered()).isEqualTo(2);
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
