package dev.parley.doors.ws;

import dev.parley.doors.http.DoorConfig;
import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How much of what a connection asked is still unanswered. Beyond a limit its socket is not read,
 * so that the other side feels it, until half is answered. An answer counts when it is on its way
 * to the socket: who does not read its answers is not read from either.
 */
final class Intake {
  private final DoorConfig.Limits limits;
  private final FrameReader reader;
  private final ChannelHandlerContext context;
  private int requests;
  private int bytes;
  private boolean held;
  private boolean paused;
  private boolean slowed;

  Intake(DoorConfig.Limits limits, FrameReader reader, ChannelHandlerContext context) {
    this.limits = limits;
    this.reader = reader;
    this.context = context;
  }

  void onRequest(int requestBytes) {
    requests++;
    bytes += requestBytes;
  }

  /** A request that is counted already is going to take this much more. */
  void reserve(int answerBytes) {
    bytes += answerBytes;
  }

  /** An answer is on its way. */
  void onAnswered(int requestBytes) {
    requests--;
    bytes -= requestBytes;
  }

  /** There is no answer to these, with which it would be seen that there is room again. */
  void onSettled(int messages, int requestBytes) {
    requests -= messages;
    bytes -= requestBytes;
    adjust();
  }

  /** While it is held it counts as full. */
  void hold(boolean on) {
    held = on;
    adjust();
  }

  boolean isEmpty() {
    return requests == 0;
  }

  /** No further frame is taken, not even one that is here already. */
  boolean isFull() {
    return held
        || slowed
        || requests >= limits.unansweredMax()
        || bytes >= limits.unansweredBytesMax();
  }

  private boolean isHalf() {
    return !held
        && !slowed
        && requests <= limits.unansweredMax() / 2
        && bytes <= limits.unansweredBytesMax() / 2;
  }

  /** Takes nothing for a while, whatever is answered. */
  void slowDown(Duration pause) {
    if (!slowed) {
      slowed = true;
      var _ =
          context
              .executor()
              .schedule(
                  () -> {
                    slowed = false;
                    adjust();
                  },
                  pause.toMillis(),
                  TimeUnit.MILLISECONDS);
    }
  }

  boolean isPaused() {
    return paused;
  }

  /** Stops or starts reading, as the load has it. */
  void adjust() {
    if (paused ? isHalf() : isFull()) {
      paused = !paused;
      context.channel().config().setAutoRead(!paused);
    }
    if (!paused && reader.isHeldBack()) {
      context.executor().execute(reader::goOn);
    }
  }
}
