package dev.parley.agents.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Permissions;
import dev.parley.agents.hooks.HandHooks;
import dev.parley.agents.hooks.HookPoint;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What hooks may make of the use of a tool, and what not. */
class ToolHooksTest {
  private final HandHooks hooks = new HandHooks();
  private final List<String> asked = new ArrayList<>();
  private final List<String> ran = new ArrayList<>();
  private final Toolbox tools =
      new Toolbox(
              request -> {
                asked.add(request.tool());
                return new Permissions.Answer(!request.tool().equals("vault.open"), "rules");
              },
              hooks)
          .register(Tool.of("clock", "Time.", Action.of("read", "tells", this::ran)))
          .register(Tool.of("vault", "Gold.", Action.of("open", "opens", this::ran)))
          .register(Tool.of("shell", "Runs.", Action.of("run", "runs", this::ran).forOwner()));

  private String ran(ToolUse use, Arguments told) {
    ran.add("once");
    return "noon";
  }

  private static ToolUse use(String session, Origin origin) {
    Message message =
        new Message(
            new MessageId(1, 2),
            1,
            Draft.from("bob").to(Path.parse("agent/ada")).content("x").build(),
            0,
            0,
            origin,
            0,
            null);
    return new ToolUse(
        new BrainRequest(SessionKey.parse("ada/" + session), new UUID(1, 1), List.of(message)));
  }

  private static UnaryOperator<ObjectNode> toUsing(String tool, String action) {
    return payload -> {
      payload.put("tool", tool).putObject("input").put("action", action);
      return payload;
    };
  }

  private ToolResult readTheClock() throws InterruptedException {
    return tools.use(use("comm-1", Origin.PEER), "clock", "{\"action\":\"read\"}");
  }

  @Test
  void theyAreToldWhatIsUsedAndWhatCameOfIt() throws InterruptedException {
    hooks.on(HookPoint.TOOL_PRE_EXECUTE).on(HookPoint.TOOL_POST_EXECUTE);
    assertThat(readTheClock()).isEqualTo(new ToolResult("noon", false));
    assertThat(hooks.asked())
        .containsExactly(
            "tool.pre_execute {\"tool\":\"clock\",\"input\":{\"action\":\"read\"}}",
            "tool.post_execute {\"tool\":\"clock\",\"input\":{\"action\":\"read\"},"
                + "\"result\":{\"content\":\"noon\",\"is_error\":false}}");
  }

  /** RUN-3 holds whoever names the tool. */
  @Test
  void aHarmlessToolThatAHookTurnsIntoTheShellIsRefusedInATurnOfOthers()
      throws InterruptedException {
    hooks.on(HookPoint.TOOL_PRE_EXECUTE, toUsing("shell", "run"));
    assertThat(readTheClock().text())
        .isEqualTo(
            "refused (forbidden): shell (run) may not be used in a turn that others have caused");
    assertThat(ran).isEmpty();
    assertThat(tools.use(use("main", Origin.OWNER), "clock", "{\"action\":\"read\"}").failed())
        .as("the owner's turn may use it")
        .isFalse();
  }

  @Test
  void leaveIsAskedForWhatAHookHasMadeOfIt() throws InterruptedException {
    hooks.on(HookPoint.TOOL_PRE_EXECUTE, toUsing("vault", "open"));
    assertThat(readTheClock().text()).contains("vault.open was not allowed");
    assertThat(asked).containsExactly("vault.open");
    assertThat(ran).isEmpty();
  }

  @Test
  void argumentsThatAHookHasSpoiltAreRefusedLikeAModels() throws InterruptedException {
    hooks.on(HookPoint.TOOL_PRE_EXECUTE, toUsing("clock", "destroy"));
    assertThat(readTheClock().text())
        .isEqualTo("refused (bad_request): 'action' must be one of read");
  }

  @Test
  void oneThatHasHandledItBlocksTheToolOrAnswersForIt() throws InterruptedException {
    hooks.handling(
        HookPoint.TOOL_PRE_EXECUTE, _ -> json().put("error", "blocked by the rules of the house"));
    assertThat(readTheClock()).isEqualTo(new ToolResult("blocked by the rules of the house", true));
    hooks.handling(HookPoint.TOOL_PRE_EXECUTE, _ -> json().put("result", "midnight"));
    assertThat(readTheClock()).isEqualTo(new ToolResult("midnight", false));
    hooks.handling(HookPoint.TOOL_PRE_EXECUTE, _ -> json().put("time", 12));
    assertThat(readTheClock()).isEqualTo(new ToolResult("{\"time\":12}", false));
    hooks.handling(HookPoint.TOOL_PRE_EXECUTE, _ -> json().put("result", "x".repeat(100_000)));
    assertThat(readTheClock().text()).hasSizeLessThan(40_000).endsWith("[cut here by the hub]");
    assertThat(ran).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void resultsMayBeChangedAndAreCutAgain() throws InterruptedException {
    hooks.on(HookPoint.TOOL_POST_EXECUTE, payload -> payload.put("result", "tea time"));
    assertThat(readTheClock()).isEqualTo(new ToolResult("tea time", false));
    hooks.on(
        HookPoint.TOOL_POST_EXECUTE,
        payload -> {
          payload.putObject("result").put("content", "y".repeat(100_000)).put("is_error", true);
          return payload;
        });
    assertThat(readTheClock().text()).hasSizeLessThan(40_000);
    assertThat(readTheClock().failed()).isTrue();
  }

  /** What stands in for a tool of the hub's has no more rights than that. */
  @Test
  void toolsThatComeAndGoReplaceThoseOfTheirNamesAndGiveThemBack() throws InterruptedException {
    ForeignTools foreign = new ForeignTools();
    Toolbox _ = tools.register(foreign);
    assertThat(readTheClock().text()).isEqualTo("noon");
    foreign.names.add("clock");
    foreign.names.add("shell");
    assertThat(readTheClock().text()).isEqualTo("foreign clock");
    ToolUse comm = use("comm-1", Origin.PEER);
    assertThat(tools.offered(comm))
        .extracting(Offered::name, Offered::description)
        .filteredOn(each -> each.toList().contains("clock"))
        .hasSize(1)
        .allMatch(each -> each.toList().contains("from elsewhere"));
    assertThat(tools.offered(comm)).extracting(Offered::name).doesNotContain("shell");
    assertThat(tools.use(comm, "shell", "{\"action\":\"run\"}").text()).contains("forbidden");
    ToolUse owner = use("main", Origin.OWNER);
    assertThat(tools.use(owner, "shell", "{\"action\":\"run\"}").text()).isEqualTo("foreign shell");
    foreign.names.clear();
    assertThat(readTheClock().text()).isEqualTo("noon");
  }

  private static ObjectNode json() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static final class ForeignTools implements OwnTools {
    private final List<String> names = new ArrayList<>();

    @Override
    public boolean isNamed(String tool) {
      return names.contains(tool);
    }

    @Override
    public List<Offered> offered(ToolUse use) {
      return names.stream().map(name -> new Offered(name, "from elsewhere", Map.of())).toList();
    }

    @Override
    public boolean isUsual(ToolUse use, String tool) {
      return true;
    }

    @Override
    public ToolResult use(ToolUse use, String tool, Map<String, Object> arguments) {
      return new ToolResult("foreign " + tool, false);
    }
  }
}
