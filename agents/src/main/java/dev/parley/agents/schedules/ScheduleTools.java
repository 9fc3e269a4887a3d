package dev.parley.agents.schedules;

import dev.parley.agents.context.Fence;
import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.Arguments;
import dev.parley.agents.tools.Destination;
import dev.parley.agents.tools.Parameter;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.tools.Waiting;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code schedule(…)}: messages that an agent sends at times to come. For turns with its owner and
 * of the hub alone: a schedule goes on when the turn is over, begins conversations that nothing has
 * led to, and its words may be the owner's.
 */
public final class ScheduleTools {
  private static final int RUNS = 10;
  private static final int RUNS_MAX = 50;
  private static final int TEXT_CHARS_MAX = 500;
  private static final Parameter NAME = Parameter.text("name", "what it is called");
  private static final Parameter CRON =
      Parameter.text("cron", "minute hour day month weekday, such as 30 8 * * MON-FRI").optional();
  private static final Parameter ZONE =
      Parameter.text("zone", "of cron, such as Europe/Berlin; UTC without it").optional();
  private static final Parameter AT =
      Parameter.text("at", "in place of cron: one moment, such as 2026-12-24T18:00:00+01:00")
          .optional();
  private static final Parameter TO =
      Parameter.text("to", "an agent's id, or a path such as group/reviewers");
  private static final Parameter TEXT = Parameter.text("text", "what to say");
  private static final Parameter MISSED =
      Parameter.text("missed", "what becomes of times that were missed: skip, once or all")
          .optional();
  private static final Parameter TASK =
      Parameter.flag("task", "whether each is a task to be done").optional();

  private final Schedules schedules;

  public ScheduleTools(Schedules schedules) {
    this.schedules = schedules;
  }

  public Tool tool() {
    return Tool.of(
        "schedule",
        "Messages that you send at times to come.",
        owners(
            "create",
            "say when to send what",
            this::create,
            NAME,
            CRON,
            ZONE,
            AT,
            TO,
            TEXT,
            TASK,
            MISSED),
        owners("get", "one of them", (use, told) -> shown(named(use, told)), NAME),
        owners("list", "all of them", this::list),
        owners(
            "update",
            "change what is said",
            this::update,
            NAME,
            CRON,
            ZONE,
            AT,
            TO.optional(),
            TEXT.optional(),
            TASK,
            MISSED),
        owners("delete", "delete it and its history", this::delete, NAME),
        owners("enable", "let it fire again", (use, told) -> enable(use, told, true), NAME),
        owners("disable", "let it fire no more", (use, told) -> enable(use, told, false), NAME),
        owners("trigger", "send what it says now", this::trigger, NAME),
        owners(
            "history",
            "what it came to, the newest first",
            this::history,
            NAME,
            Parameter.number("limit", "how many").optional()));
  }

  private static Action owners(
      String name, String description, Action.Handler handler, Parameter... parameters) {
    return Action.of(name, description, handler, parameters).forOwner();
  }

  private String create(ToolUse use, Arguments told) throws InterruptedException {
    Timing timing = timing(told);
    if (timing == null) {
      throw bad("say when with 'cron' or 'at'");
    }
    Schedule made =
        Waiting.on(
            schedules.create(
                use.agent(),
                told.text("name"),
                timing,
                says(told, null),
                Missed.parse(told.optionalText("missed").orElse(Missed.SKIP.wireName())),
                /* enabled= */ true,
                /* byOwner= */ false));
    return "made\n" + shown(made);
  }

  private String update(ToolUse use, Arguments told) throws InterruptedException {
    Schedule was = named(use, told);
    boolean says = told.has("to") || told.has("text") || told.has("task");
    return shown(
        Waiting.on(
            schedules.update(
                use.agent(),
                was.name(),
                timing(told),
                says ? says(told, was.says()) : null,
                told.optionalText("missed").map(Missed::parse).orElse(null),
                /* byOwner= */ false)));
  }

  private static @Nullable Timing timing(Arguments told) {
    String cron = told.optionalText("cron").orElse(null);
    String at = told.optionalText("at").orElse(null);
    if (cron != null && at != null) {
      throw bad("say either 'cron' or 'at'");
    }
    if (cron != null) {
      return Timing.Cron.parse(cron, told.optionalText("zone").orElse("UTC"));
    }
    if (told.has("zone")) {
      throw bad("'zone' goes with 'cron'; 'at' has its own offset");
    }
    try {
      return at == null
          ? null
          : new Timing.Once(OffsetDateTime.parse(at).toInstant().toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      throw bad("'at' must be a moment such as 2026-12-24T18:00:00+01:00");
    }
  }

  private static Says says(Arguments told, @Nullable Says was) {
    String to = told.optionalText("to").map(each -> Destination.of(each).text()).orElse(null);
    MessageType type = told.flag("task") ? MessageType.TASK : MessageType.MESSAGE;
    return was == null
        ? new Says(Destination.of(told.text("to")).text(), type, told.text("text"), null)
        : new Says(
            to == null ? was.path() : to,
            told.has("task") ? type : was.type(),
            told.optionalText("text").orElse(was.content()),
            was.payload());
  }

  private Schedule named(ToolUse use, Arguments told) {
    return schedules.require(use.agent(), told.text("name"));
  }

  private String list(ToolUse use, Arguments told) {
    List<Schedule> own = schedules.of(use.agent());
    return own.isEmpty()
        ? "none"
        : own.stream().map(ScheduleTools::shown).collect(Collectors.joining("\n"));
  }

  private String delete(ToolUse use, Arguments told) throws InterruptedException {
    String name = told.text("name");
    Void _ = Waiting.on(schedules.delete(use.agent(), name, /* byOwner= */ false));
    return "deleted";
  }

  private String enable(ToolUse use, Arguments told, boolean enabled) throws InterruptedException {
    return shown(
        Waiting.on(
            schedules.setEnabled(use.agent(), told.text("name"), enabled, /* byOwner= */ false)));
  }

  private String trigger(ToolUse use, Arguments told) throws InterruptedException {
    Schedule _ =
        Waiting.on(schedules.trigger(use.agent(), told.text("name"), /* byOwner= */ false));
    return "sent";
  }

  private String history(ToolUse use, Arguments told) {
    List<Run> runs =
        schedules.history(use.agent(), told.text("name"), told.number("limit", RUNS, RUNS_MAX));
    return runs.isEmpty()
        ? "it has not fired yet"
        : runs.stream()
            .map(
                run ->
                    "%s %s%s"
                        .formatted(
                            Instant.ofEpochMilli(run.at()),
                            run.outcome(),
                            run.text().isEmpty() ? "" : ": " + run.text()))
            .collect(Collectors.joining("\n"));
  }

  private static String shown(Schedule schedule) {
    String when =
        switch (schedule.timing()) {
          case Timing.Cron cron -> "cron " + cron.expression() + " " + cron.zone().getId();
          case Timing.Once(long at) -> "at " + Instant.ofEpochMilli(at);
        };
    Says says = schedule.says();
    String text = says.content() == null ? String.valueOf(says.payload()) : says.content();
    return "%s: %s, to %s, %s%s%s\n%s"
        .formatted(
            schedule.name(),
            when,
            says.path(),
            says.type().wireName(),
            schedule.next() > 0
                ? ", next " + Instant.ofEpochMilli(schedule.next())
                : ", does not fire",
            schedule.byOwner() ? ", your owner's" : "",
            Fence.barred(text, TEXT_CHARS_MAX));
  }

  private static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, why);
  }
}
