package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Presence;
import dev.parley.loops.Loops;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Invitation;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loops, channels and members as JSON, shown to one who may see them. */
final class LoopShapes {
  private final Loops loops;
  private final Presence presence;

  LoopShapes(Loops loops, Presence presence) {
    this.loops = loops;
    this.presence = presence;
  }

  void loops(JsonBuffer out, List<Loop> all, AgentId viewer) {
    out.ascii("{\"loops\":[");
    String comma = "";
    for (Loop loop : all) {
      loop(out.ascii(comma), loop, viewer, false);
      comma = ",";
    }
    out.ascii("]}");
  }

  void answer(JsonBuffer out, Loop loop, AgentId viewer, boolean withInvitations) {
    out.ascii("{\"loop\":");
    loop(out, loop, viewer, withInvitations);
    out.ascii("}");
  }

  private void loop(JsonBuffer out, Loop loop, AgentId viewer, boolean withInvitations) {
    Member self = loops.member(loop.id(), viewer).orElse(null);
    out.ascii("{\"id\":").string(loop.id().toString());
    out.ascii(",\"slug\":").string(loop.slug());
    out.ascii(",\"name\":").string(loop.name());
    text(out, ",\"description\":", loop.description());
    out.ascii(",\"creator\":").string(loop.creator().value());
    out.ascii(",\"createdAt\":").number(loop.createdAt());
    out.ascii(",\"memberCount\":").number(loops.members(loop.id()).size());
    text(out, ",\"role\":", self == null ? null : self.role().wireName());
    out.ascii(",\"channels\":[");
    String comma = "";
    for (Channel channel : loop.channels()) {
      if (withInvitations || (self != null && self.takesPartIn(channel)) || !channel.closed()) {
        channel(out.ascii(comma), loop, channel);
        comma = ",";
      }
    }
    out.ascii("]");
    if (withInvitations) {
      out.ascii(",\"invitations\":[");
      comma = "";
      for (Invitation invitation : loop.invitations()) {
        invitation(out.ascii(comma), invitation);
        comma = ",";
      }
      out.ascii("]");
    }
    out.ascii("}");
  }

  static void channel(JsonBuffer out, Loop loop, Channel channel) {
    out.ascii("{\"id\":").string(channel.id().toString());
    out.ascii(",\"name\":").string(channel.name());
    text(out, ",\"description\":", channel.description());
    out.ascii(",\"private\":").ascii(channel.closed() ? "true" : "false");
    out.ascii(",\"path\":").string(channel.path(loop.slug()).text());
    out.ascii(",\"conversationId\":").string(channel.conversation().toString());
    out.ascii(",\"createdAt\":").number(channel.createdAt()).ascii("}");
  }

  static void invitation(JsonBuffer out, Invitation invitation) {
    out.ascii("{\"code\":").string(invitation.code());
    out.ascii(",\"creator\":").string(invitation.creator().value());
    out.ascii(",\"createdAt\":").number(invitation.createdAt()).ascii("}");
  }

  void members(JsonBuffer out, List<Member> members) {
    out.ascii("{\"members\":[");
    String comma = "";
    for (Member member : members) {
      member(out.ascii(comma), member);
      comma = ",";
    }
    out.ascii("]}");
  }

  void member(JsonBuffer out, Member member) {
    out.ascii("{\"agent\":").string(member.agent().value());
    out.ascii(",\"role\":").string(member.role().wireName());
    out.ascii(",\"joinedAt\":").number(member.joinedAt());
    out.ascii(",\"online\":").ascii(presence.isOnline(member.agent()) ? "true" : "false");
    out.ascii("}");
  }

  private static void text(JsonBuffer out, String member, @Nullable String value) {
    if (value != null) {
      out.ascii(member).string(value);
    }
  }
}
