package dev.parley.doors.mcp.tools;

import dev.parley.core.broker.Broker;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.Changes;
import dev.parley.doors.mcp.catalog.Hearing;
import dev.parley.doors.mcp.catalog.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/** Waiting for what comes. */
final class WaitTools {
  /** So many that wait are looked through for those of one sender or thread. */
  private static final int LOOKED_THROUGH_MAX = 1_000;

  private final Broker broker;
  private final Changes changes;
  private final WaitingLine waiting;
  private final Showings showings;
  private final Receiving receiving;
  private final LookTools looking;

  WaitTools(
      Broker broker,
      Changes changes,
      WaitingLine waiting,
      Showings showings,
      Receiving receiving,
      LookTools looking) {
    this.broker = broker;
    this.changes = changes;
    this.waiting = waiting;
    this.showings = showings;
    this.receiving = receiving;
    this.looking = looking;
  }

  void declare(Declarations declarations) {
    declarations.act(
        "wait_for_messages",
        "Wait for messages",
        "Wait until a message comes, and return it, or nothing when the time is over; then call it"
            + " again. What you do not mark read comes again."
            + " Example: {\"seconds\":30}",
        "'seconds':{'type':'integer','minimum':1,'maximum':600},"
            + "'from':{'type':'string','description':'only of this agent'},"
            + "'thread':{'type':'string','description':'only around this message id'},"
            + Receiving.LIMIT
            + ","
            + Receiving.MARK_AS_READ,
        Receiving.RECEIVED + ",'timedOut!':{'type':'boolean'}",
        this::waitFor);
  }

  private ToolResult waitFor(CallContext context, ObjectNode arguments)
      throws InterruptedException {
    BoxId.Inbox inbox = receiving.inbox(context, arguments);
    Predicate<Copy> wanted = wanted(context, arguments);
    boolean mark = arguments.path("markAsRead").asBoolean(false);
    long seconds = Waits.seconds(context, arguments.path("seconds").asLong(30));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    // Watch first, look then: what comes in between is not missed.
    try (WaitingLine.Place place = waiting.join(inbox.name());
        Changes.Watch _ =
            changes.watch(Uris.inbox(inbox.name()), _ -> waiting.letLook(inbox.name()));
        Attendance attendance = new Attendance(broker.presence(), inbox.agent())) {
      context.onHearing(place::letLook);
      long begun = System.nanoTime();
      long toldNext = 0;
      long nanos = 0;
      while (true) {
        if (place.await(nanos) || place.isNewest()) {
          Showings.Due due = showings.due(inbox);
          List<Copy> copies = look(context, inbox, arguments, wanted, due);
          if (!copies.isEmpty() || context.hearing() == Hearing.GONE) {
            return answer(inbox, copies, mark, due);
          }
          place.passOn();
          nanos = TimeUnit.MILLISECONDS.toNanos(Math.min(due.millis(), 600_000));
        } else {
          nanos = Long.MAX_VALUE;
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
          return answer(inbox, List.of(), mark, showings.due(inbox));
        }
        attendance.begins();
        long waited = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
        if (waited >= toldNext) {
          context.progress(waited, seconds, "waiting for messages");
          toldNext = waited + Waits.PROGRESS_SECONDS;
        }
        nanos = Math.min(left, Math.min(nanos, TimeUnit.SECONDS.toNanos(Waits.PROGRESS_SECONDS)));
      }
    }
  }

  private Predicate<Copy> wanted(CallContext context, ObjectNode arguments)
      throws InterruptedException {
    String from = arguments.path("from").asString("");
    String thread = threadKey(context, arguments);
    if (from.isEmpty() && thread.isEmpty()) {
      return _ -> true;
    }
    return copy -> {
      Envelope envelope = Envelope.parse(copy.message().json());
      return (from.isEmpty() || from.equals(envelope.from()))
          && (thread.isEmpty() || thread.equals(envelope.threadKey()));
    };
  }

  private String threadKey(CallContext context, ObjectNode arguments) throws InterruptedException {
    if (!arguments.path("thread").isString()) {
      return "";
    }
    MessageId id = MessageId.parse(arguments.path("thread").asString());
    return Envelope.parse(looking.readable(context.caller(), arguments, id).json()).threadKey();
  }

  /** What this call takes of what is there, if it would be heard. */
  private List<Copy> look(
      CallContext context,
      BoxId.Inbox inbox,
      ObjectNode arguments,
      Predicate<Copy> wanted,
      Showings.Due due)
      throws InterruptedException {
    if (context.hearing() != Hearing.THERE) {
      return List.of();
    }
    int limit = arguments.path("limit").asInt(Receiving.LIMIT_DEFAULT);
    boolean filtered = arguments.has("from") || arguments.has("thread");
    List<Copy> found = new ArrayList<>(due.copies());
    found.addAll(Waits.result(broker.peek(inbox, filtered ? LOOKED_THROUGH_MAX : limit)));
    return receiving.show(
        context,
        inbox,
        found.stream().filter(wanted).sorted(Receiving.ORDER).limit(limit).toList(),
        Showings.Who.ONE,
        arguments.path("markAsRead").asBoolean(false));
  }

  private ToolResult answer(BoxId inbox, List<Copy> copies, boolean mark, Showings.Due due)
      throws InterruptedException {
    ObjectNode result = receiving.answer(inbox, copies, mark, due.known());
    return AttachmentTools.withLinks(result.put("timedOut", copies.isEmpty()));
  }
}
