package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.rest.shape.RestShapes;
import dev.parley.identity.authority.Authority;
import dev.parley.loops.Conversations;
import dev.parley.loops.Conversations.Numbered;
import dev.parley.loops.Loops;
import dev.parley.loops.Reading;
import dev.parley.loops.model.Conversation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Conversations as somebody reads them: what is new there, how far one has read, who types. */
final class ConversationOperations {
  private static final String ALL = "/api/conversations";
  private static final String ONE = ALL + "/{conversation}";
  private static final byte[] TYPES = "{\"typing\":true}".getBytes(StandardCharsets.US_ASCII);

  private final Conversations conversations;
  private final Reading reading;
  private final Authority authority;

  ConversationOperations(RestServices services) {
    Loops loops = services.loops();
    this.conversations = loops.conversations();
    this.reading = loops.reading();
    this.authority = services.identity().authority();
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(ALL, "listConversations", "What one takes part in, and how much is unread")
            .by(Access.SENDER)
            .query(QueryParameter.LIMIT, QueryParameter.CURSOR)
            .answering("Conversations")
            .doing(this::list),
        Operation.post(ALL, "openConversation", "The direct conversation with another agent")
            .by(Access.SENDER)
            .taking("ConversationPeer")
            .answering("Conversation")
            .doing(this::open),
        Operation.get(ONE + "/messages", "readConversation", "What was said, oldest first")
            .by(Access.SENDER)
            .query(QueryParameter.LIMIT, QueryParameter.CURSOR, QueryParameter.AFTER)
            .answering("ChannelMessages")
            .doing(this::messages),
        Operation.post(ONE + "/read", "markConversationRead", "Note how far one has read")
            .by(Access.SENDER)
            .taking("ReadUpTo")
            .answering("Conversation")
            .doing(this::read),
        Operation.post(ONE + "/typing", "typeInConversation", "Tell those who are here")
            .by(Access.SENDER)
            .taking("LoopActor")
            .answering(204, null)
            .doing(this::type));
  }

  /** The cursor is how many came before: what one takes part in is in memory, in a fixed order. */
  private CompletableFuture<Reply> list(RestCall call) {
    List<Conversation> all = new ArrayList<>(conversations.of(call.subject()));
    all.sort(
        Comparator.comparing((Conversation each) -> each.kind()).thenComparing(Conversation::id));
    int from = (int) Math.min(call.cursor(0), all.size());
    int to = Math.min(from + call.limit(), all.size());
    List<CompletableFuture<Reading.Progress>> shown =
        all.subList(from, to).stream().map(each -> reading.progress(call.subject(), each)).toList();
    return CompletableFuture.allOf(shown.toArray(CompletableFuture[]::new))
        .thenApply(
            _ ->
                Reply.ok(
                    out -> {
                      out.ascii("{\"conversations\":[");
                      String comma = "";
                      for (CompletableFuture<Reading.Progress> each : shown) {
                        write(out.ascii(comma), each.resultNow(), call.subject());
                        comma = ",";
                      }
                      out.ascii("]");
                      RestShapes.next(out, to < all.size() ? Integer.toString(to) : null);
                    }));
  }

  private CompletableFuture<Reply> open(RestCall call) {
    AgentId peer =
        Request.address(Field.AGENT_ID, call.request().requireText(Field.AGENT_ID), AgentId::new);
    authority.requireSeen(call.visit(), peer);
    return conversations
        .dm(call.subject(), peer)
        .thenCompose(made -> reading.progress(call.subject(), made))
        .thenApply(progress -> shown(call, progress));
  }

  /** Without {@code after} pages go back in time, from the number of the cursor on. */
  private CompletableFuture<Reply> messages(RestCall call) {
    Conversation conversation = reading.require(call.visit(), call.subject(), id(call));
    long after = call.number(QueryParameter.AFTER, -1, 0, Long.MAX_VALUE);
    CompletableFuture<List<Numbered>> found =
        after >= 0
            ? reading.after(call.visit(), call.subject(), conversation, after, call.limit())
            : reading.before(
                call.visit(),
                call.subject(),
                conversation,
                call.cursor(Long.MAX_VALUE),
                call.limit());
    return found.thenApply(ChannelOperations::page);
  }

  private CompletableFuture<Reply> read(RestCall call) {
    Conversation conversation = reading.requireTakenPart(call.visit(), call.subject(), id(call));
    long upTo = call.request().number(Field.UP_TO, -1);
    if (upTo < 0) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'upTo' is the number of the last message read");
    }
    return reading
        .read(call.subject(), conversation, upTo)
        .thenApply(progress -> shown(call, progress));
  }

  /** Subject to the same rules and limits as what is kept. */
  private CompletableFuture<Reply> type(RestCall call) {
    Conversation conversation = reading.requireTakenPart(call.visit(), call.subject(), id(call));
    authority.check(
        call.senderAs(call.subject().value()),
        conversations.draft(conversation, call.subject()).payload(TYPES).build());
    conversations.pass(conversation, call.subject(), Conversation.TYPING, TYPES);
    return Reply.nothing().now();
  }

  private static UUID id(RestCall call) {
    return call.segment(
        "conversation",
        text -> {
          try {
            return UUID.fromString(text);
          } catch (IllegalArgumentException e) {
            throw new Refused(ErrorCode.NOT_FOUND, "there is no conversation " + text);
          }
        });
  }

  private static Reply shown(RestCall call, Reading.Progress progress) {
    return Reply.ok(out -> write(out, progress, call.subject()));
  }

  private static void write(JsonBuffer out, Reading.Progress progress, AgentId viewer) {
    Conversation conversation = progress.conversation();
    out.ascii("{\"id\":").string(conversation.id().toString());
    switch (conversation) {
      case Conversation.OfChannel channel -> {
        out.ascii(",\"kind\":\"channel\",\"loopId\":").string(channel.loop().toString());
        out.ascii(",\"loop\":").string(channel.slug());
        out.ascii(",\"channel\":").string(channel.channel().name());
        out.ascii(",\"path\":").string(channel.path().text());
      }
      case Conversation.Dm dm ->
          out.ascii(",\"kind\":\"dm\",\"peer\":").string(dm.peerOf(viewer).value());
      case Conversation.Stream stream ->
          out.ascii(",\"kind\":\"stream\",\"peer\":")
              .string(stream.peerOf(viewer).value())
              .ascii(",\"stream\":")
              .string(stream.name());
    }
    out.ascii(",\"head\":").number(progress.head());
    out.ascii(",\"read\":").number(progress.read());
    out.ascii(",\"unread\":").number(progress.unread()).ascii("}");
  }
}
