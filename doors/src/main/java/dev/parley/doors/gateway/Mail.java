package dev.parley.doors.gateway;

import dev.parley.core.address.AgentId;
import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listener;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Message;
import dev.parley.core.message.Origin;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.StoredMessage;
import dev.parley.loops.Conversations;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationIds;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What lies in a bot's inbox and belongs to no conversation it takes part in: messages of other
 * doors, to it, to a path or to everyone. Each is told in the direct conversation with its sender,
 * where the bot can answer, and without a number, for it is not in that log. It stays in the inbox
 * until it is written. On the event loop, except where another thread is named.
 */
final class Mail implements Listener, Source {
  private static final int LOOKING_MAX = 256;
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** A copy is marked when it is written, not when it is shown. */
  private static final ListenOptions PENDING =
      new ListenOptions(AckMode.NONE, ListenOptions.PENDING, 1, Duration.ofSeconds(30), 1);

  private final Guest guest;
  private final Receipts receipts;

  /** Shown, and not yet known what becomes of them. */
  private final AtomicInteger looking = new AtomicInteger();

  /** The one before is on its way when this is done, or comes to nothing. */
  private CompletableFuture<?> before = CompletableFuture.completedFuture(null);

  private volatile boolean open = true;
  private volatile @Nullable Listening listening;

  Mail(Guest guest, Receipts receipts) {
    this.guest = guest;
    this.receipts = receipts;
  }

  /** Any thread. */
  void begin() {
    var _ =
        guest
            .services()
            .broker()
            .listen(BoxId.inbox(guest.self()), PENDING, this)
            .whenComplete(this::onListening);
  }

  private void onListening(@Nullable Listening begun, @Nullable Throwable failure) {
    if (begun != null) {
      listening = begun;
      if (open) {
        begun.resume(); // room that was made before this was known has woken nobody
      } else {
        begun.close();
      }
    } else if (failure != null && Refused.of(failure).code() != ErrorCode.NOT_FOUND) {
      guest.later(RETRY, this::begin);
    }
  }

  /** Any thread. */
  void resume() {
    Listening begun = listening;
    if (begun != null) {
      begun.resume();
    }
  }

  /** Any thread. */
  void close() {
    open = false;
    Listening begun = listening;
    if (begun != null) {
      begun.close();
    }
  }

  // ---- the inbox, on the committer thread

  @Override
  public boolean hasRoom() {
    return looking.get() < LOOKING_MAX && guest.room().isLeft();
  }

  @Override
  public void push(Copy copy) {
    receipts.at(copy.message().id(), copy.position());
    Message accepted = conversations().accepted(copy.message().id());
    if (accepted != null && isToldElsewhere(accepted)) {
      return; // nearly always, and so without a turn of the event loop
    }
    looking.incrementAndGet();
    guest.connection().eventLoop().execute(() -> look(copy.message()));
  }

  @Override
  public void lagging(long cursor) {
    guest.room().onFull();
  }

  @Override
  public void caughtUp() {}

  @Override
  public void ended(Refused why) {}

  // ---- each message

  private void look(StoredMessage stored) {
    Message message =
        Message.parse(stored.number(), stored.json()).numbered(stored.id(), stored.number());
    if (!open || isToldElsewhere(message)) {
      onLooked();
      return;
    }
    // One after the other, so that those of one sender stay in their order.
    before =
        before
            .handle((_, _) -> message)
            .thenCompose(this::conversation)
            .whenComplete(
                (dm, _) -> {
                  if (dm != null && guest.follows(dm.id())) {
                    Speech speech = Speech.mail(dm, message, guest);
                    guest.room().deliver(new Delivery(this, guest, speech));
                  }
                  onLooked();
                });
  }

  private void onLooked() {
    if (looking.decrementAndGet() == LOOKING_MAX / 2) {
      resume();
    }
  }

  /** Of conversations their followings tell, and nobody hears itself. */
  private boolean isToldElsewhere(Message message) {
    String id = message.draft().conversationId();
    return message.draft().from().equals(guest.self().value())
        || (id != null
            && ConversationIds.parse(id)
                .filter(each -> conversations().isParticipant(each, guest.self()))
                .isPresent());
  }

  /** That of the bot and the sender; for who cannot be answered, of the bot and its owner. */
  private CompletableFuture<Conversation.Dm> conversation(Message message) {
    AgentId owner = guest.services().owners().ownerOf(guest.self());
    return message.origin() == Origin.SYSTEM
        ? conversations().dm(guest.self(), owner)
        : conversations()
            .dm(guest.self(), new AgentId(message.draft().from()))
            .exceptionallyCompose(_ -> conversations().dm(guest.self(), owner));
  }

  private Conversations conversations() {
    return guest.services().conversations();
  }

  // ---- deliveries

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void onWritten(Speech speech) {
    receipts.add(speech.id());
  }
}
