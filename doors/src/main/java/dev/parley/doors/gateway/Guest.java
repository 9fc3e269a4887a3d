package dev.parley.doors.gateway;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.doors.error.GatewayClose;
import dev.parley.doors.ws.Connection;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.loops.Cursors;
import dev.parley.loops.model.Conversation;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameCodec;
import dev.parley.wire.gateway.Spelling;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who has authenticated on one connection: what it follows, and how much waits for it. On
 * the event loop, except where another thread is named.
 */
final class Guest {
  private static final String OWNERS_STREAM = "chat";

  private final Connection connection;
  private final GatewayDialects shared;
  private final FrameCodec codec;
  private final Visit visit;
  private final AgentId self;
  private final Spelling spelling;
  private final boolean wantsReceipts;

  /** Guarded by this: the committer thread tells of conversations that begin. */
  private final Map<UUID, Following> followings = new HashMap<>();

  /** Guarded by this: before, nothing may be sent, and afterwards all is known. */
  private boolean welcomed;

  /** Guarded by this. What was missed waits for the client's first word, or a moment. */
  private boolean released;

  /**
   * Guarded by this. It waits as well until the connections before this, here and at another hub,
   * have written their last: so many of them.
   */
  private int before;

  private boolean ended;

  private final Room room = new Room(this);
  private final Receipts receipts = new Receipts(this);

  /** Null for an owner, who may have several connections; and before it is welcome. */
  private Seats.@Nullable Seat seat;

  /** Null for an owner: the inbox is for those who look at it. */
  private final @Nullable Mail mail;

  /** Guarded by this. */
  private boolean begun;

  Guest(
      Connection connection,
      GatewayDialects shared,
      FrameCodec codec,
      Visit visit,
      Spelling spelling,
      boolean wantsReceipts) {
    this.connection = connection;
    this.shared = shared;
    this.codec = codec;
    this.visit = visit;
    this.self =
        visit.who() instanceof Principal.AgentPrincipal(AgentId id)
            ? id
            : new AgentId(Sender.OWNER_NAME);
    this.spelling = spelling;
    this.wantsReceipts = wantsReceipts;
    this.mail = visit.isOwner() ? null : new Mail(this, receipts);
  }

  Connection connection() {
    return connection;
  }

  GatewayServices services() {
    return shared.services();
  }

  GatewayLimits limits() {
    return services().limits();
  }

  GatewayCounts counts() {
    return shared.counts();
  }

  FrameCodec codec() {
    return codec;
  }

  Visit visit() {
    return visit;
  }

  AgentId self() {
    return self;
  }

  Spelling spelling() {
    return spelling;
  }

  boolean wantsReceipts() {
    return wantsReceipts;
  }

  boolean isBot() {
    return !visit.isOwner();
  }

  boolean hasEnded() {
    return ended;
  }

  // ---- coming

  /** Says AUTH_OK and what it takes part in. */
  void welcome() {
    Guest old = shared.lobby().enter(this);
    CompletableFuture<Void> alone = takeSeat();
    synchronized (this) {
      before = (old == null ? 0 : 1) + (alone.isDone() ? 0 : 1);
      UUID bot = isBot() ? services().botIds().of(self) : null;
      send(Replies.authOk(spelling, bot, wantsReceipts));
      welcomed = true;
      List<Conversation> all = services().conversations().of(self);
      for (Conversation.Kind kind : Conversation.Kind.values()) {
        all.stream().filter(each -> each.kind() == kind).forEach(each -> introduce(each, false));
      }
    }
    if (old != null) {
      old.replaceBy(this);
    }
    if (!alone.isDone()) {
      var _ = alone.thenRun(this::oneLess);
    }
    if (isBot()) {
      // It exists from the beginning on; if it does not yet, the hub's hook tells of it.
      var _ = services().conversations().dm(self, services().owners().ownerOf(self));
    }
    later(limits().backlogHold(), this::release);
  }

  private CompletableFuture<Void> takeSeat() {
    if (!isBot()) {
      return CompletableFuture.completedFuture(null);
    }
    Seats.Seat taken =
        services().seats().take(self, () -> connection.eventLoop().execute(this::replaced));
    seat = taken;
    return taken.alone();
  }

  /**
   * @param live whether it begins now, with the next message
   */
  private void introduce(Conversation conversation, boolean live) {
    if (followings.containsKey(conversation.id()) || !isWanted(conversation)) {
      return;
    }
    Frame result = Replies.joined(spelling, conversation, self, services().botIds());
    if (result != null) {
      send(result);
    }
    Following following = follow(conversation);
    if (live) {
      following.goLive();
    } else if (released && before == 0) {
      following.begin(after(conversation.id()), false);
    }
  }

