package dev.parley.agents.wake;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.processes.sandbox.Sandbox;
import dev.parley.processes.sandbox.SandboxRules;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * A program of the owner's, in a sandbox, one at a time and not too often. It is told who and which
 * messages by variables, and nothing that anybody wrote.
 */
public final class CommandWaker implements Waker {
  private static final String COMMAND = "command";
  private static final String SANDBOX = "sandbox";
  private static final long PAUSE_MILLIS = Duration.ofSeconds(5).toMillis();
  private static final int AGENTS_MAX = 10_000;

  private final Programs programs;
  private final LongSupplier millis;
  private final Map<AgentId, Long> last = new ConcurrentHashMap<>();

  /**
   * @param millis the clock, Unix milliseconds
   */
  public CommandWaker(Programs programs, LongSupplier millis) {
    this.programs = programs;
    this.millis = millis;
  }

  @Override
  public String kind() {
    return "command";
  }

  @Override
  public String description() {
    return "a program with its arguments, split at blanks; in a sandbox unless sandbox=false";
  }

  @Override
  public Set<String> required() {
    return Set.of(COMMAND);
  }

  @Override
  public Set<String> optional() {
    return Set.of(SANDBOX);
  }

  @Override
  public void check(Map<String, String> settings) {
    String command = settings.getOrDefault(COMMAND, "");
    if (!command.startsWith("/") || command.indexOf('\0') >= 0) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "'command' begins with the absolute path of a program");
    }
  }

  @Override
  public void wake(Call call) throws IOException, InterruptedException {
    long now = millis.getAsLong();
    Long before = last.get(call.agent());
    if (before != null && Math.abs(now - before) < PAUSE_MILLIS) {
      throw new IOException("it ran less than " + PAUSE_MILLIS / 1_000 + " s ago");
    }
    if (last.size() >= AGENTS_MAX) {
      last.clear();
    }
    last.put(call.agent(), now);
    String ids = String.join(" ", call.messages().stream().map(MessageId::toString).toList());
    Map<String, String> variables =
        Map.of("PARLEY_WAKE_AGENT", call.agent().value(), "PARLEY_WAKE_MESSAGES", ids);
    List<String> argv = List.of(call.setting(COMMAND).strip().split("\\s+"));
    Sandbox sandbox =
        call.setting(SANDBOX).equals("false")
            ? null
            : SandboxRules.of("sandbox=false of the way 'command'", true)
                .sandbox(programs.folder(), programs.hidden());
    programs.run(call.agent() + "~command", argv, variables, sandbox);
  }
}
