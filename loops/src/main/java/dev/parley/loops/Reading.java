package dev.parley.loops;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.Message;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.StoredMessage;
import dev.parley.identity.Visit;
import dev.parley.loops.Conversations.Numbered;
import dev.parley.loops.book.Book;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationHook;
import dev.parley.loops.model.Member;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Conversations as one participant reads them: what is new, and how far it has come. To whom a
 * conversation is not known it does not exist. Any thread; never blocks.
 */
public final class Reading implements ConversationHook {
  private final Broker broker;
  private final Book book;
  private final Conversations conversations;
  private final Cursors cursors;

  /** Where somebody has ever said how far it has read: bots mostly never do. */
  private final Set<UUID> readIn = ConcurrentHashMap.newKeySet();

  /**
   * How far somebody is in a conversation.
   *
   * @param head the number of the newest message, 0 when there is none
   * @param read the highest number that counts as read
   * @param unread how many came after that
   */
  public record Progress(Conversation conversation, long head, long read, long unread) {}

  Reading(Broker broker, Book book, Conversations conversations, Cursors cursors) {
    this.broker = broker;
    this.book = book;
    this.conversations = conversations;
    this.cursors = cursors;
    book.places().allLive().stream()
        .filter(place -> place.read() >= 0)
        .forEach(place -> readIn.add(place.conversation()));
  }

  /**
   * @throws Refused when there is none that this one may see
   */
  public Conversation require(Visit by, AgentId as, UUID id) {
    Conversation found = seen(by, as, id);
    if (!by.isOwner() && !book.takesPart(found, as)) {
      throw Refused.hidden(noSuch(id));
    }
    return found;
  }

  /**
   * The same, for what only a participant does: the hub's owner, who sees all, is none by that.
   *
   * @throws Refused when there is none that it takes part in
   */
  public Conversation requireTakenPart(Visit by, AgentId as, UUID id) {
    Conversation found = seen(by, as, id);
    if (!book.takesPart(found, as)) {
      throw Refused.hidden(noSuch(id));
    }
    return found;
  }

  private Conversation seen(Visit by, AgentId as, UUID id) {
    by.requireActingFor(as);
    return conversations.find(id).orElseThrow(() -> new Refused(ErrorCode.NOT_FOUND, noSuch(id)));
  }

  private static String noSuch(UUID id) {
    return "there is no conversation " + id;
  }

  /**
   * Who has never said how far it has read has read what was said before it came: before it joined
   * the loop, or, of a conversation of two, before there was an agent of its name.
   */
  public CompletableFuture<Progress> progress(AgentId who, Conversation conversation) {
    BoxId box = BoxId.thread(conversation.id().toString());
    long known = cursors.of(who, conversation.id()).read();
    return broker
        .stats(box)
        .thenCompose(
            stats ->
                known >= 0
                    ? CompletableFuture.completedFuture(progress(conversation, stats, known))
                    : before(box, since(who, conversation), stats)
                        .thenApply(read -> progress(conversation, stats, read)));
  }

  private static Progress progress(Conversation conversation, BoxStats stats, long read) {
    // What retention has removed cannot be read any more.
    long unread = stats.next() - Math.max(read, stats.first());
    return new Progress(conversation, stats.next(), read, Math.max(0, unread));
  }

  private long since(AgentId who, Conversation conversation) {
    if (conversation instanceof Conversation.OfChannel channel) {
      Member member = book.member(channel.loop(), who);
      return member == null ? Long.MAX_VALUE : member.joinedAt();
    }
    return broker.participants().agent(who).map(Agent::createdAt).orElse(Long.MAX_VALUE);
  }

  private CompletableFuture<Long> before(BoxId box, long time, BoxStats stats) {
    if (stats.next() == stats.first() || time == Long.MAX_VALUE) {
      return CompletableFuture.completedFuture(stats.next());
    }
    HistoryQuery first =
        new HistoryQuery(1, Long.MAX_VALUE, -1, true, time, Long.MAX_VALUE, null, null, null);
    return broker
        .lookups()
        .history(box, first)
        .thenApply(
            page -> page.copies().isEmpty() ? stats.next() : page.copies().getFirst().position());
  }

  /**
   * It has seen everything up to this number; see {@link Cursors#read}.
   *
   * @return how far it is then
   */
  public CompletableFuture<Progress> read(AgentId who, Conversation conversation, long upTo) {
    return cursors.read(who, conversation.id(), upTo).thenCompose(_ -> progress(who, conversation));
  }

  /** The newest messages below a number that it may see, oldest first. */
  public CompletableFuture<List<Numbered>> before(
      Visit by, AgentId who, Conversation conversation, long seq, int limit) {
    return conversations
        .before(conversation.id(), seq, limit)
        .thenApply(all -> seenBy(by, who, conversation, all));
  }

  /** Messages above a number that it may see, oldest first. */
  public CompletableFuture<List<Numbered>> after(
      Visit by, AgentId who, Conversation conversation, long seq, int limit) {
    return conversations
        .after(conversation.id(), seq, limit)
        .thenApply(all -> seenBy(by, who, conversation, all));
  }

  /** Whoever had the name before may have talked to the same one. */
  private List<Numbered> seenBy(
      Visit by, AgentId who, Conversation conversation, List<Numbered> all) {
    if (by.isOwner() || conversation instanceof Conversation.OfChannel) {
      return all;
    }
    long from = broker.lookups().since(who);
    return all.stream().filter(each -> each.message().number() >= from).toList();
  }

  @Override
  public void onRead(AgentId who, UUID conversation, long read) {
    readIn.add(conversation);
  }

  @Override
  public void onLeft(AgentId who, Conversation conversation) {
    if (conversations.find(conversation.id()).isEmpty()) {
      readIn.remove(conversation.id());
    }
  }

  @Override
  public void onMessage(Conversation conversation, long seq, StoredMessage message) {
    if (!readIn.contains(conversation.id())) {
      return; // nobody's place can move by what it says
    }
    Message accepted = conversations.accepted(message.id());
    AgentId from =
        new AgentId(
            accepted == null ? Envelope.parse(message.json()).from() : accepted.draft().from());
    if (broker.participants().agent(from).isPresent()) {
      cursors.said(from, conversation.id(), seq);
    }
  }
}
