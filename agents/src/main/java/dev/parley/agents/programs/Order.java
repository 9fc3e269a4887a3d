package dev.parley.agents.programs;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants started.
 *
 * @param prompt what the agent is to do: an argument of the command, if that takes one; or empty
 * @param task what the agent is to do, to be found in its inbox; or empty
 * @param workspace where it is to work; null for the command's own folder
 */
public record Order(
    AgentId agent, String command, String prompt, String task, @Nullable Path workspace) {

  public Order(AgentId agent, String command, String prompt) {
    this(agent, command, prompt, "", null);
  }

  /**
   * @param text empty for none
   * @throws Refused when it is no path
   */
  public static @Nullable Path workspace(String text) {
    try {
      return text.isBlank() ? null : Path.of(text);
    } catch (InvalidPathException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'workspace' is no path");
    }
  }
}
