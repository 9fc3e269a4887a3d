package dev.parley.apps.schedules;

import dev.parley.agents.brain.Permissions;
import dev.parley.agents.context.Fence;
import dev.parley.agents.schedules.Timing;
import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.Arguments;
import dev.parley.agents.tools.Offered;
import dev.parley.agents.tools.OwnTools;
import dev.parley.agents.tools.Parameter;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.tools.ToolResult;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.tools.Toolbox;
import dev.parley.apps.calls.Call;
import dev.parley.apps.proto.CreateScheduleRequest;
import dev.parley.apps.proto.DeleteScheduleRequest;
import dev.parley.apps.proto.GetScheduleRequest;
import dev.parley.apps.proto.ListSchedulesRequest;
import dev.parley.apps.proto.Schedule;
import dev.parley.apps.proto.ScheduleHistoryRequest;
import dev.parley.apps.proto.ScheduleNameRequest;
import dev.parley.apps.proto.ScheduleResponse;
import dev.parley.apps.proto.UpdateScheduleRequest;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code schedule(…)} while an app keeps time, in place of the hub's own tool of that name. The app
 * is the one that knows schedules; it knows those of each agent as {@code agent/name}, and an agent
 * is shown its own. Any thread.
 */
public final class ScheduleTool implements OwnTools {
  private static final String NAME = "schedule";
  private static final int LISTED_MAX = 200;
  private static final int HISTORY = 10;
  private static final int HISTORY_MAX = 50;
  private static final int TEXT_CHARS_MAX = 500;
  private static final JsonMapper JSON = new JsonMapper();

  /** Whoever wants to use it has been asked for leave before. */
  private static final Permissions ASKED = _ -> new Permissions.Answer(true, "asked before");

  private static final Parameter CALLED = Parameter.text("name", "what it is called");
  private static final Parameter CRON =
      Parameter.text("cron", "minute hour day month weekday, or six with seconds before them");
  private static final Parameter TEXT = Parameter.text("text", "what you are told then");

  private final Toolbox toolbox = new Toolbox(ASKED).register(tool());
  private volatile @Nullable TimeKeeper keeper;

  void speakWith(@Nullable TimeKeeper now) {
    keeper = now;
  }

  private TimeKeeper keeper() {
    TimeKeeper now = keeper;
    if (now == null) {
      throw new Refused(ErrorCode.OVERLOADED, "the app that kept time has gone; try again");
    }
    return now;
  }

  private Tool tool() {
    return Tool.of(
        NAME,
        "What you are told at times to come. An app keeps time on this hub.",
        Action.of("create", "say when to be told what", this::create, CALLED, CRON, TEXT)
            .forOwner(),
        Action.of("get", "one of them", this::get, CALLED).forOwner(),
        Action.of("list", "all of them", this::list).forOwner(),
        Action.of(
                "update",
                "change what is said",
                this::update,
                CALLED,
                CRON.optional(),
                TEXT.optional())
            .forOwner(),
        Action.of("delete", "delete it", this::delete, CALLED).forOwner(),
        Action.of("enable", "let it fire again", (use, told) -> enable(use, told, true), CALLED)
            .forOwner(),
        Action.of("disable", "let it fire no more", (use, told) -> enable(use, told, false), CALLED)
            .forOwner(),
        Action.of("trigger", "be told now", this::trigger, CALLED).forOwner(),
        Action.of(
                "history",
                "what it came to",
                this::history,
                CALLED,
                Parameter.number("limit", "how many").optional())
            .forOwner());
  }

  private static String prefix(ToolUse use) {
    return use.agent() + "/";
  }

  private static String name(ToolUse use, Arguments told) {
    return prefix(use) + told.text("name");
  }

  /** As apps write it, with seconds. */
  private static String cron(String cron) {
    String expression = Timing.Cron.parse(cron, "UTC").expression();
    return expression.split("\\s+", -1).length == 5 ? "0 " + expression : expression;
  }

  private String create(ToolUse use, Arguments told) throws InterruptedException {
    CreateScheduleRequest request =
        CreateScheduleRequest.newBuilder()
            .setName(name(use, told))
            .setExpression(cron(told.text("cron")))
            .setTaskType("agent")
            .setMessage(told.text("text"))
            .putMetadata(TimeKeeper.AGENT, use.agent().value())
            .build();
    return "made\n" + answered(use, keeper().call(it -> it.create(request)));
  }

  private String get(ToolUse use, Arguments told) throws InterruptedException {
    return answered(use, found(use, told));
  }

