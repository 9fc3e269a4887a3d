package dev.parley.doors.transfer;

import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.StoredMessage;
import dev.parley.doors.json.Shapes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Everything a hub has accepted, in that order, page by page. */
public final class MessageExport {
  private static final int MESSAGES_MAX = 500;
  private static final int BYTES_MAX = 1 << 20;

  /** So few because each may be as large as messages may be. */
  private static final int AT_ONCE = 20;

  /**
   * Some lines.
   *
   * @param lines each ended by a newline
   * @param next where the following page begins
   * @param more whether there is one
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Page(byte[] lines, int count, long next, boolean more) {}

  private final Broker broker;

  public MessageExport(Broker broker) {
    this.broker = broker;
  }

  /** The messages from a number upward; 0 begins with the first. Waits for the store. */
  public Page page(long from) {
    var lines = new JsonBuffer(64 << 10);
    int count = 0;
    long next = from;
    while (count < MESSAGES_MAX) {
      List<FiledMessage> messages = await(broker.lookups().messagesFrom(next, AT_ONCE));
      for (FiledMessage filed : messages) {
        StoredMessage message = filed.message();
        if (count > 0 && lines.size() + message.json().length > BYTES_MAX) {
          return new Page(lines.toBytes(), count, next, true);
        }
        if (!filed.isFiledAgain()) {
          write(lines, message);
          count++;
        }
        next = filed.number() + 1;
      }
      if (messages.size() < AT_ONCE) {
        return new Page(lines.toBytes(), count, next, false);
      }
    }
    return new Page(lines.toBytes(), count, next, true);
  }

  private void write(JsonBuffer out, StoredMessage message) {
    byte[] envelope = message.json();
    out.raw(envelope, 0, envelope.length - 1).ascii(",\"recipients\":[");
    boolean first = true;
    boolean deadLetter = false;
    for (CopyRef copy : await(broker.lookups().copiesOf(message.id()))) {
      if (copy.box() instanceof BoxId.Inbox inbox) {
        Shapes.owner(out.ascii(first ? "{" : ",{"), inbox);
        out.ascii(",\"state\":").string(copy.state().wireName());
        String annotation = annotation(copy);
        out.ascii(annotation == null ? "" : ",").raw(annotation == null ? "" : annotation);
        out.ascii("}");
        first = false;
      } else if (copy.box().equals(BoxId.DEAD_LETTERS) && copy.state().isPending()) {
        deadLetter = true;
      }
    }
    out.ascii("]");
    if (deadLetter) {
      out.ascii(",\"deadLetter\":true");
    }
    out.ascii("}\n");
  }

  /** Which sessions of the agent have it too. */
  private @Nullable String annotation(CopyRef copy) {
    return copy.box() instanceof BoxId.AgentInbox
        ? await(broker.lookups().copies(copy.box(), List.of(copy.position()))).stream()
            .findFirst()
            .map(Copy::annotation)
            .orElse(null)
        : null;
  }

  static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw Refused.of(e);
    } catch (TimeoutException e) {
      throw new Refused(ErrorCode.TIMEOUT, "the store has not answered for a minute");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(ErrorCode.SHUTTING_DOWN, "interrupted");
    }
  }
}
