package dev.parley.brains.harness;

import dev.parley.processes.sandbox.SandboxRules;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A harness as the owner wants it.
 *
 * @param brain the name of the brain it is
 * @param argv the program and its arguments, in place of the preset's; may be empty
 * @param directory in which it works; null for a folder of each agent's own
 * @param environment variables it is given beside a few usual ones; nothing else is inherited
 * @param secrets parts of that which must not get into logs and answers
 * @param model the name of the model; null for the harness's own choice
 * @param endpoint where the model is; null for its vendor's
 * @param key what opens the model; null when the environment says it
 * @param leave what becomes of its questions whether it may do something
 * @param allowed what it may do without asking: titles of tool calls, with {@code *} at the end for
 *     all that begin so, or {@code kind:} and a kind of them
 * @param idle after which a process without a turn is ended
 * @param sandbox what it may touch beside its home and the folder it works in; null when it runs
 *     with all rights of the hub's user
 */
public record HarnessSetting(
    String brain,
    Preset preset,
    List<String> argv,
    @Nullable Path directory,
    Map<String, String> environment,
    List<String> secrets,
    @Nullable String model,
    @Nullable URI endpoint,
    @Nullable String key,
    Leave leave,
    List<String> allowed,
    Duration idle,
    @Nullable SandboxRules sandbox) {
  public static final Duration IDLE = Duration.ofMinutes(15);

  public HarnessSetting {
    argv = List.copyOf(argv);
    environment = Map.copyOf(environment);
    secrets = List.copyOf(secrets);
    allowed = List.copyOf(allowed);
  }

  /** With everything as it is by default. */
  public static HarnessSetting of(String brain, Preset preset, List<String> argv) {
    return new HarnessSetting(
        brain, preset, argv, null, Map.of(), List.of(), null, null, null, Leave.ASK, List.of(),
        IDLE, null);
  }

  public HarnessSetting with(Leave changed, List<String> mayDo) {
    return new HarnessSetting(
        brain,
        preset,
        argv,
        directory,
        environment,
        secrets,
        model,
        endpoint,
        key,
        changed,
        mayDo,
        idle,
        sandbox);
  }

  public HarnessSetting with(Map<String, String> variables, List<String> hidden) {
    return new HarnessSetting(
        brain, preset, argv, directory, variables, hidden, model, endpoint, key, leave, allowed,
        idle, sandbox);
  }

  /** The same, locked in. */
  public HarnessSetting in(SandboxRules rules) {
    return new HarnessSetting(
        brain,
        preset,
        argv,
        directory,
        environment,
        secrets,
        model,
        endpoint,
        key,
        leave,
        allowed,
        idle,
        rules);
  }

  /** Without variables and keys. */
  @Override
  public String toString() {
    return "HarnessSetting[" + brain + ", " + preset.settingName() + "]";
  }
}
