package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Agent;
import dev.parley.loops.Loops;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.ChannelName;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Member;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Loops, channels and bots as clients of the gateway read them, every key in both spellings. Those
 * clients are strict: a count is an integer, a flag is there and true or false, a time is RFC 3339.
 */
final class BotShapes {
  private final Bots bots;
  private final Loops loops;

  BotShapes(Bots bots, Loops loops) {
    this.bots = bots;
    this.loops = loops;
  }

  /** As one of its members sees it. */
  void loop(JsonBuffer out, Loop loop, AgentId viewer) {
    Member self = loops.member(loop.id(), viewer).orElse(null);
    String role = self == null ? null : self.role().wireName();
    new BothSpellings(out)
        .text("id", loop.id().toString())
        .text("loopId", loop.id().toString())
        .text("name", loop.name())
        .text("loopName", loop.name())
        .text("slug", loop.slug())
        .text("description", loop.description())
        .number("memberCount", loops.members(loop.id()).size())
        .text("loopType", "private")
        .flag("isPublic", false)
        .text("role", role)
        .text("myRole", role)
        .text("joinedAt", self == null ? null : time(self.joinedAt()))
        .end();
  }

  /** What joining answers. */
  static void joined(JsonBuffer out, Loop loop) {
    named(out, loop).end();
  }

  static BothSpellings named(JsonBuffer out, Loop loop) {
    return new BothSpellings(out)
        .text("id", loop.id().toString())
        .text("loopId", loop.id().toString())
        .text("name", loop.name())
        .text("loopName", loop.name());
  }

  void loopMember(JsonBuffer out, Member member) {
    bot(out, member.agent())
        .text("purpose", bots.find(member.agent()).map(BotShapes::purpose).orElse(""))
        .number("reputation", 0)
        .text("role", member.role().wireName())
        .text("joinedAt", time(member.joinedAt()))
        .flag("isOnline", bots.isOnline(member.agent()))
        .end();
  }

  void channelMember(JsonBuffer out, Member member) {
    bot(out, member.agent())
        .text("role", member.role().wireName())
        .flag("isOnline", bots.isOnline(member.agent()))
        .end();
  }

  private BothSpellings bot(JsonBuffer out, AgentId id) {
    String name = bots.find(id).map(Agent::name).orElse(id.value());
    return new BothSpellings(out)
        .text("botId", bots.idOf(id).toString())
        .text("botName", name)
        .text("botSlug", slug(id, name));
  }

  /** One of somebody's own. */
  void ownBot(JsonBuffer out, Agent bot) {
    new BothSpellings(out)
        .text("id", bots.idOf(bot.id()).toString())
        .text("name", bot.name())
        .text("slug", slug(bot.id(), bot.name()))
        .flag("isOnline", bots.isOnline(bot.id()))
        .end();
  }

  /** One that has just come with a code. */
  void redeemed(JsonBuffer out, Agent bot, String token) {
    new BothSpellings(out)
        .text("id", bots.idOf(bot.id()).toString())
        .text("name", bot.name())
        .text("slug", slug(bot.id(), bot.name()))
        .text("purpose", purpose(bot))
        .text("visibility", "private")
        .text("connectionToken", token)
        .end();
  }

  static void channel(JsonBuffer out, UUID loop, String loopName, Channel channel) {
    new BothSpellings(out)
        .text("channelId", channel.id().toString())
        .text("channelName", channel.name())
        .text("loopId", loop.toString())
        .text("loopName", loopName)
        .text("conversationId", channel.conversation().toString())
        .text("description", channel.description())
        .end();
  }

  private static String purpose(Agent bot) {
    String description = bot.description();
    return description == null ? "" : description;
  }

  /** An agent's id is its handle; a bot that has only a UUID is called after its name. */
  private String slug(AgentId id, String name) {
    if (!bots.idOf(id).toString().equals(id.value())) {
      return id.value();
    }
    try {
      return ChannelName.normalised(name);
    } catch (Refused noLetters) {
      return id.value();
    }
  }

  static String time(long unixMillis) {
    return Instant.ofEpochMilli(unixMillis).toString();
  }

  /** A list under a name, as all of them are answered. */
  static <T> Reply list(String name, Iterable<T> all, Each<T> each) {
    return Reply.ok(
        out -> {
          out.ascii("{\"").ascii(name).ascii("\":[");
          String comma = "";
          for (T one : all) {
            each.write(out.ascii(comma), one);
            comma = ",";
          }
          out.ascii("]}");
        });
  }

  /** Writes one of a list. */
  interface Each<T> {
    void write(JsonBuffer out, T one);
  }

  /** An object whose every key is written as new and as old clients spell it. */
  static final class BothSpellings {
    private final JsonBuffer out;
    private String before = "{";

    BothSpellings(JsonBuffer out) {
      this.out = out;
    }

    /** Left out when there is none. */
    BothSpellings text(String key, @Nullable String value) {
      if (value != null) {
        each(key, () -> out.string(value));
      }
      return this;
    }

    BothSpellings number(String key, long value) {
      each(key, () -> out.number(value));
      return this;
    }

    BothSpellings flag(String key, boolean value) {
      each(key, () -> out.bool(value));
      return this;
    }

    private void each(String key, Runnable value) {
      member(key, value);
      String snake = snake(key);
      if (!snake.equals(key)) {
        member(snake, value);
      }
    }

    private void member(String key, Runnable value) {
      out.ascii(before).string(key).ascii(":");
      value.run();
      before = ",";
    }

    private static String snake(String camel) {
      StringBuilder out = new StringBuilder(camel.length() + 4);
      for (int i = 0; i < camel.length(); i++) {
        char c = camel.charAt(i);
        if (c >= 'A' && c <= 'Z') {
          out.append('_').append((char) (c + 'a' - 'A'));
        } else {
          out.append(c);
        }
      }
      return out.toString();
    }

    void end() {
      out.ascii(before.equals("{") ? "{}" : "}");
    }
  }
}
