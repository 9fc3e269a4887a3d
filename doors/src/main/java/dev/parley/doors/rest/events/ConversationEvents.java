package dev.parley.doors.rest.events;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import dev.parley.core.store.Placement;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import dev.parley.loops.Conversations;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationIds;
import dev.parley.loops.model.Loop;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What happens in conversations and loops, for those who take part. The feed's thread. */
final class ConversationEvents {
  private final Conversations conversations;

  ConversationEvents(Conversations conversations) {
    this.conversations = conversations;
  }

  /** Where a message stands in a conversation. */
  record Place(Conversations conversations, Conversation conversation, long seq) {
    void writeTo(JsonBuffer out) {
      out.ascii(",\"conversation\":{\"id\":").string(conversation.id().toString());
      out.ascii(",\"seq\":").number(seq).ascii("}");
    }

    /** All who take part see all of a channel, whether or not a copy is in their inbox. */
    boolean concerns(String agent) {
      return conversation instanceof Conversation.OfChannel
          && conversations.isParticipant(conversation.id(), new AgentId(agent));
    }
  }

  @Nullable Place placeAmong(List<Placement> placements) {
    return first(placements.stream().map(each -> place(each.box(), each.position())));
  }

  @Nullable Place placeOf(FiledMessage message) {
    return first(message.filings().stream().map(this::place));
  }

  private static @Nullable Place first(Stream<@Nullable Place> places) {
    return places.filter(Objects::nonNull).findFirst().orElse(null);
  }

  private @Nullable Place place(Filing filing) {
    return place(filing.box(), filing.position());
  }

  private @Nullable Place place(BoxId box, long position) {
    if (!(box instanceof BoxId.ThreadBox(String key))) {
      return null;
    }
    Conversation found = ConversationIds.parse(key).flatMap(conversations::find).orElse(null);
    return found == null ? null : new Place(conversations, found, position + 1);
  }

  /** For whoever reads as that agent: in another browser it is the same. */
  void read(HubChange.ReadUpTo change, EventWriter.Sink sink) {
    sink.accept(
        -1,
        "read",
        out -> {
          out.ascii("{\"conversationId\":").string(change.conversation().toString());
          out.ascii(",\"read\":").number(change.seq()).ascii("}");
        },
        who -> self(who).equals(change.who()));
  }

  private static AgentId self(Principal who) {
    return switch (who) {
      case Owner _ -> new AgentId(Sender.OWNER_NAME);
      case AgentPrincipal(AgentId id) -> id;
    };
  }

  /** That it has changed; what it is now, everybody asks for itself and gets as it may see it. */
  void loop(HubChange.LoopChanged change, EventWriter.Sink sink) {
    Loop loop = change.loop();
    sink.accept(
        -1,
        "loop",
        out -> {
          out.ascii("{\"id\":").string(loop.id().toString());
          out.ascii(",\"slug\":").string(loop.slug()).ascii("}");
        },
        Audience.ownerAnd(
            agent ->
                (change.who() != null && change.who().value().equals(agent))
                    || conversations.isMember(loop.id(), new AgentId(agent))));
  }

  Event typing(HubChange.IsTyping change) {
    UUID id = change.conversation().id();
    AgentId typist = change.who();
    return Event.passing(
        "typing",
        out -> {
          out.ascii("{\"conversationId\":").string(id.toString());
          out.ascii(",\"agentId\":").string(typist.value()).ascii("}");
        },
        who ->
            !self(who).equals(typist)
                && (who.isOwner() || conversations.isParticipant(id, self(who))));
  }
}
