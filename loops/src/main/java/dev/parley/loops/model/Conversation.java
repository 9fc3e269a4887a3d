package dev.parley.loops.model;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import java.util.UUID;

/**
 * A numbered log of messages and those who take part in it. Its messages are ordinary ones that
 * carry its id as {@code conversationId}; the number of one is its position in the box of the
 * thread plus one.
 */
public sealed interface Conversation {
  /** The passing stream on which participants say that they are writing. */
  String TYPING = "typing";

  enum Kind {
    CHANNEL,
    DM,
    STREAM
  }

  /** Always a version 8 UUID, see {@link ConversationIds}. */
  UUID id();

  Kind kind();

  /** The conversation of a loop's channel. */
  record OfChannel(UUID id, UUID loop, String slug, String loopName, Channel channel)
      implements Conversation {
    @Override
    public Kind kind() {
      return Kind.CHANNEL;
    }

    public Path path() {
      return channel.path(slug);
    }
  }

  /** A conversation of two. */
  sealed interface OfTwo extends Conversation {
    AgentId first();

    AgentId second();

    default boolean isBetween(AgentId agent) {
      return agent.equals(first()) || agent.equals(second());
    }

    /** The other one; of itself for who talks to itself. */
    default AgentId peerOf(AgentId agent) {
      return agent.equals(first()) ? second() : first();
    }
  }

  /** The one and only direct conversation of two agents, in the order of their ids. */
  record Dm(UUID id, AgentId first, AgentId second) implements OfTwo {
    @Override
    public Kind kind() {
      return Kind.DM;
    }
  }

  /**
   * A named stream of a bot.
   *
   * @param first the bot, when it is its own; otherwise the two stand in the order of their ids
   * @param second the bot's owner, when it is the bot's own
   * @param own the bot's own, shared with its owner; otherwise that of a pair
   */
  record Stream(UUID id, AgentId first, AgentId second, String name, boolean own) implements OfTwo {
    @Override
    public Kind kind() {
      return Kind.STREAM;
    }
  }
}
