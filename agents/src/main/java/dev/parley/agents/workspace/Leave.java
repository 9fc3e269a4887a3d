package dev.parley.agents.workspace;

import dev.parley.agents.brain.Permissions;
import dev.parley.agents.tools.ToolUse;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import tools.jackson.databind.json.JsonMapper;

/** Asks for leave, of the person whose agent it is, as far as the policy says so. */
public final class Leave {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int SHOWN_CHARS_MAX = 500;

  private final Permissions permissions;

  public Leave(Permissions permissions) {
    this.permissions = permissions;
  }

  /**
   * @param what the tool is to do, exactly
   * @throws Refused when it may not
   */
  void require(ToolUse use, String tool, String what) throws InterruptedException {
    String payload = JSON.writeValueAsString(new Wish(tool, what));
    String shown =
        what.length() <= SHOWN_CHARS_MAX ? what : what.substring(0, SHOWN_CHARS_MAX) + "…";
    Permissions.Answer answer =
        permissions.ask(
            new Permissions.Request(
                use.request().session(),
                use.request().turn(),
                tool,
                /* usual= */ false,
                tool + ": " + shown,
                payload));
    if (!answer.allowed()) {
      throw new Refused(ErrorCode.FORBIDDEN, "it was not allowed: " + answer.reason());
    }
  }

  /** What an answer holds for. */
  private record Wish(String tool, String does) {}
}
