package dev.parley.core.history;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import dev.parley.core.store.State;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How far a message has come with its recipients. Each agent counts once, by that copy in its own
 * inbox and those of its sessions that came furthest.
 *
 * @param dead recipients that do not exist or were given up on; one when a path reached nobody
 * @param cleared recipients that keep no copy any more: how far it had come is not known
 */
public record DeliveryCounts(
    int pending, int delivered, int read, int expired, int dead, int cleared) {

  /** What is known of one recipient, from nothing upward. */
  private enum Progress {
    CLEARED,
    DEAD,
    EXPIRED,
    PENDING,
    DELIVERED,
    READ;

    static Progress of(State state) {
      return switch (state) {
        case ACCEPTED, PUSHED -> PENDING;
        case DELIVERED -> DELIVERED;
        case READ, TURN_STARTED, ANSWERED, DECLINED -> READ;
        case FAILED -> DEAD;
        case EXPIRED -> EXPIRED;
      };
    }

    Progress furthest(Progress other) {
      return compareTo(other) < 0 ? other : this;
    }
  }

  static DeliveryCounts of(FiledMessage filed, List<CopyRef> copies) {
    Map<AgentId, Progress> recipients = new LinkedHashMap<>();
    for (Filing filing : filed.filings()) {
      if (filing.box() instanceof BoxId.Inbox inbox) {
        recipients.put(inbox.agent(), Progress.CLEARED);
      }
    }
    for (CopyRef copy : copies) {
      if (copy.box() instanceof BoxId.Inbox inbox) {
        recipients.merge(inbox.agent(), Progress.of(copy.state()), Progress::furthest);
      }
    }
    Envelope envelope = Envelope.parse(filed.message().json());
    int unreached =
        Path.parse(envelope.path()).unreached(envelope.from(), recipients.keySet()).size();
    return of(recipients.values(), recipients.isEmpty() ? Math.max(1, unreached) : unreached);
  }

  private static DeliveryCounts of(Collection<Progress> recipients, int unreached) {
    return new DeliveryCounts(
        Collections.frequency(recipients, Progress.PENDING),
        Collections.frequency(recipients, Progress.DELIVERED),
        Collections.frequency(recipients, Progress.READ),
        Collections.frequency(recipients, Progress.EXPIRED),
        Collections.frequency(recipients, Progress.DEAD) + unreached,
        Collections.frequency(recipients, Progress.CLEARED));
  }

  public int recipients() {
    return pending + delivered + read + expired + dead + cleared;
  }

  /** The rung that all recipients have reached, as far as is known. */
  State reachedByAll() {
    if (pending + cleared > 0) {
      return State.ACCEPTED;
    }
    if (dead > 0) {
      return State.FAILED;
    }
    if (expired > 0) {
      return State.EXPIRED;
    }
    return delivered > 0 ? State.DELIVERED : State.READ;
  }

  /** As a member of the sender's copy. */
  String annotation() {
    JsonBuffer out = new JsonBuffer(128);
    writeTo(out);
    return out.toString();
  }

  /** The member {@code delivery}. */
  public void writeTo(JsonBuffer out) {
    out.ascii("\"delivery\":{\"recipients\":").number(recipients());
    out.ascii(",\"pending\":").number(pending);
    out.ascii(",\"delivered\":").number(delivered);
    out.ascii(",\"read\":").number(read);
    out.ascii(",\"expired\":").number(expired);
    out.ascii(",\"dead\":").number(dead);
    out.ascii(",\"cleared\":").number(cleared);
    out.ascii("}");
  }
}