  private ScheduleResponse found(ToolUse use, Arguments told) throws InterruptedException {
    GetScheduleRequest request = GetScheduleRequest.newBuilder().setName(name(use, told)).build();
    return keeper().call(it -> it.get(request));
  }

  private String list(ToolUse use, Arguments told) throws InterruptedException {
    ListSchedulesRequest request = ListSchedulesRequest.newBuilder().setLimit(LISTED_MAX).build();
    String all =
        keeper().call(it -> it.list(request)).getSchedulesList().stream()
            .filter(each -> each.getName().startsWith(prefix(use)))
            .limit(LISTED_MAX)
            .map(each -> shown(use, each))
            .collect(Collectors.joining("\n"));
    return all.isEmpty() ? "none" : all;
  }

  private String update(ToolUse use, Arguments told) throws InterruptedException {
    Schedule was = schedule(found(use, told));
    UpdateScheduleRequest request =
        UpdateScheduleRequest.newBuilder()
            .setName(was.getName())
            .setExpression(told.has("cron") ? cron(told.text("cron")) : was.getExpression())
            .setTaskType("agent")
            .setMessage(told.optionalText("text").orElse(was.getMessage()))
            .setDeliver(was.getDeliver())
            .putAllMetadata(was.getMetadataMap())
            .putMetadata(TimeKeeper.AGENT, use.agent().value())
            .build();
    return answered(use, keeper().call(it -> it.update(request)));
  }

  private String delete(ToolUse use, Arguments told) throws InterruptedException {
    DeleteScheduleRequest request =
        DeleteScheduleRequest.newBuilder().setName(name(use, told)).build();
    require(keeper().call(it -> it.delete(request)).getError());
    return "deleted";
  }

  private static ScheduleNameRequest named(ToolUse use, Arguments told) {
    return ScheduleNameRequest.newBuilder().setName(name(use, told)).build();
  }

  private String enable(ToolUse use, Arguments told, boolean enabled) throws InterruptedException {
    ScheduleNameRequest request = named(use, told);
    return answered(use, keeper().call(it -> enabled ? it.enable(request) : it.disable(request)));
  }

  private String trigger(ToolUse use, Arguments told) throws InterruptedException {
    ScheduleNameRequest request = named(use, told);
    require(keeper().call(it -> it.trigger(request)).getError());
    return "triggered";
  }

  private String history(ToolUse use, Arguments told) throws InterruptedException {
    ScheduleHistoryRequest request =
        ScheduleHistoryRequest.newBuilder()
            .setName(name(use, told))
            .setLimit(told.number("limit", HISTORY, HISTORY_MAX))
            .build();
    String all =
        keeper().call(it -> it.history(request)).getEntriesList().stream()
            .limit(HISTORY_MAX)
            .map(
                run ->
                    Fence.inLine(
                        "%s %s %s%s"
                            .formatted(
                                run.getStartedAt(),
                                run.getSuccess() ? "done" : "failed",
                                run.getOutput(),
                                run.getError())))
            .collect(Collectors.joining("\n"));
    return all.isEmpty() ? "it has not fired yet" : all;
  }

  private static void require(String error) {
    if (!error.isEmpty()) {
      throw new Refused(ErrorCode.CONFLICT, "the app says: " + Call.reason(error));
    }
  }

  private static Schedule schedule(ScheduleResponse response) {
    require(response.getError());
    return response.getSchedule();
  }

  private static String answered(ToolUse use, ScheduleResponse response) {
    return shown(use, schedule(response));
  }

  private static String shown(ToolUse use, Schedule schedule) {
    String name =
        schedule.getName().startsWith(prefix(use))
            ? schedule.getName().substring(prefix(use).length())
            : schedule.getName();
    return Fence.inLine(
            "%s: cron %s, %s%s"
                .formatted(
                    name,
                    schedule.getExpression(),
                    schedule.getEnabled() ? "on" : "off",
                    schedule.getNextRun().isEmpty() ? "" : ", next " + schedule.getNextRun()))
        + "\n"
        + Fence.barred(schedule.getMessage(), TEXT_CHARS_MAX);
  }

  // ---- in place of the hub's own

  @Override
  public boolean isNamed(String tool) {
    return keeper != null && tool.equals(NAME);
  }

  @Override
  public List<Offered> offered(ToolUse use) throws InterruptedException {
    return keeper == null ? List.of() : toolbox.offered(use);
  }

  @Override
  public boolean isUsual(ToolUse use, String tool) {
    return true;
  }

  @Override
  public ToolResult use(ToolUse use, String tool, Map<String, Object> arguments)
      throws InterruptedException {
    return toolbox.use(use, tool, JSON.writeValueAsString(arguments));
  }
}
