package dev.parley.comm.gateway;

import dev.parley.comm.CommMessage;
import dev.parley.comm.MessageHandler;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.core.time.Timekeeper;
import dev.parley.wire.gateway.Decoded;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameCodec;
import dev.parley.wire.gateway.FrameType;
import dev.parley.wire.gateway.Key;
import dev.parley.wire.gateway.Members;
import dev.parley.wire.gateway.Payload;
import dev.parley.wire.gateway.Spelling;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One connection that the other hub has let in. The link's thread reads it; an {@link Intake} hands
 * on what was said; any thread sends.
 */
final class Session implements AutoCloseable {
  private static final int UNANSWERED_MAX = 1_024;
  private static final Duration PING_EVERY = Duration.ofSeconds(15);
  private static final Duration SLOW = Duration.ofSeconds(1);

  /** The bot's own streams on which others speak to it. */
  private static final List<String> STREAMS = List.of("a2a", "dm", "chat");

  private final Dialing.Wire wire;
  private final UUID self;
  private final Rooms rooms;
  private final Timekeeper time;
  private final boolean receipts;
  private final Intake intake;
  private final FrameCodec incoming = new FrameCodec();

  /** Guarded by itself. */
  private final FrameCodec outgoing = new FrameCodec();

  private final Map<MessageId, CompletableFuture<Void>> unanswered = new ConcurrentHashMap<>();

  /** Of this connection. The reading thread's. */
  private final Set<UUID> joined = new HashSet<>();

  private volatile boolean settled;
  private volatile boolean slow;
  private volatile boolean closed;
  private volatile Timekeeper.@Nullable Alarm nextPing;

  Session(
      Dialing.Wire wire,
      UUID self,
      Rooms rooms,
      Timekeeper time,
      boolean receipts,
      MessageHandler handler) {
    this.wire = wire;
    this.self = self;
    this.rooms = rooms;
    this.time = time;
    this.receipts = receipts;
    this.intake = new Intake(handler, this::ack, this::close);
  }

  /** Asks for what the bot follows, and reads until the connection ends. */
  void run() throws IOException, InterruptedException {
    wire.keep();
    ping();
    Thread handing = Thread.ofVirtual().name("parley-comm-intake").start(intake::run);
    try {
      for (String stream : STREAMS) {
        say(
            FrameType.JOIN_CONVERSATION,
            members().text(Key.BOT_ID, self.toString()).text(Key.STREAM, stream));
      }
      while (!closed) {
        byte[] message = wire.read();
        if (incoming.decode(message, message.length) instanceof Decoded.Good(Frame frame)) {
          on(frame);
        }
      }
    } finally {
      close();
      handing.interrupt();
      handing.join();
    }
  }

  private void ping() {
    if (!closed) {
      wire.ping();
      nextPing = time.after(PING_EVERY, this::ping);
    }
  }

  // ---- what comes in

  private void on(Frame frame) throws InterruptedException {
    switch (frame.type()) {
      case ACK -> onReceipt(frame);
      case SLOW_DOWN -> {
        slow = true;
        var _ = time.after(SLOW, () -> slow = false);
      }
      case JOIN_CONVERSATION, MESSAGE_DELIVERY, REPLAY -> {
        Payload payload = Payload.read(frame.payload());
        if (payload != null) {
          on(frame, payload);
        }
      }
      case CLOSE -> close();
      case CONNECT, AUTH_OK, AUTH_FAIL, LEAVE_CONVERSATION, SEND_MESSAGE, PRESENCE, TYPING -> {
        // Nothing that concerns this end.
      }
    }
  }

  private void on(Frame frame, Payload payload) throws InterruptedException {
    switch (frame.type()) {
      case JOIN_CONVERSATION -> onJoined(payload);
      case REPLAY -> onReplay(payload);
      default -> {
        CommMessage heard =
            frame.isEphemeral() || rooms.isLeft(frame.conversationId())
                ? null
                : Speech.heard(frame, payload, rooms);
        if (heard != null) {
          intake.put(heard); // waits while too much does; then the other hub has to
        }
      }
    }
  }

  private void onJoined(Payload payload) {
    UUID conversation = payload.uuid(Key.CONVERSATION_ID);
    UUID channel = payload.uuid(Key.CHANNEL_ID);
    String name = payload.text(Key.CHANNEL_NAME);
    if (channel == null && payload.text(Key.PEER_ID) == null) {
      settled = true; // an answer: what the hub tells by itself has come before
    }
    if (conversation == null || conversation.equals(Frame.NO_CONVERSATION)) {
      return;
    }
    if (channel != null && name != null) {
      String slug = payload.text(Key.LOOP_SLUG);
      rooms.onChannel(conversation, channel, slug == null ? payload.text(Key.LOOP_ID) : slug, name);
    }
    if (joined.size() < UNANSWERED_MAX && joined.add(conversation)) {
      if (rooms.isLeft(conversation)) {
        leave(conversation);
      } else {
        join(conversation);
      }
    }
  }

