package dev.parley.comm.gateway;

import dev.parley.comm.CommMessage;
import dev.parley.comm.MessageHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.ObjLongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one connection has heard and the hub has not stored yet: handed on in its order, many at a
 * time, and acknowledged when it is stored. On a thread of its own.
 */
final class Intake {
  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);
  private static final int WAITING_MAX = 64;
  private static final int BATCH_MAX = 32;

  private final BlockingQueue<CommMessage> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
  private final MessageHandler handler;
  private final ObjLongConsumer<UUID> ack;
  private final Runnable onBroken;

  Intake(MessageHandler handler, ObjLongConsumer<UUID> ack, Runnable onBroken) {
    this.handler = handler;
    this.ack = ack;
    this.onBroken = onBroken;
  }

  /** Waits while there is no room. */
  void put(CommMessage message) throws InterruptedException {
    waiting.put(message);
  }

  /** Until its thread is interrupted. */
  void run() {
    try {
      while (true) {
        List<CommMessage> batch = new ArrayList<>(BATCH_MAX);
        batch.add(waiting.take());
        waiting.drainTo(batch, BATCH_MAX - 1);
        handler.onMessages(List.copyOf(batch));
        acknowledge(batch);
      }
    } catch (InterruptedException e) {
      // The connection is over; what was not stored comes again with the next one.
    } catch (RuntimeException e) {
      LOG.error("what the other hub says cannot be taken in; connecting anew", e);
      onBroken.run();
    }
  }

  private void acknowledge(List<CommMessage> stored) {
    Map<UUID, Long> last = new HashMap<>();
    for (CommMessage message : stored) {
      CommMessage.Place place = message.place();
      if (place != null && place.seq() > 0) {
        last.merge(UUID.fromString(place.conversation()), place.seq(), Math::max);
      }
    }
    last.forEach(ack::accept);
  }
}
