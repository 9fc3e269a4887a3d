package dev.parley.doors.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.schedules.Missed;
import dev.parley.agents.schedules.Run;
import dev.parley.agents.schedules.Says;
import dev.parley.agents.schedules.Schedule;
import dev.parley.agents.schedules.Schedules;
import dev.parley.agents.schedules.Timing;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Drafts;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.rest.shape.WorkShapes;
import dev.parley.identity.authority.Authority;
import io.vertx.core.http.HttpMethod;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Messages at times that were said before. A schedule is its agent's; the agent manages those it
 * made itself, and whose agent it is, and the hub's owner, all of them.
 */
final class ScheduleOperations {
  private static final String ALL = "/api/schedules";
  private static final String ONE = ALL + "/{agentId}/{name}";

  private static final String UTC = "UTC";
  private static final int PREVIEWED = 5;

  private final Schedules schedules;
  private final Authority authority;
  private final Bots bots;
  private final LongSupplier now;

  ScheduleOperations(RestServices services, Bots bots) {
    this.schedules = services.rooms().schedules();
    this.authority = services.identity().authority();
    this.bots = bots;
    this.now = services.broker().time()::millis;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(ALL, "listSchedules", "The schedules of one's agents")
            .by(Access.ANYONE)
            .query(QueryParameter.AGENT, QueryParameter.LIMIT, QueryParameter.CURSOR)
            .answering("Schedules")
            .doing(this::list),
        Operation.get(ALL + "/preview", "previewSchedule", "When a schedule would fire")
            .by(Access.ANYONE)
            .query(QueryParameter.CRON, QueryParameter.ZONE, QueryParameter.AT)
            .answering("ScheduleTimes")
            .doing(this::preview),
        Operation.post(ALL, "createSchedule", "Have an agent send something at times to come")
            .by(Access.ANYONE)
            .taking("NewSchedule")
            .answering(201, "Schedule")
            .audited("schedule.create")
            .doing(this::create),
        Operation.get(ONE, "getSchedule", "A schedule")
            .by(Access.ANYONE)
            .answering("Schedule")
            .doing(call -> shown(schedules.require(owned(call), name(call))).now()),
        Operation.of(HttpMethod.PUT, ONE, "updateSchedule", "Change a schedule")
            .by(Access.ANYONE)
            .taking("ScheduleChange")
            .answering("Schedule")
            .audited("schedule.update")
            .doing(this::update),
        Operation.delete(ONE, "deleteSchedule", "Delete a schedule and its history")
            .by(Access.ANYONE)
            .answering(204, null)
            .audited("schedule.delete")
            .doing(
                call ->
                    schedules
                        .delete(owned(call), name(call), isOwner(call))
                        .thenApply(_ -> Reply.nothing())),
        Operation.post(ONE + "/trigger", "triggerSchedule", "Send what a schedule says now")
            .by(Access.ANYONE)
            .answering("Schedule")
            .audited("schedule.trigger")
            .doing(
                call ->
                    schedules
                        .trigger(owned(call), name(call), isOwner(call))
                        .thenApply(ScheduleOperations::shown)),
        Operation.get(ONE + "/history", "getScheduleHistory", "What a schedule came to")
            .by(Access.ANYONE)
            .query(QueryParameter.LIMIT)
            .answering("ScheduleRuns")
            .doing(this::history));
  }

  private static String name(RestCall call) {
    return call.segment("name", text -> text);
  }

  /** As for its card: of agents that this one may not see it is not said that they exist. */
  private AgentId owned(RestCall call) {
    return owned(call, call.segment("agentId", AgentId::new));
  }

  private AgentId owned(RestCall call, AgentId agent) {
    authority.requireSeen(call.visit(), agent);
    if (!bots.mayActFor(call.principal(), agent)) {
      throw new Refused(ErrorCode.FORBIDDEN, "'" + agent + "' is not yours to schedule for");
    }
    return agent;
  }

  /** Is it the agent's owner who asks, rather than the agent itself? */
  private static boolean isOwner(RestCall call, AgentId agent) {
    return !agent.equals(call.principal().scope());
  }

  private static boolean isOwner(RestCall call) {
    return isOwner(call, call.segment("agentId", AgentId::new));
  }

  /** In the order of agents and names; so is the cursor, which need not be there any more. */
  private CompletableFuture<Reply> list(RestCall call) {
    String agent = call.query(QueryParameter.AGENT);
    String after = call.query(QueryParameter.CURSOR);
    int limit = call.limit();
    List<Schedule> found =
        schedules.list().stream()
            .filter(each -> after == null || place(each).compareTo(after) > 0)
            .filter(each -> agent == null || each.agent().value().equals(agent))
            .filter(each -> bots.mayActFor(call.principal(), each.agent()))
            .limit(limit)
            .toList();
    return Reply.ok(
            out -> {
              out.ascii("{\"schedules\":");
              Shapes.list(out, found, WorkShapes::schedule);
              if (found.size() == limit) {
                out.ascii(",\"next\":").string(place(found.getLast()));
              }
              out.ascii("}");
            })
        .now();
  }

  private static String place(Schedule schedule) {
    return schedule.agent() + "/" + schedule.name();
  }

  private CompletableFuture<Reply> preview(RestCall call) {
    String cron = call.query(QueryParameter.CRON);
    String zone = call.query(QueryParameter.ZONE);
    String at = call.query(QueryParameter.AT);
    if ((cron == null) == (at == null) || (at != null && zone != null)) {
      throw new Refused(ErrorCode.BAD_REQUEST, "say when with 'cron' and 'zone', or with 'at'");
    }
    Timing timing =
        cron == null
            ? new Timing.Once(moment(String.valueOf(at)))
            : Timing.Cron.parse(cron, zone == null ? UTC : zone);
    List<Long> times = timing.next(now.getAsLong(), PREVIEWED);
    return Reply.ok(
            out -> {
              out.ascii("{\"times\":");
              Shapes.list(out, times, (to, time) -> to.number(time));
              out.ascii("}");
            })
        .now();
  }

  private CompletableFuture<Reply> create(RestCall call) {
    Request request = call.request();
    AgentId self = call.principal().scope();
    AgentId agent =
        request.has(Field.AGENT_ID) || self == null
            ? request.address(Field.AGENT_ID, AgentId::new)
            : self;
    Timing timing = timing(request);
    if (timing == null) {
      throw new Refused(ErrorCode.BAD_REQUEST, "say when with 'cron' or 'at'");
    }
    return schedules
        .create(
            owned(call, agent),
            request.requireText(Field.NAME),
            timing,
            says(request, null),
            Missed.parse(request.text(Field.MISSED, Missed.SKIP.wireName())),
            request.flag(Field.ENABLED, true),
            isOwner(call, agent))
        .thenApply(made -> Reply.created(out -> WorkShapes.schedule(out, made)));
  }

  private CompletableFuture<Reply> update(RestCall call) {
    AgentId agent = owned(call);
    String name = name(call);
    boolean owner = isOwner(call);
    Request request = call.request();
    Schedule was = schedules.require(agent, name);
    Timing timing = timing(request);
    boolean says =
        request.has(Field.TO)
            || request.has(Field.CONTENT)
            || request.has(Field.PAYLOAD)
            || request.has(Field.MESSAGE_TYPE);
    String missed = request.text(Field.MISSED);
    CompletableFuture<Schedule> changed =
        timing == null && !says && missed == null
            ? CompletableFuture.completedFuture(was)
            : schedules.update(
                agent,
                name,
                timing,
                says ? says(request, was.says()) : null,
                missed == null ? null : Missed.parse(missed),
                owner);
    return changed
        .thenCompose(
            now ->
                request.has(Field.ENABLED)
                    ? schedules.setEnabled(agent, name, request.flag(Field.ENABLED, true), owner)
                    : CompletableFuture.completedFuture(now))
        .thenApply(ScheduleOperations::shown);
  }

  private static @Nullable Timing timing(Request request) {
    String cron = request.text(Field.CRON);
    if (cron != null && request.has(Field.AT)) {
      throw new Refused(ErrorCode.BAD_REQUEST, "say either 'cron' or 'at'");
    }
    if (cron != null) {
      return Timing.Cron.parse(cron, request.text(Field.ZONE, UTC));
    }
    if (request.has(Field.ZONE)) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'zone' goes with 'cron'; 'at' has its own offset");
    }
    return request.has(Field.AT) ? new Timing.Once(moment(request)) : null;
  }

  private static long moment(Request request) {
    return request.isNumber(Field.AT)
        ? request.number(Field.AT, 0)
        : moment(request.requireText(Field.AT));
  }

  private static long moment(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'at' must be a moment such as 2026-12-24T18:00:00+01:00, or milliseconds since 1970");
    }
  }

  private static Says says(Request request, @Nullable Says was) {
    byte[] payload = request.raw(Field.PAYLOAD);
    String type = request.text(Field.MESSAGE_TYPE);
    return new Says(
        was != null && !request.has(Field.TO) ? was.path() : Drafts.recipients(request).text(),
        type != null ? type(type) : was != null ? was.type() : MessageType.MESSAGE,
        request.has(Field.CONTENT) || was == null ? request.text(Field.CONTENT) : was.content(),
        payload != null ? new String(payload, UTF_8) : was == null ? null : was.payload());
  }

  private static MessageType type(String name) {
    for (MessageType type : MessageType.values()) {
      if (type.wireName().equals(name)) {
        return type;
      }
    }
    throw new Refused(
        ErrorCode.BAD_REQUEST,
        "'messageType' must be message, command, info, task or another type");
  }

  private CompletableFuture<Reply> history(RestCall call) {
    AgentId agent = owned(call);
    String name = name(call);
    int limit = call.limit();
    return CompletableFuture.supplyAsync(
        () -> {
          List<Run> runs = schedules.history(agent, name, limit);
          return Reply.ok(
              out -> {
                out.ascii("{\"runs\":");
                Shapes.list(out, runs, ScheduleOperations::run);
                out.ascii("}");
              });
        },
        Thread::startVirtualThread);
  }

  private static void run(JsonBuffer out, Run run) {
    out.ascii("{\"scheduledFor\":").number(run.scheduledFor());
    out.ascii(",\"at\":").number(run.at());
    out.ascii(",\"outcome\":").string(run.outcome());
    MessageId message = run.message();
    if (message != null) {
      out.ascii(",\"messageId\":").id(message);
    }
    if (!run.text().isEmpty()) {
      out.ascii(",\"text\":").string(run.text());
    }
    out.ascii("}");
  }

  private static Reply shown(Schedule schedule) {
    return Reply.ok(out -> WorkShapes.schedule(out, schedule));
  }
}
