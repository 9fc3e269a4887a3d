package dev.parley.agents.wake;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code codex queue}: kept by Codex until the thread has nothing else to do, also while nobody
 * holds it.
 */
public final class CodexQueue implements Waker {
  private static final String THREAD = "thread";
  private static final String HOME = "home";
  private static final String PROGRAM = "program";

  private final Programs programs;

  public CodexQueue(Programs programs) {
    this.programs = programs;
  }

  @Override
  public String kind() {
    return "codex-queue";
  }

  @Override
  public String description() {
    return "codex queue, to a thread of Codex; home is its CODEX_HOME";
  }

  @Override
  public Set<String> required() {
    return Set.of(THREAD);
  }

  @Override
  public Set<String> optional() {
    return Set.of(HOME, PROGRAM);
  }

  @Override
  public void check(Map<String, String> settings) {
    if (!settings.getOrDefault(THREAD, "").matches("[A-Za-z0-9][A-Za-z0-9-]{0,99}")) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'thread' is the id of a thread of Codex");
    }
  }

  @Override
  public void wake(Call call) throws IOException, InterruptedException {
    String program = call.settings().getOrDefault(PROGRAM, "codex");
    Map<String, String> variables = new HashMap<>();
    if (!call.setting(HOME).isEmpty()) {
      variables.put("CODEX_HOME", call.setting(HOME));
    }
    // It holds ids and numbers and no text of anybody.
    List<String> argv =
        List.of(program, "queue", "--thread", call.setting(THREAD), "--message", call.text());
    programs.run(call.agent() + "~codex", argv, variables, null);
  }
}