  /** An owner hears the chats of its bots; of their other streams only what it joins. */
  private boolean isWanted(Conversation conversation) {
    return isBot()
        || !(conversation instanceof Conversation.Stream stream)
        || (stream.own() && stream.name().equals(OWNERS_STREAM));
  }

  private Following follow(Conversation conversation) {
    Following following = new Following(this, conversation);
    followings.put(conversation.id(), following);
    shared.lobby().add(following);
    return following;
  }

  /** Where one begins who comes back: behind what it has acknowledged, if it ever does that. */
  private long after(UUID conversation) {
    Cursors.Position place = services().cursors().of(self, conversation);
    return place.hasAcked() ? place.acked() : place.delivered();
  }

  /** A conversation has begun, or it has been added to one. Committer thread. */
  synchronized void onJoined(Conversation conversation) {
    if (welcomed) {
      introduce(conversation, true);
    }
  }

  /** What was missed may come now. */
  void release() {
    begin(true, 0);
  }

  private synchronized void begin(boolean release, int left) {
    released |= release;
    before -= left;
    if (released && before == 0 && !ended) {
      for (Following following : followings.values()) {
        if (following.isWaiting()) {
          following.begin(after(following.id()), false);
        }
      }
      if (mail != null && !begun) {
        begun = true;
        mail.begin();
      }
    }
  }

  /** Another connection of the same bot has come. Any thread. */
  private void replaceBy(Guest next) {
    connection
        .eventLoop()
        .execute(
            () -> {
              replaced();
              // From here on nothing is written, so the new one goes on where this has stopped.
              next.oneLess();
            });
  }

  private void replaced() {
    end();
    connection.close(GatewayClose.REPLACED.code(), "replaced by a newer connection");
  }

  /** A connection that was before this writes no more. Any thread. */
  private void oneLess() {
    connection.eventLoop().execute(() -> begin(false, 1));
  }

  // ---- following

  /** Follows what it does not follow yet, as one who comes back. */
  synchronized void join(Conversation conversation) {
    if (!followings.containsKey(conversation.id())) {
      Following following = follow(conversation);
      if (released && before == 0) {
        following.begin(after(conversation.id()), false);
      }
    }
  }

  /**
   * Follows from where the client says.
   *
   * @param lastAcked 0 when it does not say
   */
  synchronized void join(Conversation conversation, long lastAcked) {
    UUID id = conversation.id();
    Cursors.Position place = services().cursors().of(self, id);
    Following present = followings.get(id);
    long after;
    if (lastAcked > 0) {
      after = lastAcked;
    } else if (place.hasAcked()) {
      after = place.acked();
    } else if (place.isKnown() || present != null) {
      after = place.delivered();
    } else {
      after = Following.FROM_NOW; // it has never been here
    }
    leave(id);
    follow(conversation).begin(after, true);
  }

  /** Any thread. */
  synchronized boolean follows(UUID conversation) {
    return followings.containsKey(conversation);
  }

  /** Any thread. */
  synchronized void leave(UUID conversation) {
    Following following = followings.remove(conversation);
    if (following != null) {
      following.close();
      shared.lobby().remove(following);
    }
  }

  // ---- what goes out

  /**
   * Says what became of a message, if the client wants to know and has named it.
   *
   * @param error null when it is stored
   */
  void receipt(MessageId id, @Nullable String error) {
    if (wantsReceipts && !id.equals(Frame.NO_MESSAGE)) {
      send(Replies.receipt(id, error));
    }
  }

  /** Any thread. */
  void send(Frame frame) {
    connection.send(new Plain(codec, frame));
  }

  Room room() {
    return room;
  }

  /** A message of a conversation has been written. */
  void onDelivered(Following following, Speech speech) {
    services().cursors().delivered(self, following.id(), speech.seq());
    receipts.add(speech.id());
  }

  /** What had to wait goes on. */
  void onRoom() {
    room.onMade();
    followed().forEach(Following::pump);
    if (mail != null) {
      mail.resume();
    }
  }

  private synchronized List<Following> followed() {
    return List.copyOf(followings.values());
  }

  /** Runs it on the event loop, unless this has ended by then. Any thread. */
  void later(Duration delay, Runnable action) {
    var _ =
        services()
            .broker()
            .time()
            .after(
                delay,
                () ->
                    connection
                        .eventLoop()
                        .execute(
                            () -> {
                              if (!ended) {
                                action.run();
                              }
                            }));
  }

  /** Follows nothing any more. */
  void end() {
    if (ended) {
      return;
    }
    ended = true;
    followed().forEach(following -> leave(following.id()));
    if (mail != null) {
      mail.close();
    }
    CompletableFuture<?> marked = receipts.flush();
    if (seat != null) {
      seat.leave(CompletableFuture.allOf(marked, services().cursors().flush()));
    }
  }
}
