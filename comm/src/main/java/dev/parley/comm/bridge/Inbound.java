package dev.parley.comm.bridge;

import dev.parley.comm.CommMessage;
import dev.parley.comm.MessageHandler;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.message.TaskStatus;
import dev.parley.identity.audit.AuditLog;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Stores what a plugin has heard. How far each conversation is stored is a record that changes with
 * the messages, so that none is stored twice however often it comes, and at whichever hub. On the
 * plugin's thread.
 */
public final class Inbound implements MessageHandler {
  private static final String TABLE = "comm-cursors";
  private static final Duration RETRY = Duration.ofMillis(250);
  private static final int CORRELATION_MAX = 256;

  private final Broker broker;
  private final AuditLog audit;
  private final Post post;
  private final MessageLimit limit;

  public Inbound(Broker broker, AuditLog audit, Post post, MessageLimit limit) {
    this.broker = broker;
    this.audit = audit;
    this.post = post;
    this.limit = limit;
  }

  /** The number up to which everything of a conversation is stored here, or 0. Reads the store. */
  public long storedIn(Object conversation) {
    return broker.records().get(TABLE, key(conversation.toString())).map(Inbound::read).orElse(0L);
  }

  private String key(String conversation) {
    return post.plugin() + "/" + conversation;
  }

  private static long read(byte @Nullable [] value) {
    return value == null ? 0 : ByteBuffer.wrap(value).getLong();
  }

  @Override
  public void onMessages(List<CommMessage> messages) throws InterruptedException {
    while (true) {
      try {
        store(messages, true);
        return;
      } catch (Refused refused) {
        if (refused.code().retryable()) {
          Duration wait = refused.retryAfter();
          Thread.sleep(wait == null ? RETRY : wait);
        } else if (messages.size() > 1) {
          for (CommMessage each : messages) {
            onMessages(List.of(each));
          }
          return;
        } else {
          passOver(messages.getFirst(), refused);
          return;
        }
      }
    }
  }

  /** One that will never be taken must not keep those behind it waiting. */
  private void passOver(CommMessage message, Refused why) throws InterruptedException {
    if (why.code() == ErrorCode.INTERNAL) {
      throw why;
    }
    audit.done(post.visit(), "comm.receive", message.topic(), why);
    store(List.of(message), false);
  }

  private void store(List<CommMessage> messages, boolean routed) throws InterruptedException {
    try {
      var _ =
          broker
              .transactions()
              .run(
                  tx -> {
                    messages.forEach(message -> store(tx, message, routed));
                    return true;
                  })
              .get();
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }

  private void store(Tx tx, CommMessage message, boolean routed) {
    CommMessage.Place place = message.place();
    long seq = place == null ? 0 : place.seq();
    if (place != null && seq > 0) {
      String key = key(place.conversation());
      if (read(tx.get(TABLE, key)) >= seq) {
        return;
      }
      tx.put(TABLE, key, ByteBuffer.allocate(8).putLong(seq).array());
    }
    if (routed) {
      var _ = tx.route(draft(message, seq), post.sender());
    }
  }

  private Draft draft(CommMessage message, long seq) {
    CommMessage.Place place = message.place();
    Draft.Builder draft =
        Draft.from(post.agent().value())
            .to(post.path(message.topic()))
            .type(message.type())
            .content(message.text())
            .payload(payload(message))
            .source(post.plugin())
            .externalId(message.id())
            .set(EnvelopeField.PLATFORM_DATA, platformData(message));
    if (place != null) {
      // The ids of this hub's own conversations look like those of the other's.
      draft.conversationId(post.plugin() + ":" + place.conversation());
    }
    if (seq == 0) {
      draft.idempotencyKey(post.plugin() + ":" + message.id());
    }
    task(draft, message.task());
    String replyTo = message.replyTo();
    if (replyTo != null) {
      draft.replyTo(MessageId.parse(replyTo));
    }
    return draft.within(limit).build();
  }

  private static void task(Draft.Builder draft, CommMessage.@Nullable Task task) {
    if (task == null) {
      return;
    }
    String correlation = task.correlationId();
    if (correlation != null && correlation.length() <= CORRELATION_MAX) {
      draft.correlationId(correlation);
    }
    for (TaskStatus status : TaskStatus.values()) {
      if (status.wireName().equals(task.status())) {
        draft.set(EnvelopeField.TASK_STATUS, status);
      }
    }
    if (task.error() != null) {
      draft.set(EnvelopeField.ERROR, Objects.requireNonNull(task.error()));
    }
  }

  private static byte @Nullable [] payload(CommMessage message) {
    CommMessage.Body body = message.body();
    if (body == null) {
      return message.data();
    }
    JsonBuffer out = new JsonBuffer(body.content().length + 64);
    out.ascii("{\"stream\":").string(body.stream()).ascii(",\"content\":").raw(body.content());
    return out.ascii("}").toBytes();
  }

  /** Where it comes from; {@link Outbound} reads it back to answer. */
  private byte[] platformData(CommMessage message) {
    JsonBuffer out = new JsonBuffer(192);
    out.ascii("{\"plugin\":").string(post.plugin()).ascii(",\"from\":").string(message.from());
    CommMessage.Place place = message.place();
    if (place != null) {
      out.ascii(",\"conversationId\":").string(place.conversation());
      out.ascii(",\"seq\":").number(place.seq());
    }
    return out.ascii("}").toBytes();
  }
}
