package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.Draft;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.rest.shape.RestShapes;
import dev.parley.loops.Conversations.Numbered;
import dev.parley.loops.Loops;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.Loop;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Channels of loops: making them, who takes part, and what is said. */
final class ChannelOperations {
  private static final String CHANNELS = LoopOperations.LOOP + "/channels";
  private static final String CHANNEL = CHANNELS + "/{channel}";
  private static final String MEMBER = CHANNEL + "/members/{member}";

  private final Loops loops;
  private final Broker broker;
  private final LoopShapes shapes;

  ChannelOperations(Loops loops, Broker broker) {
    this.loops = loops;
    this.broker = broker;
    this.shapes = new LoopShapes(loops, broker.presence());
  }

  /** A channel and the loop it is in, as the one who asks may see them. */
  private record Found(Loop loop, Channel channel) {}

  List<Operation> operations() {
    return List.of(
        LoopOperations.changing(
                Operation.post(CHANNELS, "createChannel", "Make a channel, public or private"))
            .taking("NewChannel")
            .answering(201, "LoopChannel")
            .doing(this::create),
        LoopOperations.changing(Operation.delete(CHANNEL, "deleteChannel", "Delete a channel"))
            .answering(204, null)
            .doing(this::delete),
        Operation.get(CHANNEL + "/members", "listChannelMembers", "Who takes part in a channel")
            .by(Access.SENDER)
            .answering("LoopMembers")
            .doing(this::members),
        LoopOperations.changing(
                Operation.of(
                    HttpMethod.PUT, MEMBER, "admitToChannel", "Let one into a private channel"))
            .taking("LoopActor")
            .answering("LoopMember")
            .doing(this::admit),
        LoopOperations.changing(
                Operation.delete(MEMBER, "dismissFromChannel", "Take one out of a private channel"))
            .answering(204, null)
            .doing(this::dismiss),
        Operation.get(CHANNEL + "/messages", "listChannelMessages", "What was said, oldest first")
            .by(Access.SENDER)
            .query(QueryParameter.LIMIT, QueryParameter.CURSOR)
            .answering("ChannelMessages")
            .doing(this::messages),
        Operation.post(CHANNEL + "/messages", "sayInChannel", "Say something in a channel")
            .by(Access.SENDER)
            .taking("ChannelWords")
            .answering("ChannelSaid")
            .doing(this::say));
  }

  private Found found(RestCall call) {
    Loop loop = loops.require(call.visit(), call.subject(), call.segment("loop", text -> text));
    return new Found(
        loop,
        loops.requireChannel(
            call.visit(), call.subject(), loop, call.segment("channel", text -> text)));
  }

  private CompletableFuture<Reply> create(RestCall call) {
    Loop loop = loops.require(call.visit(), call.subject(), call.segment("loop", text -> text));
    return loops
        .createChannel(
            call.visit(),
            call.subject(),
            loop.id(),
            call.request().requireText(Field.NAME),
            call.request().text(Field.DESCRIPTION),
            call.request().flag(Field.PRIVATE, false))
        .thenApply(made -> Reply.created(out -> LoopShapes.channel(out, loop, made)));
  }

  private CompletableFuture<Reply> delete(RestCall call) {
    Found at = found(call);
    return loops
        .deleteChannel(call.visit(), call.subject(), at.loop.id(), at.channel.id())
        .thenApply(_ -> Reply.nothing());
  }

  private CompletableFuture<Reply> members(RestCall call) {
    Found at = found(call);
    return Reply.ok(out -> shapes.members(out, loops.members(at.loop, at.channel))).now();
  }

  private CompletableFuture<Reply> admit(RestCall call) {
    Found at = found(call);
    AgentId member = call.segment("member", AgentId::new);
    return loops
        .admit(call.visit(), call.subject(), at.loop.id(), at.channel.id(), member)
        .thenApply(admitted -> Reply.ok(out -> shapes.member(out, admitted)));
  }

  private CompletableFuture<Reply> dismiss(RestCall call) {
    Found at = found(call);
    AgentId member = call.segment("member", AgentId::new);
    return loops
        .dismiss(call.visit(), call.subject(), at.loop.id(), at.channel.id(), member)
        .thenApply(_ -> Reply.nothing());
  }

  /** Pages go back in time: the cursor is the number of the oldest message of the page before. */
  private CompletableFuture<Reply> messages(RestCall call) {
    Channel channel = found(call).channel;
    long below = call.cursor(Long.MAX_VALUE);
    return loops
        .conversations()
        .before(channel.conversation(), below, call.limit())
        .thenApply(ChannelOperations::page);
  }

  static Reply page(List<Numbered> messages) {
    return Reply.ok(
        out -> {
          out.ascii("{\"messages\":[");
          String comma = "";
          for (Numbered each : messages) {
            out.ascii(comma).ascii("{\"seq\":").number(each.seq()).ascii(",\"message\":");
            RestShapes.message(out, each.message());
            out.ascii("}");
            comma = ",";
          }
          out.ascii("]");
          boolean more = !messages.isEmpty() && messages.getFirst().seq() > 1;
          RestShapes.next(out, more ? Long.toString(messages.getFirst().seq()) : null);
        });
  }

  private CompletableFuture<Reply> say(RestCall call) {
    Found at = found(call);
    Conversation conversation =
        new Conversation.OfChannel(
            at.channel.conversation(), at.loop.id(), at.loop.slug(), at.loop.name(), at.channel);
    Draft draft =
        loops
            .conversations()
            .draft(conversation, call.subject())
            .content(call.request().requireText(Field.CONTENT))
            .build();
    return broker
        .route(draft, call.senderAs(call.subject().value()))
        .thenApply(
            receipt ->
                Reply.ok(
                    out ->
                        out.ascii("{\"messageId\":")
                            .string(receipt.message().id().toString())
                            .ascii("}")));
  }
}