  /** Joins behind what is stored here, whatever the other hub believes to have delivered. */
  void join(UUID conversation) {
    Members members = members().text(Key.CONVERSATION_ID, conversation.toString());
    long acked = rooms.ackedIn(conversation);
    say(
        FrameType.JOIN_CONVERSATION,
        acked == 0 ? members : members.number(Key.LAST_ACKED_SEQ, acked));
  }

  void leave(UUID conversation) {
    say(FrameType.LEAVE_CONVERSATION, members().text(Key.CONVERSATION_ID, conversation.toString()));
  }

  /**
   * Where a conversation begins for a bot that is new in it. That is acknowledged at once: from
   * then on the other hub sends everything again that is not, also what it wrote to a connection
   * that was about to end.
   */
  private void onReplay(Payload payload) {
    UUID conversation = payload.uuid(Key.CONVERSATION_ID);
    if (conversation == null || rooms.ackedIn(conversation) > 0) {
      return;
    }
    long before =
        payload.number(Key.MESSAGE_COUNT) == 0
            ? payload.number(Key.TO_SEQ)
            : payload.number(Key.FROM_SEQ) - 1;
    if (before > 0) {
      ack(conversation, before);
    }
  }

  private void ack(UUID conversation, long seq) {
    rooms.onAcked(conversation, seq);
    say(
        FrameType.ACK,
        members().text(Key.CONVERSATION_ID, conversation.toString()).number(Key.ACKED_SEQ, seq));
  }

  // ---- what goes out

  /** Has everything come that the hub tells at first? */
  boolean isSettled() {
    return settled;
  }

  CompletableFuture<Void> send(UUID conversation, MessageId id, CommMessage.Body body) {
    if (slow) {
      return refused(ErrorCode.RATE_LIMITED, "the other hub asks to slow down");
    }
    if (unanswered.size() >= UNANSWERED_MAX) {
      return refused(ErrorCode.OVERLOADED, "too many messages wait for the other hub");
    }
    byte[] payload =
        members()
            .text(Key.CONVERSATION_ID, conversation.toString())
            .text(Key.STREAM, body.stream())
            .raw(Key.CONTENT, body.content())
            .toBytes();
    CompletableFuture<Void> answer = new CompletableFuture<>();
    if (receipts) {
      unanswered.put(id, answer);
    }
    Frame frame = new Frame(FrameType.SEND_MESSAGE, 0, id, Frame.NO_CONVERSATION, 0, payload);
    if (!write(frame)) {
      unanswered.remove(id);
      return refused(ErrorCode.TOO_LARGE, "it does not fit into a frame of 32768 bytes");
    }
    if (closed) {
      unanswered.remove(id);
      answer.completeExceptionally(gone());
    } else if (!receipts) {
      answer.complete(null);
    }
    return answer;
  }

  private void onReceipt(Frame frame) {
    CompletableFuture<Void> answer = unanswered.remove(frame.messageId());
    Payload payload = Payload.read(frame.payload());
    if (answer == null || payload == null) {
      return;
    }
    if (payload.flag(Key.OK)) {
      answer.complete(null);
    } else {
      answer.completeExceptionally(
          new Refused(code(payload.text(Key.ERROR)), "the other hub has refused it"));
    }
  }

  private static ErrorCode code(@Nullable String name) {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.wireName().equals(name)) {
        return code;
      }
    }
    return ErrorCode.BAD_REQUEST;
  }

  private static <T> CompletableFuture<T> refused(ErrorCode code, String why) {
    return CompletableFuture.failedFuture(new Refused(code, why));
  }

  private static Refused gone() {
    return new Refused(ErrorCode.OVERLOADED, "the connection to the other hub is gone");
  }

  private static Members members() {
    return new Members(Spelling.CAMEL);
  }

  private void say(FrameType type, Members members) {
    var _ = write(Frame.of(type, members.toBytes()));
  }

  private boolean write(Frame frame) {
    JsonBuffer out = new JsonBuffer(Frame.HEADER_BYTES + frame.payload().length);
    synchronized (outgoing) {
      if (!outgoing.encode(frame, out)) {
        return false;
      }
    }
    wire.write(out.toBytes());
    return true;
  }

  /** Hangs up; {@link #run} returns. Any thread. */
  @Override
  public void close() {
    closed = true;
    Timekeeper.Alarm ping = nextPing;
    if (ping != null) {
      ping.cancel();
    }
    wire.close();
    for (MessageId id : List.copyOf(unanswered.keySet())) {
      CompletableFuture<Void> answer = unanswered.remove(id);
      if (answer != null) {
        answer.completeExceptionally(gone());
      }
    }
  }
}
