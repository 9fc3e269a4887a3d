package dev.parley.doors.json;

import dev.parley.core.address.SessionKey;
import dev.parley.core.history.DeliveryStatus;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Group;
import dev.parley.core.participants.Session;
import dev.parley.core.participants.Subscription;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.identity.authority.Sight;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** How the things of the hub look in frames. */
public final class Shapes {
  private static final int COPY_BYTES = 64;

  private Shapes() {}

  /** The envelope, with what belongs to this copy spliced in before its closing brace. */
  public static void copy(JsonBuffer out, Copy copy) {
    byte[] envelope = copy.message().json();
    out.raw(envelope, 0, envelope.length - 1);
    BoxId box = copy.box();
    if (box.isInbox() || box instanceof BoxId.DeadLetters) {
      out.ascii(",\"status\":\"").ascii(copy.state().status()).ascii("\"");
    }
    String annotation = copy.annotation();
    if (annotation != null) {
      out.ascii(",").raw(annotation);
    } else if (box instanceof BoxId.AgentInbox) {
      out.ascii(",\"handled\":false");
    }
    out.ascii("}");
  }

  public static void copies(JsonBuffer out, List<Copy> copies) {
    out.ascii(",\"messages\":");
    list(out, copies, Shapes::copy);
  }

  /** With the default limits a connection has sixteen such answers made at once. */
  public static final int MESSAGES_RESERVED = 1 << 20;

  public static int weight(List<Copy> copies) {
    int bytes = 128;
    for (Copy copy : copies) {
      bytes += copy.message().json().length + COPY_BYTES;
    }
    return bytes;
  }

  public static void page(JsonBuffer out, HistoryPage page) {
    copies(out, page.copies());
    if (page.before() >= 0) {
      out.ascii(",\"before\":").number(page.before());
    }
    if (page.after() >= 0) {
      out.ascii(",\"after\":").number(page.after());
    }
    out.ascii(",\"more\":").bool(page.more());
  }

  public static void subscriptions(JsonBuffer out, List<Subscription> subscriptions) {
    out.ascii(",\"subscriptions\":");
    list(
        out,
        subscriptions,
        (to, subscription) -> {
          to.ascii("{\"pattern\":").string(subscription.pattern().text());
          to.ascii(",\"addedAt\":").number(subscription.addedAt()).ascii("}");
        });
  }

  /**
   * An agent, as much of it as is seen by whoever this is for.
   *
   * @param withCard with the card that it has published, if it has
   */
  public static void agent(
      JsonBuffer out,
      Agent agent,
      List<Subscription> subscriptions,
      boolean online,
      Sight sight,
      boolean withCard) {
    out.ascii("{");
    agentMembers(out, agent, online, sight);
    if (withCard) {
      publishedCard(out, agent);
    }
    out.ascii(",\"online\":").bool(online);
    if (sight == Sight.ALL) {
      subscriptions(out, subscriptions);
    }
    out.ascii("}");
  }

  /** Its card and, for whoever sees all of it, what looks alike on {@code /ws} and over REST. */
  public static void agentMembers(JsonBuffer out, Agent agent, boolean online, Sight sight) {
    AgentCard.of(agent).writeTo(out, online);
    if (sight == Sight.ALL) {
      if (agent.metadata() != null) {
        out.ascii(",\"metadata\":").raw(agent.metadata());
      }
      out.ascii(",\"createdAt\":").number(agent.createdAt());
    }
  }

  /** The card that an agent has published; nothing when it has none. */
  public static void publishedCard(JsonBuffer out, Agent agent) {
    String card = agent.card();
    if (card != null) {
      out.ascii(",\"card\":").raw(card);
    }
  }

  public static void session(JsonBuffer out, Session session, List<Subscription> subscriptions) {
    session(out, session, subscriptions, _ -> {});
  }

  /**
   * @param more writes further members, each with the comma before it
   */
  public static void session(
      JsonBuffer out,
      Session session,
      List<Subscription> subscriptions,
      Consumer<JsonBuffer> more) {
    out.ascii("{\"agentId\":").string(session.key().agent().value());
    out.ascii(",\"sessionId\":").string(session.key().session().value());
    out.ascii(",\"title\":").string(session.title());
    out.ascii(",\"isDefault\":").bool(session.isDefault());
    out.ascii(",\"createdAt\":").number(session.createdAt());
    out.ascii(",\"lastUsedAt\":").number(session.lastUsedAt());
    subscriptions(out, subscriptions);
    more.accept(out);
    out.ascii("}");
  }

  public static void group(JsonBuffer out, Group group) {
    out.ascii("{\"name\":").string(group.name().value());
    out.ascii(",\"members\":");
    list(out, group.members(), (to, member) -> to.string(member.value()));
    out.ascii(",\"createdAt\":").number(group.createdAt()).ascii("}");
  }

  public static void sessionKey(JsonBuffer out, SessionKey key) {
    out.ascii("{\"agentId\":").string(key.agent().value());
    out.ascii(",\"sessionId\":").string(key.session().value()).ascii("}");
  }

  public static void status(JsonBuffer out, DeliveryStatus status) {
    out.ascii(",\"messageId\":").id(status.id());
    out.ascii(",\"recipients\":");
    list(out, status.recipients(), Shapes::recipient);
    status.counts().writeTo(out.ascii(","));
    escalation(out, status);
  }

  /** Who is told that it is overdue, where somebody is, and who was woken for it. */
  public static void escalation(JsonBuffer out, DeliveryStatus status) {
    if (status.escalation() != null) {
      status.escalation().writeTo(out.ascii(","));
    }
    if (!status.woken().isEmpty()) {
      out.ascii(",\"woken\":");
      list(out, status.woken(), (to, note) -> note.writeTo(to));
    }
  }

  private static void recipient(JsonBuffer out, CopyRef copy) {
    out.ascii("{");
    if (copy.box() instanceof BoxId.Inbox inbox) { // a status lists nothing else
      owner(out, inbox);
      out.ascii(",");
    }
    out.ascii("\"state\":\"").ascii(copy.state().wireName()).ascii("\"");
    if (copy.attempts() > 0) {
      out.ascii(",\"attempts\":").number(copy.attempts());
    }
    out.ascii("}");
  }

  /** The members that say whose inbox it is. */
  public static void owner(JsonBuffer out, BoxId.Inbox inbox) {
    out.ascii("\"agentId\":").string(inbox.agent().value());
    if (inbox instanceof BoxId.SessionInbox(SessionKey key)) {
      out.ascii(",\"sessionId\":").string(key.session().value());
    }
  }

  public static <T> void list(JsonBuffer out, List<T> values, BiConsumer<JsonBuffer, T> each) {
    out.ascii("[");
    for (int i = 0; i < values.size(); i++) {
      if (i > 0) {
        out.ascii(",");
      }
      each.accept(out, values.get(i));
    }
    out.ascii("]");
  }
}
