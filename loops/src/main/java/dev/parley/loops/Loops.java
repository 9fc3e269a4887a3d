package dev.parley.loops;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import dev.parley.identity.Visit;
import dev.parley.identity.authority.Identity;
import dev.parley.loops.book.Book;
import dev.parley.loops.book.Gate;
import dev.parley.loops.book.LoopLedger;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Invitation;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Member;
import dev.parley.loops.model.Role;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loops, their members and channels. Every change is decided, written into the audit log, and
 * completes when it is durable and routed by. To whom a loop is not known it does not exist. Any
 * thread; never blocks.
 */
public final class Loops implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Loops.class);

  private final Book book;
  private final Conversations conversations;
  private final Cursors cursors;
  private final Reading reading;
  private final BotIds botIds;
  private final LoopChanges loops;
  private final ChannelChanges channels;

  private Loops(Broker broker, Identity identity, Book book, LoopLimits limits, Owners owners) {
    this.book = book;
    this.conversations = new Conversations(broker, book, limits, owners);
    this.cursors = new Cursors(broker, book);
    this.reading = new Reading(broker, book, conversations, cursors);
    conversations.addHook(reading);
    this.botIds = new BotIds(broker.participants());
    Changing changing = new Changing(broker, book, identity.audit());
    this.loops = new LoopChanges(changing, limits);
    this.channels = new ChannelChanges(changing, limits);
  }

  /**
   * Reads what the store holds, and from now on has its say in what is sent, subscribed to and
   * read. Before the broker starts.
   */
  public static Loops open(Broker broker, Identity identity, LoopLimits limits, Owners owners) {
    Book book = Book.open(broker);
    Gate gate = new Gate(book, broker.participants());
    broker.register(new LoopLedger(book, gate));
    broker.participants().enclose(gate);
    broker.participants().separation().heeding(book::shareALoop);
    broker.lookups().seenThrough(gate);
    identity.authority().asking(gate);
    return new Loops(broker, identity, book, limits, owners);
  }

  public Conversations conversations() {
    return conversations;
  }

  public Cursors cursors() {
    return cursors;
  }

  public Reading reading() {
    return reading;
  }

  public BotIds botIds() {
    return botIds;
  }

  // ---- looking

  public Optional<Loop> find(UUID id) {
    return Optional.ofNullable(book.loop(id));
  }

  /**
   * @param handle a slug or the text of an id
   * @throws Refused when there is none that this one may see
   */
  public Loop require(Visit by, AgentId as, String handle) {
    by.requireActingFor(as);
    UUID id = book.loopBySlug(handle);
    Loop found = book.loop(id != null ? id : parsed(handle));
    if (found == null) {
      throw Changing.noSuchLoop(handle);
    }
    if (!by.isOwner() && book.member(found.id(), as) == null) {
      throw Refused.hidden(String.valueOf(Changing.noSuchLoop(handle).getMessage()));
    }
    return found;
  }

  private static UUID parsed(String handle) {
    try {
      return UUID.fromString(handle);
    } catch (IllegalArgumentException e) {
      throw Changing.noSuchLoop(handle);
    }
  }

  /**
   * @param handle a channel's name or the text of its id
   * @throws Refused when there is none that this one takes part in
   */
  public Channel requireChannel(Visit by, AgentId as, Loop loop, String handle) {
    by.requireActingFor(as);
    Channel found =
        loop.channels().stream()
            .filter(each -> each.name().equals(handle) || each.id().toString().equals(handle))
            .findFirst()
            .orElse(null);
    Refused none = Changing.noSuchChannel(loop, handle);
    if (found == null) {
      throw none;
    }
    Member member = book.member(loop.id(), as);
    if (!by.isOwner() && (member == null || !member.takesPartIn(found))) {
      throw Refused.hidden(String.valueOf(none.getMessage()));
    }
    return found;
  }

  /** All there are, by slug; for the owner. */
  public List<Loop> all() {
    return book.loops().allLive().stream().sorted(Comparator.comparing(Loop::slug)).toList();
  }

  /** Those that this agent is a member of, by slug. */
  public List<Loop> of(AgentId agent) {
    return book.loopsOf(agent).stream()
        .map(book::loop)
        .filter(Objects::nonNull)
        .sorted(Comparator.comparing(Loop::slug))
        .toList();
  }

  public Optional<Member> member(UUID loop, AgentId agent) {
    return Optional.ofNullable(book.member(loop, agent));
  }

  /** In the order of their ids. */
  public List<Member> members(UUID loop) {
    return book.members(loop);
  }

  /** The members of the loop that take part in this channel. */
  public List<Member> members(Loop loop, Channel channel) {
    return members(loop.id()).stream().filter(each -> each.takesPartIn(channel)).toList();
  }

  // ---- changing; {@code as} is who acts: the visitor itself, or anybody for the owner

  /** Makes a loop with the channel {@code general}; {@code as} is its owner. */
  public CompletableFuture<Loop> create(
      Visit by, AgentId as, String name, @Nullable String description) {
    return loops.create(by, as, name, description, /* inviting= */ false);
  }

  /** The same, with an invitation from the beginning. */
  public CompletableFuture<Loop> createInviting(
      Visit by, AgentId as, String name, @Nullable String description) {
    return loops.create(by, as, name, description, /* inviting= */ true);
  }

  public CompletableFuture<Loop> delete(Visit by, AgentId as, UUID loop) {
    return loops.delete(by, as, loop);
  }

  public CompletableFuture<Invitation> invite(Visit by, AgentId as, UUID loop) {
    return loops.invite(by, as, loop);
  }

  public CompletableFuture<Invitation> uninvite(Visit by, AgentId as, UUID loop, String code) {
    return loops.uninvite(by, as, loop, code);
  }

  /** Joining twice is joining once. */
  public CompletableFuture<Loop> join(Visit by, AgentId as, String code) {
    return loops.join(by, as, code);
  }

  /** Makes an agent a member without a code; only the hub's owner may. */
  public CompletableFuture<Member> add(Visit by, UUID loop, AgentId agent, Role role) {
    return loops.add(by, loop, agent, role);
  }

  public CompletableFuture<Member> leave(Visit by, AgentId as, UUID loop) {
    return loops.leave(by, as, loop);
  }

  public CompletableFuture<Member> remove(Visit by, AgentId as, UUID loop, AgentId member) {
    return loops.remove(by, as, loop, member);
  }

  public CompletableFuture<Member> setRole(
      Visit by, AgentId as, UUID loop, AgentId member, Role role) {
    return loops.setRole(by, as, loop, member, role);
  }

  /**
   * @param closed private: only those that are added take part, {@code as} from the beginning
   */
  public CompletableFuture<Channel> createChannel(
      Visit by, AgentId as, UUID loop, String name, @Nullable String description, boolean closed) {
    return channels.create(by, as, loop, name, description, closed);
  }

  public CompletableFuture<Channel> deleteChannel(Visit by, AgentId as, UUID loop, UUID channel) {
    return channels.delete(by, as, loop, channel);
  }

  /** Lets a member of the loop take part in a private channel. */
  public CompletableFuture<Member> admit(
      Visit by, AgentId as, UUID loop, UUID channel, AgentId member) {
    return channels.admit(by, as, loop, channel, member);
  }

  public CompletableFuture<Member> dismiss(
      Visit by, AgentId as, UUID loop, UUID channel, AgentId member) {
    return channels.dismiss(by, as, loop, channel, member);
  }

  /** Writes down what is not yet; before the broker closes. */
  @Override
  public void close() {
    try {
      cursors.flush().join();
    } catch (RuntimeException e) {
      LOG.warn("what was delivered last is not written down: {}", Refused.of(e).getMessage());
    }
  }
}
