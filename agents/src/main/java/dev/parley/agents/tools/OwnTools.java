package dev.parley.agents.tools;

import dev.parley.core.error.Refused;
import java.util.List;
import java.util.Map;

/** Tools that some agents have beside those of all, which may come and go between turns. */
public interface OwnTools {

  /** Whether a tool of that name is one of these, if it is there at all. */
  boolean isNamed(String tool);

  /**
   * Those that may be used in this turn; none where they cannot be had now. Blocks for as long as
   * it takes to find out, within limits.
   */
  List<Offered> offered(ToolUse use) throws InterruptedException;

  /**
   * Finds out whether it may be used in this turn, before anybody is asked for leave.
   *
   * @return whether it is used without asking unless a rule says otherwise
   * @throws Refused when it may not, or is not there
   */
  boolean isUsual(ToolUse use, String tool) throws InterruptedException;

  /**
   * Uses it.
   *
   * @param arguments a JSON object, as a tree of maps and lists
   * @return what the model is told
   * @throws Refused when it cannot be used now
   */
  ToolResult use(ToolUse use, String tool, Map<String, Object> arguments)
      throws InterruptedException;
}
