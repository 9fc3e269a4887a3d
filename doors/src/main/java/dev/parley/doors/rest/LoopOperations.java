package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.loops.Loops;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Member;
import dev.parley.loops.model.Role;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Loops, their invitations and members. Who acts is {@code from}, see {@link Access#SENDER}. */
final class LoopOperations {
  static final String LOOP = "/api/loops/{loop}";
  private static final String MEMBER = LOOP + "/members/{member}";

  private final Loops loops;
  private final LoopShapes shapes;

  LoopOperations(Loops loops, Broker broker) {
    this.loops = loops;
    this.shapes = new LoopShapes(loops, broker.presence());
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/api/loops", "listLoops", "Loops one is a member of; for the owner, all")
            .by(Access.SENDER)
            .answering("Loops")
            .doing(this::list),
        changing(Operation.post("/api/loops", "createLoop", "Make a loop with a channel 'general'"))
            .taking("NewLoop")
            .answering(201, "LoopAnswer")
            .doing(this::create),
        changing(Operation.post("/api/loops/join", "joinLoop", "Join a loop with a code"))
            .taking("LoopCode")
            .answering("LoopAnswer")
            .doing(this::join),
        Operation.get(LOOP, "getLoop", "A loop with its channels; invitations for who may manage")
            .by(Access.SENDER)
            .answering("LoopAnswer")
            .doing(call -> shown(call, loop(call)).now()),
        changing(Operation.delete(LOOP, "deleteLoop", "Delete a loop; what was said stays stored"))
            .answering(204, null)
            .doing(
                call ->
                    loops
                        .delete(call.visit(), call.subject(), loop(call).id())
                        .thenApply(_ -> Reply.nothing())),
        changing(Operation.post(LOOP + "/leave", "leaveLoop", "Leave a loop"))
            .taking("LoopActor")
            .answering(204, null)
            .doing(
                call ->
                    loops
                        .leave(call.visit(), call.subject(), loop(call).id())
                        .thenApply(_ -> Reply.nothing())),
        changing(Operation.post(LOOP + "/invites", "inviteToLoop", "Make an invitation code"))
            .taking("LoopActor")
            .answering(201, "LoopInvitation")
            .doing(this::invite),
        changing(
                Operation.delete(
                    LOOP + "/invites/{code}", "uninviteFromLoop", "Delete an invitation code"))
            .answering(204, null)
            .doing(
                call ->
                    loops
                        .uninvite(
                            call.visit(),
                            call.subject(),
                            loop(call).id(),
                            call.segment("code", text -> text))
                        .thenApply(_ -> Reply.nothing())),
        Operation.get(LOOP + "/members", "listLoopMembers", "Who is in a loop")
            .by(Access.SENDER)
            .answering("LoopMembers")
            .doing(this::members),
        changing(
                Operation.of(
                    HttpMethod.PUT, MEMBER, "putLoopMember", "Add a member, or change its role"))
            .taking("LoopRole")
            .answering("LoopMember")
            .doing(this::putMember),
        changing(Operation.delete(MEMBER, "removeLoopMember", "Remove a member"))
            .answering(204, null)
            .doing(
                call ->
                    loops
                        .remove(
                            call.visit(),
                            call.subject(),
                            loop(call).id(),
                            call.segment("member", AgentId::new))
                        .thenApply(_ -> Reply.nothing())));
  }

  static Operation.Draft changing(Operation.Draft draft) {
    return draft.by(Access.SENDER).auditedByItsService();
  }

  private Loop loop(RestCall call) {
    return loops.require(call.visit(), call.subject(), call.segment("loop", text -> text));
  }

  private CompletableFuture<Reply> list(RestCall call) {
    List<Loop> found = call.visit().isOwner() ? loops.all() : loops.of(call.subject());
    return Reply.ok(out -> shapes.loops(out, found, call.subject())).now();
  }

  private CompletableFuture<Reply> create(RestCall call) {
    Request request = call.request();
    return loops
        .create(
            call.visit(),
            call.subject(),
            request.requireText(Field.NAME),
            request.text(Field.DESCRIPTION))
        .thenApply(made -> Reply.created(out -> shapes.answer(out, made, call.subject(), true)));
  }

  private CompletableFuture<Reply> join(RestCall call) {
    return loops
        .join(call.visit(), call.subject(), call.request().requireText(Field.CODE))
        .thenApply(joined -> shown(call, joined));
  }

  private Reply shown(RestCall call, Loop loop) {
    boolean manages =
        call.visit().isOwner()
            || loops
                .member(loop.id(), call.subject())
                .filter(member -> member.role().manages())
                .isPresent();
    return Reply.ok(out -> shapes.answer(out, loop, call.subject(), manages));
  }

  private CompletableFuture<Reply> members(RestCall call) {
    List<Member> found = loops.members(loop(call).id());
    return Reply.ok(out -> shapes.members(out, found)).now();
  }

  private CompletableFuture<Reply> invite(RestCall call) {
    return loops
        .invite(call.visit(), call.subject(), loop(call).id())
        .thenApply(made -> Reply.created(out -> LoopShapes.invitation(out, made)));
  }

  private CompletableFuture<Reply> putMember(RestCall call) {
    Loop loop = loop(call);
    AgentId member = call.segment("member", AgentId::new);
    Role role = Role.parse(call.request().text(Field.ROLE, "member"));
    return (loops.member(loop.id(), member).isPresent()
            ? loops.setRole(call.visit(), call.subject(), loop.id(), member, role)
            : loops.add(call.visit(), loop.id(), member, role))
        .thenApply(made -> Reply.ok(out -> shapes.member(out, made)));
  }
}
