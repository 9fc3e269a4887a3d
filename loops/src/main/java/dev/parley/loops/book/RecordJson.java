package dev.parley.loops.book;

import dev.parley.core.address.AgentId;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.Invitation;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Member;
import dev.parley.loops.model.Role;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** How records are written to the store: JSON, so that a later version may add fields. */
final class RecordJson {
  private static final JsonMapper JSON = new JsonMapper();

  private RecordJson() {}

  private record LoopRow(
      UUID id,
      String slug,
      String name,
      @Nullable String description,
      String creator,
      long createdAt,
      List<ChannelRow> channels,
      List<InvitationRow> invitations) {}

  private record ChannelRow(
      UUID id,
      String name,
      @Nullable String description,
      boolean closed,
      UUID conversation,
      String creator,
      long createdAt) {}

  private record InvitationRow(String code, String creator, long createdAt) {}

  private record MemberRow(
      UUID loop,
      String agent,
      String incarnation,
      String role,
      long joinedAt,
      Set<UUID> closedChannels) {}

  private record PairRow(
      UUID id,
      String kind,
      String first,
      String firstIncarnation,
      String second,
      String secondIncarnation,
      @Nullable String stream,
      boolean own,
      long createdAt) {}

  /**
   * @param read missing in records of earlier versions
   */
  private record PlaceRow(
      String agent,
      String incarnation,
      UUID conversation,
      long acked,
      long delivered,
      @Nullable Long read) {}

  static byte[] write(Loop loop) {
    return JSON.writeValueAsBytes(
        new LoopRow(
            loop.id(),
            loop.slug(),
            loop.name(),
            loop.description(),
            loop.creator().value(),
            loop.createdAt(),
            loop.channels().stream()
                .map(
                    each ->
                        new ChannelRow(
                            each.id(),
                            each.name(),
                            each.description(),
                            each.closed(),
                            each.conversation(),
                            each.creator().value(),
                            each.createdAt()))
                .toList(),
            loop.invitations().stream()
                .map(
                    each ->
                        new InvitationRow(each.code(), each.creator().value(), each.createdAt()))
                .toList()));
  }

  static Loop readLoop(byte[] json) {
    LoopRow row = JSON.readValue(json, LoopRow.class);
    return new Loop(
        row.id,
        row.slug,
        row.name,
        row.description,
        new AgentId(row.creator),
        row.createdAt,
        row.channels.stream()
            .map(
                each ->
                    new Channel(
                        each.id,
                        each.name,
                        each.description,
                        each.closed,
                        each.conversation,
                        new AgentId(each.creator),
                        each.createdAt))
            .toList(),
        row.invitations.stream()
            .map(each -> new Invitation(each.code, new AgentId(each.creator), each.createdAt))
            .toList());
  }

  static byte[] write(Member member) {
    return JSON.writeValueAsBytes(
        new MemberRow(
            member.loop(),
            member.agent().value(),
            member.incarnation(),
            member.role().wireName(),
            member.joinedAt(),
            member.closedChannels()));
  }

  static Member readMember(byte[] json) {
    MemberRow row = JSON.readValue(json, MemberRow.class);
    return new Member(
        row.loop,
        new AgentId(row.agent),
        row.incarnation,
        Role.parse(row.role),
        row.joinedAt,
        row.closedChannels);
  }

  static byte[] write(Pair pair) {
    Conversation.OfTwo two = pair.conversation();
    Conversation.Stream stream = two instanceof Conversation.Stream found ? found : null;
    return JSON.writeValueAsBytes(
        new PairRow(
            two.id(),
            stream == null ? "dm" : "stream",
            two.first().value(),
            pair.firstIncarnation(),
            two.second().value(),
            pair.secondIncarnation(),
            stream == null ? null : stream.name(),
            stream != null && stream.own(),
            pair.createdAt()));
  }

  static Pair readPair(byte[] json) {
    PairRow row = JSON.readValue(json, PairRow.class);
    AgentId first = new AgentId(row.first);
    AgentId second = new AgentId(row.second);
    Conversation.OfTwo two =
        row.stream == null
            ? new Conversation.Dm(row.id, first, second)
            : new Conversation.Stream(row.id, first, second, row.stream, row.own);
    return new Pair(two, row.firstIncarnation, row.secondIncarnation, row.createdAt);
  }

  static byte[] write(Place place) {
    return JSON.writeValueAsBytes(
        new PlaceRow(
            place.agent().value(),
            place.incarnation(),
            place.conversation(),
            place.acked(),
            place.delivered(),
            place.read()));
  }

  static Place readPlace(byte[] json) {
    PlaceRow row = JSON.readValue(json, PlaceRow.class);
    return new Place(
        new AgentId(row.agent),
        row.incarnation,
        row.conversation,
        row.acked,
        row.delivered,
        row.read == null ? -1 : row.read);
  }
}
