package dev.parley.agents.programs;

import dev.parley.agents.folders.AgentFolders;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Priority;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.PresenceHook;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Principal;
import dev.parley.identity.Token;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import dev.parley.processes.Ending;
import dev.parley.processes.LogReader;
import dev.parley.processes.ProcessHooks;
import dev.parley.processes.ProcessSpec;
import dev.parley.processes.ProcessState;
import dev.parley.processes.Processes;
import dev.parley.processes.Secret;
import dev.parley.processes.Startable;
import dev.parley.processes.SupervisedProcess;
import dev.parley.processes.Surroundings;
import dev.parley.processes.Survivor;
import dev.parley.processes.container.Containable;
import dev.parley.processes.container.Container;
import dev.parley.processes.container.ContainerRules;
import dev.parley.processes.sandbox.Sandbox;
import dev.parley.processes.sandbox.SandboxRules;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The programs that this hub runs for agents, at most one an agent. The doors decide who may ask
 * for them. Any thread that may block.
 */
public final class Programs implements AutoCloseable {
  private static final AgentId PERSON = new AgentId(Principal.OWNER_SENDER);
  private static final String TOKEN_WITHHELD = "prl_[withheld]";
  private static final String TOKEN_HASH = "tokenHash";

  private final ProgramsConfig config;
  private final Broker broker;
  private final Credentials credentials;
  private final Surroundings surroundings;
  private final ProgramVariables variables;
  private final AgentFolders homes;
  private final Processes processes;

  private Programs(ProgramsConfig config, Broker broker, AuditLog audit, Timekeeper time) {
    this.config = config;
    this.broker = broker;
    this.credentials = new Credentials(broker.participants());
    this.surroundings = new Surroundings(config.environment());
    this.variables = new ProgramVariables(surroundings);
    this.homes = new AgentFolders(config.folder());
    this.processes =
        Processes.open(
            config.processes(), time::millis, survivor -> onSurvivor(survivor, credentials, audit));
  }

  /** Ends what a hub that was killed has left running, and is ready then. */
  public static Programs start(
      ProgramsConfig config, Broker broker, AuditLog audit, Timekeeper time) {
    Programs programs = new Programs(config, broker, audit, time);
    broker.participants().onAgent(programs::onAgent);
    return programs;
  }

  private static void onSurvivor(Survivor survivor, Credentials credentials, AuditLog audit) {
    AgentId agent = new AgentId(survivor.name());
    credentials.withdraw(agent, survivor.notes().getOrDefault(TOKEN_HASH, ""));
    if (survivor.ending() != Ending.HAD_EXITED) {
      String subject = agent + " " + survivor.label() + " left over";
      var _ = audit.add("hub", "agent.stop", subject, "ok", "");
    }
  }

  /** Where programs find the hub. Until it is known they wait with their start. */
  public void hubIsAt(URI webSocket) {
    variables.hubIsAt(webSocket);
  }

  /** What may be started, in the order of the names. */
  public List<Command> commands() {
    return config.commands().values().stream().sorted(Comparator.comparing(Command::name)).toList();
  }

  public int runningMax() {
    return config.runningMax();
  }

  /** The last program of each agent that had one, in the order of the agents. */
  public List<Program> all() {
    return processes.all().stream().map(Program::of).toList();
  }

  /** The last program of an agent. */
  public Optional<Program> of(AgentId agent) {
    return processes.find(agent.value()).map(Program::of);
  }

  /**
   * Makes the agent if there is none, gives it a token, and starts the command. Returns once the
   * program has connected, or has stayed for a while.
   *
   * @throws Refused when it may not or cannot be, or when it ended at once, with its last words
   */
  public Program spawn(Order order) throws InterruptedException {
    AgentId agent = order.agent();
    Command command = allowed(order.command());
    if (agent.equals(PERSON)) {
      throw new Refused(ErrorCode.FORBIDDEN, "'" + PERSON + "' is a person, not a program");
    }
    Assignment assignment = Assignment.of(order, command);
    List<String> argv = command.argv(agent, assignment.argument());
    Path directory = command.folder(order.workspace());
    Path real = found(command, directory);
    refuseIfPresent(agent);
    Token token = Token.generate();
    ProcessSpec plain =
        new ProcessSpec(
            agent.value(),
            command.name(),
            argv,
            directory,
            variables.of(agent, token, command, assignment.words()),
            List.of(new Secret(token.secret(), TOKEN_WITHHELD)),
            Map.of(TOKEN_HASH, token.hash()));
    ContainerRules rules = command.container();
    ProcessSpec spec =
        rules == null
            ? plain.in(sandbox(agent, command, directory))
            : plain.in(new Container(rules, homes.of(agent), real));
    CompletableFuture<Boolean> connected = new CompletableFuture<>();
    PresenceHook hook =
        (other, status, _) -> {
          if (other.equals(agent) && status.isOnline()) {
            connected.complete(true);
          }
        };
    broker.presence().onChange(hook);
    try {
      return settled(processes.start(spec, hooks(agent, command, assignment, token)), connected);
    } finally {
      broker.presence().removeHook(hook);
    }
  }

