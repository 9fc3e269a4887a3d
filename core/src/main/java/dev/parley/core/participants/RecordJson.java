package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.JsonBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** How participants are written to the store: JSON, so that a later version may add fields. */
final class RecordJson {
  private static final JsonFactory JSON = new JsonFactory();

  private RecordJson() {}

  static byte[] write(Agent agent) {
    JsonBuffer out = new JsonBuffer(256);
    out.ascii("{\"id\":").string(agent.id().value());
    out.ascii(",\"name\":").string(agent.name());
    text(out, ",\"description\":", agent.description());
    text(out, ",\"metadata\":", agent.metadata());
    text(out, ",\"card\":", agent.card());
    text(out, ",\"tokenHash\":", agent.tokenHash());
    text(out, ",\"owner\":", agent.owner() == null ? null : agent.owner().value());
    out.ascii(",\"createdAt\":").number(agent.createdAt());
    out.ascii(",\"since\":").number(agent.beginning().number());
    out.ascii(",\"sentFrom\":").number(agent.beginning().sent());
    subscriptions(out, agent.unmoved());
    return out.ascii("}").toBytes();
  }

  static byte[] write(Session session) {
    JsonBuffer out = new JsonBuffer(256);
    out.ascii("{\"id\":").string(session.key().agent().value());
    out.ascii(",\"session\":").string(session.key().session().value());
    out.ascii(",\"name\":").string(session.title());
    out.ascii(",\"createdAt\":").number(session.createdAt());
    out.ascii(",\"lastUsedAt\":").number(session.lastUsedAt());
    subscriptions(out, session.unmoved());
    return out.ascii("}").toBytes();
  }

  static byte[] write(Group group) {
    JsonBuffer out = new JsonBuffer(256);
    out.ascii("{\"id\":").string(group.name().value());
    out.ascii(",\"createdAt\":").number(group.createdAt());
    out.ascii(",\"members\":[");
    String comma = "";
    for (AgentId member : group.members()) {
      out.ascii(comma).string(member.value());
      comma = ",";
    }
    return out.ascii("]}").toBytes();
  }

  static byte[] write(Subscribed subscribed) {
    JsonBuffer out = new JsonBuffer(128);
    out.ascii("{\"id\":").string(subscribed.agent().value());
    if (subscribed.session() != null) {
      out.ascii(",\"session\":").string(subscribed.session().value());
    }
    out.ascii(",\"pattern\":").string(subscribed.subscription().pattern().text());
    out.ascii(",\"addedAt\":").number(subscribed.subscription().addedAt());
    return out.ascii(",\"place\":").number(subscribed.place()).ascii("}").toBytes();
  }

  static Subscribed readSubscribed(byte[] json) {
    Fields f = new Fields(json);
    return new Subscribed(
        new AgentId(f.id),
        f.session.isEmpty() ? null : new SessionId(f.session),
        new Subscription(Pattern.parse(f.pattern), f.addedAt),
        f.place);
  }

  static Agent readAgent(byte[] json) {
    Fields f = new Fields(json);
    AgentId id = new AgentId(f.id);
    return new Agent(
        id,
        f.name == null ? f.id : f.name,
        f.description,
        f.metadata,
        f.card,
        f.tokenHash,
        f.owner == null ? null : new AgentId(f.owner),
        f.createdAt,
        new Beginning(f.since, f.sentFrom),
        f.subscriptions);
  }

  static Session readSession(byte[] json) {
    Fields f = new Fields(json);
    SessionKey key = new SessionKey(new AgentId(f.id), new SessionId(f.session));
    return new Session(
        key, f.name == null ? f.session : f.name, f.createdAt, f.lastUsedAt, f.subscriptions);
  }

  static Group readGroup(byte[] json) {
    Fields f = new Fields(json);
    return new Group(new GroupName(f.id), f.members, f.createdAt);
  }

  private static void text(JsonBuffer out, String name, @Nullable String value) {
    if (value != null) {
      out.ascii(name).string(value);
    }
  }

  private static void subscriptions(JsonBuffer out, List<Subscription> subscriptions) {
    if (subscriptions.isEmpty()) {
      return; // the rule since they have records of their own
    }
    out.ascii(",\"subscriptions\":[");
    String comma = "";
    for (Subscription subscription : subscriptions) {
      out.ascii(comma).ascii("{\"pattern\":").string(subscription.pattern().text());
      out.ascii(",\"addedAt\":").number(subscription.addedAt()).ascii("}");
      comma = ",";
    }
    out.ascii("]");
  }

  /** Every field that any of the records has; each takes its own. */
  private static final class Fields {
    private String id = "";
    private String session = "";
    private @Nullable String name;
    private @Nullable String description;
    private @Nullable String metadata;
    private @Nullable String card;
    private @Nullable String tokenHash;
    private @Nullable String owner;
    private long createdAt;
    private long lastUsedAt;
    private long since;
    private long sentFrom;
    private String pattern = "";
    private long addedAt;
    private int place;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private final List<AgentId> members = new ArrayList<>();

    Fields(byte[] json) {
      try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String field = parser.currentName();
          parser.nextToken();
          read(field, parser);
        }
      }
    }

    private void read(String field, JsonParser parser) {
      switch (field) {
        case "id" -> id = parser.getString();
        case "session" -> session = parser.getString();
        case "name" -> name = parser.getString();
        case "description" -> description = parser.getString();
        case "metadata" -> metadata = parser.getString();
        case "card" -> card = parser.getString();
        case "tokenHash" -> tokenHash = parser.getString();
        case "owner" -> owner = parser.getString();
        case "createdAt" -> createdAt = parser.getLongValue();
        case "lastUsedAt" -> lastUsedAt = parser.getLongValue();
        case "since" -> since = parser.getLongValue();
        case "sentFrom" -> sentFrom = parser.getLongValue();
        case "pattern" -> pattern = parser.getString();
        case "addedAt" -> addedAt = parser.getLongValue();
        case "place" -> place = parser.getIntValue();
        case "members" -> {
          while (parser.nextToken() == JsonToken.VALUE_STRING) {
            members.add(new AgentId(parser.getString()));
          }
        }
        case "subscriptions" -> {
          while (parser.nextToken() == JsonToken.START_OBJECT) {
            subscriptions.add(subscription(parser));
          }
        }
        default -> parser.skipChildren();
      }
    }

    private static Subscription subscription(JsonParser parser) {
      String pattern = "";
      long addedAt = 0;
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "pattern" -> pattern = parser.getString();
          case "addedAt" -> addedAt = parser.getLongValue();
          default -> parser.skipChildren();
        }
      }
      return new Subscription(Pattern.parse(pattern), addedAt);
    }
  }
}
