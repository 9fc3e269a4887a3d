package dev.parley.doors.rest.shape;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Presence;
import dev.parley.core.participants.Subscription;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.StoredMessage;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import dev.parley.identity.authority.Sight;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How things look in answers and events where they look otherwise than on {@code /ws}. */
public final class RestShapes {
  private RestShapes() {}

  public static void principal(JsonBuffer out, Principal who) {
    switch (who) {
      case Owner _ -> out.ascii("{\"type\":\"owner\"}");
      case AgentPrincipal agent ->
          out.ascii("{\"type\":\"agent\",\"agentId\":").string(agent.id().value()).ascii("}");
    }
  }

  static void agent(JsonBuffer out, AgentViews.AgentView view, boolean withCard) {
    Agent agent = view.agent();
    Presence.Status presence = view.presence();
    out.ascii("{");
    Shapes.agentMembers(out, agent, presence.isOnline(), view.sight());
    if (withCard) {
      Shapes.publishedCard(out, agent);
    }
    out.ascii(",\"presence\":{\"online\":").bool(presence.isOnline());
    if (view.sight() == Sight.ALL) {
      out.ascii(",\"connections\":").number(presence.connections());
      if (presence.lastSeenAt() != 0) {
        out.ascii(",\"lastSeenAt\":").number(presence.lastSeenAt());
      }
      out.ascii("},\"unread\":").number(view.unread());
      out.ascii(",\"subscriptions\":");
      Shapes.list(out, view.subscriptions(), (to, each) -> to.string(each.pattern().text()));
    } else {
      out.ascii("}");
    }
    out.ascii("}");
  }

  public static void subscriptions(JsonBuffer out, List<Subscription> subscriptions) {
    out.ascii("{\"subscriptions\":");
    Shapes.list(
        out,
        subscriptions,
        (to, subscription) ->
            to.ascii("{\"pattern\":")
                .string(subscription.pattern().text())
                .ascii(",\"createdAt\":")
                .number(subscription.addedAt())
                .ascii("}"));
    out.ascii("}");
  }

  public static void copy(JsonBuffer out, Copy copy) {
    out.ascii("{\"cursor\":").number(copy.position());
    out.ascii(",\"state\":\"").ascii(copy.state().wireName());
    out.ascii("\",\"attempts\":").number(copy.attempts());
    out.ascii(",\"message\":");
    Shapes.copy(out, copy);
    out.ascii("}");
  }

  public static void copies(JsonBuffer out, List<Copy> copies) {
    out.ascii("{\"copies\":");
    Shapes.list(out, copies, RestShapes::copy);
  }

  public static void message(JsonBuffer out, StoredMessage message) {
    out.raw(message.json());
  }

  public static void box(JsonBuffer out, BoxId box) {
    String kind =
        switch (box) {
          case BoxId.AgentInbox _ -> "agent";
          case BoxId.SessionInbox _ -> "session";
          case BoxId.Outbox _ -> "outbox";
          case BoxId.ThreadBox _ -> "thread";
          case BoxId.DeadLetters _ -> "dead_letters";
        };
    out.ascii("{\"kind\":\"").ascii(kind);
    out.ascii("\",\"name\":").string(box.name()).ascii("}");
  }

  /** The end of a list that is paged. */
  public static void next(JsonBuffer out, @Nullable String cursor) {
    out.ascii(",\"next\":");
    if (cursor == null) {
      out.ascii("null}");
    } else {
      out.string(cursor).ascii("}");
    }
  }

  public static @Nullable String cursor(boolean more, long cursor) {
    return more && cursor >= 0 ? Long.toString(cursor) : null;
  }
}
