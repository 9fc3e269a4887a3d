package dev.parley.loops;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.StoredMessage;
import dev.parley.loops.book.Book;
import dev.parley.loops.book.Pair;
import dev.parley.loops.book.Watcher;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationHook;
import dev.parley.loops.model.ConversationIds;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Conversations of channels, pairs and bots' streams: which there are, who takes part, and what was
 * said. What is asked for is answered from memory unless it is a future. Any thread; never blocks.
 */
public final class Conversations {
  private static final String DM = "dm";
  private static final int STREAM_LENGTH_MAX = 64;

  /**
   * A message with its number in the conversation.
   *
   * @param seq 1 for the first
   */
  public record Numbered(long seq, StoredMessage message) {}

  private final Broker broker;
  private final Book book;
  private final LoopLimits limits;
  private final Owners owners;
  private final Watcher watcher;

  Conversations(Broker broker, Book book, LoopLimits limits, Owners owners) {
    this.broker = broker;
    this.book = book;
    this.limits = limits;
    this.owners = owners;
    this.watcher = new Watcher(book);
  }

  public Optional<Conversation> find(UUID id) {
    return Optional.ofNullable(book.conversation(id));
  }

  /** The conversation of a channel, by the channel's own id. */
  public Optional<Conversation.OfChannel> ofChannel(UUID channel) {
    return Optional.ofNullable(book.channel(channel));
  }

  /** All that this agent takes part in: channels by loop, then the others in no order. */
  public List<Conversation> of(AgentId agent) {
    List<Conversation> found = new ArrayList<>();
    book.loopsOf(agent).stream()
        .map(book::loop)
        .filter(Objects::nonNull)
        .sorted(Comparator.comparing(Loop::slug))
        .forEach(
            loop -> {
              for (Channel channel : loop.channels()) {
                ofChannel(channel.id())
                    .filter(each -> book.takesPart(each, agent))
                    .ifPresent(found::add);
              }
            });
    for (UUID id : book.pairsOf(agent)) {
      find(id).ifPresent(found::add);
    }
    return found;
  }

  public List<AgentId> participants(UUID id) {
    return switch (book.conversation(id)) {
      case null -> List.of();
      case Conversation.OfChannel channel ->
          book.members(channel.loop()).stream()
              .filter(member -> member.takesPartIn(channel.channel()))
              .map(Member::agent)
              .toList();
      case Conversation.OfTwo two -> Stream.of(two.first(), two.second()).distinct().toList();
    };
  }

  public boolean isParticipant(UUID id, AgentId agent) {
    Conversation found = book.conversation(id);
    return found != null && book.takesPart(found, agent);
  }

  /** Is this agent in this loop, and so in its public channels? */
  public boolean isMember(UUID loop, AgentId agent) {
    return book.member(loop, agent) != null;
  }

  /**
   * The direct conversation of these two, made durable when there is none yet.
   *
   * @throws Refused in the future, when one of them is no agent
   */
  public CompletableFuture<Conversation.Dm> dm(AgentId a, AgentId b) {
    AgentId first = a.value().compareTo(b.value()) <= 0 ? a : b;
    AgentId second = first.equals(a) ? b : a;
    Conversation.Dm dm = new Conversation.Dm(ConversationIds.dm(a, b), first, second);
    return made(dm).thenApply(_ -> dm);
  }

  /**
   * What a bot's stream is for this caller, made durable when there is none yet: the bot's own for
   * the bot and its owner, otherwise that of the two. The stream {@code dm} is always a {@link
   * Conversation.Dm}: of the two, or of the bot and its owner.
   *
   * @param stream 1 to 64 characters
   */
  public CompletableFuture<? extends Conversation> stream(
      AgentId caller, AgentId bot, String stream) {
    if (stream.isEmpty() || stream.length() > STREAM_LENGTH_MAX) {
      return CompletableFuture.failedFuture(
          new Refused(
              ErrorCode.BAD_REQUEST,
              "'stream' must have 1 to " + STREAM_LENGTH_MAX + " characters"));
    }
    AgentId owner = owners.ownerOf(bot);
    boolean own = caller.equals(bot) || caller.equals(owner);
    if (stream.equals(DM)) {
      return own ? dm(bot, owner) : dm(caller, bot);
    }
    Conversation.Stream made;
    if (own) {
      made = new Conversation.Stream(ConversationIds.stream(bot, stream), bot, owner, stream, true);
    } else {
      boolean inOrder = caller.value().compareTo(bot.value()) <= 0;
      made =
          new Conversation.Stream(
              ConversationIds.stream(caller, bot, stream),
              inOrder ? caller : bot,
              inOrder ? bot : caller,
              stream,
              false);
    }
    return made(made).thenApply(_ -> made);
  }

