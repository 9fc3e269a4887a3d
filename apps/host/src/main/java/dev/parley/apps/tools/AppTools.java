package dev.parley.apps.tools;

import dev.parley.agents.context.Fence;
import dev.parley.agents.tools.Offered;
import dev.parley.agents.tools.OwnTools;
import dev.parley.agents.tools.ToolResult;
import dev.parley.agents.tools.ToolUse;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The tools of all apps that run. Any turn may use them, others' turns as well, unless the hub's
 * rules say otherwise of a tool's name, and with two exceptions: what an app does that may run
 * commands is for turns of the owner, and what stands in for a tool of the hub's is for those turns
 * that may use that.
 */
public final class AppTools implements OwnTools {
  private final Map<String, AppTool> tools = new ConcurrentSkipListMap<>();

  /**
   * @throws Refused when another app has a tool of this name
   */
  void add(AppTool tool) {
    AppTool there =
        tools.merge(tool.name(), tool, (was, now) -> was.app().equals(now.app()) ? now : was);
    if (!tool.equals(there)) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "the app '%s' has a tool '%s' already".formatted(there.app(), tool.name()));
    }
  }

  void remove(AppTool tool) {
    boolean _ = tools.remove(tool.name(), tool);
  }

  @Override
  public boolean isNamed(String tool) {
    return tools.containsKey(tool);
  }

  @Override
  public List<Offered> offered(ToolUse use) {
    return tools.values().stream().filter(tool -> tool.isFor(use)).map(AppTool::offered).toList();
  }

  @Override
  public boolean isUsual(ToolUse use, String tool) {
    return !require(use, tool).needsLeave();
  }

  private AppTool require(ToolUse use, String name) {
    AppTool tool = tools.get(name);
    if (tool == null) {
      throw new Refused(
          ErrorCode.NOT_FOUND, "the app with the tool '" + Fence.inLine(name) + "' does not run");
    }
    if (!tool.isFor(use)) {
      throw new Refused(
          ErrorCode.FORBIDDEN, name + " may not be used in a turn that others have caused");
    }
    return tool;
  }

  @Override
  public ToolResult use(ToolUse use, String tool, Map<String, Object> arguments)
      throws InterruptedException {
    return require(use, tool).execute(arguments);
  }
}
