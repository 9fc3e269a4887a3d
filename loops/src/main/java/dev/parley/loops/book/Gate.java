package dev.parley.loops.book;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.ThreadSight;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Enclosure;
import dev.parley.core.participants.Participants;
import dev.parley.identity.authority.Membership;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationIds;
import java.util.UUID;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Who may write into a conversation, hear it and read it. While there is no loop, paths under
 * {@code loop/} are like any other. Any thread; never blocks.
 */
public final class Gate implements Membership, Enclosure, ThreadSight {
  private static final String LOOP = "loop";

  private final Book book;
  private final Participants participants;

  public Gate(Book book, Participants participants) {
    this.book = book;
    this.participants = participants;
  }

  private boolean isInLoop(Path path) {
    return !book.isEmpty() && path.segmentEquals(0, LOOP);
  }

  // ---- writing

  @Override
  public Draft completed(Draft draft) {
    if (draft.conversationId() != null || !isInLoop(draft.path())) {
      return draft;
    }
    Conversation channel = book.channelAt(draft.path());
    return channel == null
        ? draft
        : draft.toBuilder().conversationId(channel.id().toString()).build();
  }

  @Override
  public boolean isClosed(String conversationId) {
    return ConversationIds.isReserved(conversationId);
  }

  @Override
  public void maySend(Sender from, Draft draft) {
    check(from, draft, book::takesPart);
  }

  /** The same, as the commit that is being made leaves things. Committer thread. */
  void stillMaySend(Sender from, Draft draft) {
    if (book.members().isStaged() || book.loops().isStaged()) {
      check(from, draft, book::stillTakesPart);
    } else {
      check(from, draft, book::takesPart);
    }
  }

  private void check(Sender from, Draft draft, BiPredicate<Conversation, AgentId> takesPart) {
    String named = draft.conversationId();
    Conversation conversation = null;
    if (named != null && ConversationIds.isReserved(named)) {
      conversation = named(from, named);
    }
    Conversation there = null;
    if (isInLoop(draft.path())) {
      there = book.channelAt(draft.path());
      if (there == null && from.behalf() == Sender.Behalf.AGENT) {
        throw notThere(from, draft.path());
      }
      if (there != null && !sameId(there, conversation)) {
        throw new Refused(
            ErrorCode.BAD_REQUEST,
            "'conversationId' of messages to '"
                + draft.path()
                + "' is filled in by the hub; it cannot be '"
                + named
                + "'");
      }
    }
    if (conversation != null) {
      if (from.behalf() == Sender.Behalf.AGENT
          && !takesPart.test(conversation, new AgentId(from.name()))) {
        throw conversation instanceof Conversation.OfChannel && isInLoop(draft.path())
            ? notThere(from, draft.path())
            : noSuchConversation(from, conversation.id().toString());
      }
      if (there == null) {
        requirePath(from, draft.path(), conversation);
      }
    }
  }

  private static boolean sameId(Conversation there, @Nullable Conversation named) {
    return named != null && named.id().equals(there.id());
  }

  private Conversation named(Sender from, String text) {
    UUID id = ConversationIds.parse(text).orElse(null);
    Conversation found = id == null ? null : book.conversation(id);
    if (found == null) {
      throw noSuchConversation(from, text);
    }
    return found;
  }

  private static void requirePath(Sender from, Path path, Conversation conversation) {
    switch (conversation) {
      case Conversation.OfChannel channel -> {
        if (!path.equals(channel.path())) {
          throw elsewhere(channel.path().text(), path);
        }
      }
      case Conversation.OfTwo two -> {
        boolean fits =
            isTo(two.first(), path)
                ? !from.name().equals(two.first().value()) || two.first().equals(two.second())
                : isTo(two.second(), path) && !from.name().equals(two.second().value());
        if (!fits) {
          throw elsewhere("agent/ and the other one of the two", path);
        }
      }
    }
  }

  private static boolean isTo(AgentId agent, Path path) {
    return path.depth() == 2
        && path.segmentEquals(0, "agent")
        && path.segmentEquals(1, agent.value());
  }

  private static Refused elsewhere(String wanted, Path path) {
    return new Refused(
        ErrorCode.BAD_REQUEST,
        "messages of this conversation go to " + wanted + ", not to '" + path + "'");
  }

  /** In the same words whether there is no such channel or it is not for the sender. */
  private static Refused notThere(Sender from, Path path) {
    return new Refused(
        ErrorCode.FORBIDDEN, "'" + from.name() + "' is in no channel at '" + path + "'");
  }

  private static Refused noSuchConversation(Sender from, String id) {
    return Refused.hidden("there is no conversation " + id + " for '" + from.name() + "'");
  }

  // ---- hearing

  /** One path that is not for the subscriber is refused; a wildcard passes over such paths. */
  @Override
  public void maySubscribe(AgentId subscriber, Pattern pattern) {
    if (book.isEmpty() || !pattern.isLiteral() || !pattern.segmentEquals(0, LOOP)) {
      return;
    }
    Path path = Path.parse(pattern.text());
    if (!admits(path, subscriber)) {
      throw new Refused(
          ErrorCode.FORBIDDEN,
          "'" + subscriber + "' is in no channel at '" + path + "'; members hear it by being one");
    }
  }

  @Override
  public boolean closes(Path path) {
    return isInLoop(path);
  }

  @Override
  public boolean admits(Path path, AgentId agent) {
    if (agent.value().equals(Sender.OWNER_NAME)) {
      return true;
    }
    Conversation channel = book.channelAt(path);
    return channel != null && book.takesPart(channel, agent);
  }

  // ---- reading

  @Override
  public long of(String threadKey, AgentId reader) {
    if (!ConversationIds.isReserved(threadKey)) {
      return OWN;
    }
    Conversation found = ConversationIds.parse(threadKey).map(book::conversation).orElse(null);
    if (found == null || !book.takesPart(found, reader)) {
      return NOTHING;
    }
    return switch (found) {
      case Conversation.OfChannel _ -> 0;
      // Whoever had the name before may have talked to the same one.
      case Conversation.OfTwo _ ->
          participants.agent(reader).map(agent -> agent.beginning().number()).orElse(NOTHING);
    };
  }
}