  private CompletableFuture<Boolean> made(Conversation.OfTwo two) {
    if (book.conversation(two.id()) != null) {
      return CompletableFuture.completedFuture(false);
    }
    long now = broker.time().millis();
    return broker
        .transactions()
        .run(
            tx -> {
              if (book.currentPair(two.id()) != null) {
                return false;
              }
              Agent first = broker.participants().requireAgent(two.first());
              Agent second = broker.participants().requireAgent(two.second());
              limits.checkConversations(two.first(), book.pairsOf(two.first()).size());
              limits.checkConversations(two.second(), book.pairsOf(two.second()).size());
              book.put(tx, new Pair(two, first.incarnation(), second.incarnation(), now));
              return true;
            });
  }

  /** A draft with the path and the id that messages of this conversation have. */
  public Draft.Builder draft(Conversation conversation, AgentId from) {
    Draft.Builder draft = Draft.from(from.value()).conversationId(conversation.id().toString());
    return switch (conversation) {
      case Conversation.OfChannel channel ->
          draft.to(channel.path()).type(MessageType.LOOP_CHANNEL);
      case Conversation.OfTwo two -> draft.to(Path.agent(two.peerOf(from)));
    };
  }

  /** The number of the newest message, 0 when there is none. */
  public CompletableFuture<Long> head(UUID id) {
    return broker.stats(box(id)).thenApply(BoxStats::next);
  }

  /**
   * Messages above a number, oldest first; fewer than asked for when they are large. Those that
   * retention has removed are left out, and the others keep their numbers.
   *
   * @param limit at most 1,000
   */
  public CompletableFuture<List<Numbered>> after(UUID id, long seq, int limit) {
    return read(id, HistoryQuery.onwards(limit, seq - 1));
  }

  /**
   * The newest messages below a number, oldest first.
   *
   * @param seq {@link Long#MAX_VALUE} for the newest of all
   */
  public CompletableFuture<List<Numbered>> before(UUID id, long seq, int limit) {
    long position = seq == Long.MAX_VALUE ? seq : Math.max(seq - 1, 0);
    return read(
        id, new HistoryQuery(limit, position, -1, false, 0, Long.MAX_VALUE, null, null, null));
  }

  private CompletableFuture<List<Numbered>> read(UUID id, HistoryQuery query) {
    return broker.lookups().history(box(id), query).thenApply(Conversations::numbered);
  }

  private static List<Numbered> numbered(HistoryPage page) {
    return page.copies().stream()
        .map(copy -> new Numbered(copy.position() + 1, copy.message()))
        .toList();
  }

  private static BoxId box(UUID id) {
    return BoxId.thread(id.toString());
  }

  /**
   * Tells those who are here now, and nobody later. Whether the sender may say it was asked before.
   *
   * @param content JSON
   */
  public void pass(Conversation conversation, AgentId from, String stream, byte[] content) {
    book.tell(hook -> hook.onPassing(conversation, from, stream, content));
  }

  /**
   * A message as it was accepted, while its commit is told of: by hooks, and to listeners of
   * inboxes before that. Null when another hub accepted it, or it was a while ago: then it has to
   * be read. Committer thread.
   */
  public @Nullable Message accepted(MessageId id) {
    return book.accepted().find(id);
  }

  /** Told from now on; see {@link ConversationHook}. */
  public void addHook(ConversationHook hook) {
    synchronized (watcher) {
      if (book.hooks().isEmpty()) {
        broker.watch(watcher);
      }
      book.hooks().add(hook);
    }
  }

  public void removeHook(ConversationHook hook) {
    synchronized (watcher) {
      if (book.hooks().remove(hook) && book.hooks().isEmpty()) {
        broker.unwatch(watcher);
      }
    }
  }
}