  private Command allowed(String name) {
    Command command = config.commands().get(name);
    if (command != null) {
      return command;
    }
    throw new Refused(
        ErrorCode.NOT_FOUND,
        config.commands().isEmpty()
            ? "no command may be started: the owner allows them under agents.commands in"
                + " parley.yaml"
            : "there is no command '" + name + "'; there are: " + commandNames());
  }

  private String commandNames() {
    return String.join(", ", commands().stream().map(Command::name).toList());
  }

  /** Where it is to work, if it could be started there. */
  private Path found(Command command, Path directory) throws InterruptedException {
    String what = "the command '" + command.name() + "'";
    ContainerRules rules = command.container();
    if (rules == null) {
      Startable.require(what, command.argv().getFirst(), directory, surroundings.path());
      return directory;
    }
    return Containable.require(what, rules, directory, config.hidden());
  }

  /** An agent that is connected while its own program runs is told the latter by its start. */
  private void refuseIfPresent(AgentId agent) {
    boolean runs = processes.find(agent.value()).filter(SupervisedProcess::isLive).isPresent();
    if (!runs && broker.presence().isOnline(agent)) {
      throw new Refused(
          ErrorCode.CONFLICT, "'" + agent + "' is connected already, from somewhere else");
    }
  }

  private @Nullable Sandbox sandbox(AgentId agent, Command command, Path directory) {
    SandboxRules rules = command.sandbox();
    return rules == null
        ? null
        : rules.sandbox(homes.of(agent), config.hidden()).writing(directory);
  }

  private ProcessHooks hooks(AgentId agent, Command command, Assignment assignment, Token token) {
    return new ProcessHooks() {
      @Override
      public void beforeStart() throws InterruptedException {
        credentials.give(agent, token);
        if (command.sandbox() != null || command.container() != null) {
          broker.participants().agent(agent).ifPresent(homes::of);
        }
        if (!assignment.task().isBlank()) {
          leaveInInbox(agent, assignment.message());
        }
      }

      @Override
      public void afterEnd() {
        credentials.withdraw(agent, token.hash());
      }
    };
  }

  private void leaveInInbox(AgentId agent, String task) throws InterruptedException {
    Draft draft =
        Draft.from(Principal.OWNER_SENDER)
            .to(dev.parley.core.address.Path.agent(agent))
            .type(MessageType.TASK)
            .priority(Priority.HIGH)
            .content(task)
            .build();
    Sender sender = Visit.ofHub().senderAs(draft.from());
    var _ = Credentials.result(broker.route(draft, sender));
  }

  private Program settled(SupervisedProcess process, CompletableFuture<Boolean> connected)
      throws InterruptedException {
    try {
      var _ =
          CompletableFuture.anyOf(process.ended(), connected)
              .get(config.settle().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // It stays, then.
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
    Program program = Program.of(process);
    if (program.state() instanceof ProcessState.Exited(int code, long _)) {
      String said = process.lastOutput();
      throw new Refused(
          ErrorCode.CONFLICT,
          "the program ended at once with code "
              + code
              + (said.isEmpty() ? " and said nothing" : "; the last it said:\n" + said));
    }
    return program;
  }

  /**
   * Asks an agent's program and everything that it has started to end, kills what does not, and
   * withdraws the agent's token. The agent and its inbox stay.
   *
   * @throws Refused when this hub has started none
   */
  public Program.Stopped stop(AgentId agent) throws InterruptedException {
    SupervisedProcess process =
        processes
            .find(agent.value())
            .orElseThrow(
                () ->
                    new Refused(
                        ErrorCode.NOT_FOUND,
                        "this hub has started no program for '" + agent + "'"));
    Ending ending = process.stop();
    return new Program.Stopped(Program.of(process), ending);
  }

  /**
   * What an agent's program writes, or what the last one has left.
   *
   * @param before how many bytes before the end the reader begins
   * @throws Refused when there is nothing
   */
  public LogReader log(AgentId agent, long before) {
    Path left = config.folder().resolve(agent + ".log");
    Optional<SupervisedProcess> process = processes.find(agent.value());
    try {
      if (process.isPresent()) {
        return process.get().follow(before);
      }
      if (Files.isRegularFile(left)) {
        return LogReader.of(left, before);
      }
    } catch (IOException e) {
      throw new Refused(ErrorCode.STORE_UNAVAILABLE, left + " cannot be read: " + e.getMessage());
    }
    throw new Refused(ErrorCode.NOT_FOUND, "this hub has started no program for '" + agent + "'");
  }

  /** On the committer thread. An agent that is deleted needs no program. */
  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was != null && now == null) {
      Optional<SupervisedProcess> last = processes.find(was.id().value());
      processes.discard(was.id().value());
      var _ = Thread.startVirtualThread(() -> tidyUp(was.id(), last));
    }
  }

  /** Unless somebody has the name again: then its home is emptied when a program of it starts. */
  private void tidyUp(AgentId gone, Optional<SupervisedProcess> last) {
    last.ifPresent(process -> process.ended().join());
    if (broker.participants().agent(gone).isEmpty()) {
      homes.delete(gone);
    }
  }

  /** Ends everything that runs, within three seconds. */
  @Override
  public void close() {
    variables.close();
    processes.close();
  }
}
