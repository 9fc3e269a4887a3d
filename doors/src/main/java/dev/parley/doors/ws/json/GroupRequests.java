package dev.parley.doors.ws.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Group;
import dev.parley.core.participants.Participants;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.authority.Authority;
import java.util.List;
import java.util.Optional;

/** Named sets of agents: {@code group.*}. */
final class GroupRequests {
  private static final Shape<Group> GROUP =
      new Shape<>() {
        @Override
        public int weight(Group group) {
          return 256 + 40 * group.members().size();
        }

        @Override
        public void write(JsonBuffer out, Group group) {
          out.ascii(",\"group\":");
          Shapes.group(out, group);
        }
      };

  private final Participants participants;
  private final Authority authority;

  GroupRequests(Broker broker, Authority authority) {
    this.participants = broker.participants();
    this.authority = authority;
  }

  void register(Requests requests) {
    requests.add("group.put", Access.OWNER, this::put);
    requests.add("group.get", Access.ANYONE, this::get);
    requests.add("group.list", Access.ANYONE, this::list);
    requests.add("group.delete", Access.OWNER, this::delete);
  }

  private void put(Call call) {
    ReceiveRequests.require(call.request(), Field.MEMBERS);
    List<AgentId> members =
        call.request().texts(Field.MEMBERS).stream()
            .map(name -> Request.address(Field.MEMBERS, name, AgentId::new))
            .toList();
    call.answerWith(participants.putGroup(name(call), members), GROUP);
  }

  private void get(Call call) {
    GroupName name = name(call);
    Group group =
        participants
            .group(name)
            .flatMap(found -> authority.seenBy(call.principal(), found))
            .orElseThrow(
                () -> new Refused(ErrorCode.NOT_FOUND, "there is no group '" + name + "'"));
    call.reply(group, GROUP);
  }

  private void list(Call call) {
    call.reply(
        participants.groups().stream()
            .map(group -> authority.seenBy(call.principal(), group))
            .flatMap(Optional::stream)
            .toList(),
        (out, groups) -> {
          out.ascii(",\"groups\":");
          Shapes.list(out, groups, Shapes::group);
        });
  }

  private void delete(Call call) {
    call.answerWith(
        participants.deleteGroup(name(call)),
        (out, group) -> out.ascii(",\"name\":").string(group.name().value()));
  }

  private static GroupName name(Call call) {
    return call.address(Field.NAME, GroupName::new);
  }
}
