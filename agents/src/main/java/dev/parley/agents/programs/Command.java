package dev.parley.agents.programs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.processes.container.ContainerRules;
import dev.parley.processes.sandbox.SandboxRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command line that the owner allows to be started, by its name. It is a list of arguments and no
 * shell ever reads it: what stands for a placeholder stays inside the one argument it is part of.
 *
 * @param argv the program and its arguments, in which {@code {agentId}} and {@code {prompt}} are
 *     filled in
 * @param directory in which it is started
 * @param environment variables of the hub's own environment that it is given beside the usual ones
 * @param description what it is good for, in the owner's words; may be empty
 * @param workspaces folders in which, or in folders of which, it may be started in place of its own
 * @param sandbox what it may touch; null when it runs with all rights of the hub's user
 * @param container in which it runs in place of a sandbox, where {@code argv} may be empty: then
 *     its image says what is started; null for none
 */
public record Command(
    String name,
    List<String> argv,
    Path directory,
    List<String> environment,
    String description,
    List<Path> workspaces,
    @Nullable SandboxRules sandbox,
    @Nullable ContainerRules container) {
  static final int PROMPT_BYTES_MAX = 64 << 10;

  private static final String PROMPT = "{prompt}";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(agentId|prompt)}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

  /**
   * @throws IllegalArgumentException saying what is wrong
   */
  public Command {
    argv = List.copyOf(argv);
    environment = List.copyOf(environment);
    workspaces = List.copyOf(workspaces);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("a command's name is 1 to 64 letters, digits, _ and -");
    }
    if (argv.isEmpty() ? container == null : argv.getFirst().isBlank()) {
      throw new IllegalArgumentException("argv is a list that begins with the program");
    }
    if (!argv.isEmpty() && PLACEHOLDER.matcher(argv.getFirst()).find()) {
      throw new IllegalArgumentException(
          "which program is started cannot be left to a placeholder");
    }
    if (argv.stream().anyMatch(argument -> argument.indexOf('\0') >= 0)) {
      throw new IllegalArgumentException("an argument holds the character 0");
    }
    if (argv.stream().anyMatch(argument -> argument.contains("{token}"))) {
      throw new IllegalArgumentException(
          "everybody on the machine can read arguments: the token is in PARLEY_TOKEN instead");
    }
    for (String variable : environment) {
      if (!VARIABLE.matcher(variable).matches() || variable.startsWith("PARLEY_")) {
        throw new IllegalArgumentException(
            "'" + variable + "' is no name of a variable, or one that the hub sets itself");
      }
    }
  }

  /** One that runs in its own folder alone, with all rights of the hub's user. */
  public Command(
      String name,
      List<String> argv,
      Path directory,
      List<String> environment,
      String description) {
    this(name, argv, directory, environment, description, List.of(), null, null);
  }

  /** One that runs on this machine. */
  public Command(
      String name,
      List<String> argv,
      Path directory,
      List<String> environment,
      String description,
      List<Path> workspaces,
      @Nullable SandboxRules sandbox) {
    this(name, argv, directory, environment, description, workspaces, sandbox, null);
  }

  /**
   * The folder in which it is started.
   *
   * @param asked a folder that somebody wants; null for its own
   * @throws Refused when the owner has not allowed that one
   */
  Path folder(@Nullable Path asked) {
    if (asked == null) {
      return directory;
    }
    try {
      Path real = asked.toRealPath();
      for (Path allowed : workspaces) {
        if (asked.isAbsolute() && real.startsWith(allowed.toRealPath())) {
          return real;
        }
      }
    } catch (IOException e) {
      throw new Refused(ErrorCode.NOT_FOUND, "'workspace' is not there: " + asked);
    }
    throw new Refused(
        ErrorCode.FORBIDDEN,
        "'workspace' has to be in a folder that agents.commands." + name + ".workspaces names");
  }

  /** Does the program get the prompt as an argument? Otherwise it finds it in its inbox. */
  boolean takesPrompt() {
    return argv.stream().anyMatch(argument -> argument.contains(PROMPT));
  }

  /**
   * The arguments with everything filled in, once: what looks like a placeholder in a prompt stays.
   *
   * @throws Refused when a value cannot be an argument, or could be taken for an option
   */
  List<String> argv(AgentId agent, String prompt) {
    if (prompt.indexOf('\0') >= 0) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'prompt' holds the character 0");
    }
    if (prompt.length() > PROMPT_BYTES_MAX || prompt.getBytes(UTF_8).length > PROMPT_BYTES_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE, "'prompt' has more than " + PROMPT_BYTES_MAX + " bytes");
    }
    if (takesPrompt() && prompt.isBlank()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "the command '" + name + "' needs a 'prompt'");
    }
    List<String> filled = new ArrayList<>(argv.size());
    boolean optionsOver = false;
    for (String argument : argv) {
      String value = filled(argument, agent, prompt);
      if (!optionsOver && value.startsWith("-") && !argument.startsWith("-")) {
        throw new Refused(
            ErrorCode.BAD_REQUEST,
            "the program could take '"
                + (argument.startsWith(PROMPT) ? "prompt" : "agentId")
                + "' for an option, because it begins with '-'");
      }
      optionsOver |= argument.equals("--");
      filled.add(value);
    }
    return filled;
  }

  private static String filled(String argument, AgentId agent, String prompt) {
    return PLACEHOLDER
        .matcher(argument)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(found.group(1).equals("prompt") ? prompt : agent.value()));
  }
}
