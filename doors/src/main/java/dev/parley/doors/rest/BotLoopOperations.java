package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.loops.Loops;
import dev.parley.loops.model.Loop;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Loops as clients of the gateway make, join and list them. */
final class BotLoopOperations {
  private static final String LOOPS = "/api/v1/loops";
  private static final String OF_BOT = BotOperations.BOT + "/loops";

  private final Loops loops;
  private final Bots bots;
  private final BotShapes shapes;

  BotLoopOperations(RestServices services, Bots bots) {
    this.loops = services.loops();
    this.bots = bots;
    this.shapes = new BotShapes(bots, loops);
  }

  List<Operation> operations() {
    return List.of(
        LoopOperations.changing(
                Operation.post(LOOPS, "createGatewayLoop", "Make a loop and an invitation to it"))
            .taking("NewLoop")
            .answering(201, "MadeLoop")
            .doing(this::create),
        Operation.post(LOOPS + "/join", "joinLoopAsBot", "Let a bot join a loop with a code")
            .by(Access.ANYONE)
            .taking("BotLoopCode")
            .answering("JoinedLoop")
            .doing(this::join),
        LoopOperations.changing(
                Operation.post(LOOPS + "/{loop}/invites", "inviteToGatewayLoop", "Invite bots"))
            .taking("LoopActor")
            .answering(201, "LoopInviteCode")
            .doing(this::invite),
        LoopOperations.changing(
                Operation.post(
                    LOOPS + "/{loop}/channels", "createGatewayChannel", "Make a public channel"))
            .taking("NewLoop")
            .answering(201, "BotChannel")
            .doing(this::createChannel),
        Operation.get(OF_BOT, "listBotLoops", "The loops of a bot")
            .by(Access.ANYONE)
            .answering("BotLoops")
            .doing(
                call -> {
                  AgentId bot = bots.inPath(call).bot();
                  return BotShapes.list(
                          "loops", loops.of(bot), (out, each) -> shapes.loop(out, each, bot))
                      .now();
                }),
        Operation.get(OF_BOT + "/{loop}", "getBotLoop", "A loop of a bot")
            .by(Access.ANYONE)
            .answering("BotLoop")
            .doing(
                call -> {
                  Bots.Acting acting = bots.inPath(call);
                  Loop loop = loop(call, acting);
                  return Reply.ok(out -> shapes.loop(out, loop, acting.bot())).now();
                }),
        Operation.get(OF_BOT + "/{loop}/members", "listBotLoopMembers", "Who is in a bot's loop")
            .by(Access.ANYONE)
            .answering("BotMembers")
            .doing(
                call -> {
                  Loop loop = loop(call, bots.inPath(call));
                  return BotShapes.list("members", loops.members(loop.id()), shapes::loopMember)
                      .now();
                }));
  }

  private Loop loop(RestCall call, Bots.Acting acting) {
    return loops.require(acting.visit(), acting.bot(), call.segment("loop", text -> text));
  }

  /** Of whoever asks: a person, a bot, or the hub's owner. */
  private Loop ownLoop(RestCall call) {
    return loops.require(call.visit(), call.subject(), call.segment("loop", text -> text));
  }

  private CompletableFuture<Reply> create(RestCall call) {
    Request request = call.request();
    return loops
        .createInviting(
            call.visit(),
            call.subject(),
            request.requireText(Field.NAME),
            request.text(Field.DESCRIPTION))
        .thenApply(
            made ->
                Reply.created(
                    out ->
                        BotShapes.named(out, made)
                            .text("inviteCode", made.invitations().getFirst().code())
                            .end()));
  }

  private CompletableFuture<Reply> join(RestCall call) {
    Request request = call.request();
    String old = request.text(Field.INVITE_CODE);
    String code = request.has(Field.CODE) || old == null ? request.requireText(Field.CODE) : old;
    Bots.Acting acting = bots.inBody(call);
    return loops
        .join(acting.visit(), acting.bot(), code)
        .thenApply(joined -> Reply.ok(out -> BotShapes.joined(out, joined)));
  }

  private CompletableFuture<Reply> invite(RestCall call) {
    return loops
        .invite(call.visit(), call.subject(), ownLoop(call).id())
        .thenApply(
            made ->
                Reply.created(
                    out -> new BotShapes.BothSpellings(out).text("code", made.code()).end()));
  }

  private CompletableFuture<Reply> createChannel(RestCall call) {
    Loop loop = ownLoop(call);
    return loops
        .createChannel(
            call.visit(),
            call.subject(),
            loop.id(),
            call.request().requireText(Field.NAME),
            call.request().text(Field.DESCRIPTION),
            /* closed= */ false)
        .thenApply(
            made -> Reply.created(out -> BotShapes.channel(out, loop.id(), loop.name(), made)));
  }
}
