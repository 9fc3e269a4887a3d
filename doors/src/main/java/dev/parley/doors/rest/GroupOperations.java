package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.broker.Broker;
import dev.parley.core.participants.Group;
import dev.parley.core.participants.Participants;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.authority.Authority;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Named sets of agents. */
final class GroupOperations {
  private static final String GROUP = "/api/groups/{name}";

  private final Participants participants;
  private final Authority authority;

  GroupOperations(Broker broker, Authority authority) {
    this.participants = broker.participants();
    this.authority = authority;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/api/groups", "listGroups", "All groups")
            .by(Access.ANYONE)
            .answering("Groups")
            .doing(this::list),
        Operation.of(HttpMethod.PUT, GROUP, "putGroup", "Make a group or change its members")
            .by(Access.OWNER)
            .taking("Members")
            .answering("GroupAnswer")
            .audited("group.put")
            .doing(this::put),
        Operation.of(HttpMethod.PATCH, GROUP, "renameGroup", "Give a group another name")
            .by(Access.OWNER)
            .taking("GroupChange")
            .answering("GroupAnswer")
            .audited("group.rename")
            .doing(this::rename),
        Operation.delete(GROUP, "deleteGroup", "Remove a group; its members stay")
            .by(Access.OWNER)
            .answering(204, null)
            .audited("group.delete")
            .doing(
                call ->
                    participants
                        .deleteGroup(call.segment("name", GroupName::new))
                        .thenApply(_ -> Reply.nothing())));
  }

  private CompletableFuture<Reply> list(RestCall call) {
    List<Group> groups =
        participants.groups().stream()
            .map(group -> authority.seenBy(call.principal(), group))
            .flatMap(Optional::stream)
            .toList();
    return Reply.ok(
            out -> {
              out.ascii("{\"groups\":");
              Shapes.list(out, groups, Shapes::group);
              out.ascii("}");
            })
        .now();
  }

  private CompletableFuture<Reply> put(RestCall call) {
    if (!call.request().has(Field.MEMBERS)) {
      throw Request.missing(Field.MEMBERS);
    }
    List<AgentId> members =
        call.request().texts(Field.MEMBERS).stream()
            .map(name -> Request.address(Field.MEMBERS, name, AgentId::new))
            .toList();
    return participants
        .putGroup(call.segment("name", GroupName::new), members)
        .thenApply(GroupOperations::shown);
  }

  private CompletableFuture<Reply> rename(RestCall call) {
    GroupName other = call.request().address(Field.NAME, GroupName::new);
    return participants
        .renameGroup(call.segment("name", GroupName::new), other)
        .thenApply(GroupOperations::shown);
  }

  private static Reply shown(Group group) {
    return Reply.ok(
        out -> {
          out.ascii("{\"group\":");
          Shapes.group(out, group);
          out.ascii("}");
        });
  }
}
