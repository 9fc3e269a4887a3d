package dev.parley.loops;

import static dev.parley.loops.LoopHub.done;
import static dev.parley.loops.LoopHub.id;
import static dev.parley.loops.LoopHub.visit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.StoredMessage;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationHook;
import dev.parley.loops.model.ConversationIds;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What holds for conversations whatever they are stored in. */
abstract class ConversationSuite extends LoopHouse {
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
}
