package dev.parley.agents.programs;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.PresenceHook;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Principal;
import dev.parley.identity.Token;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import dev.parley.processes.Ending;
import dev.parley.processes.ProcessHooks;
import dev.parley.processes.ProcessSpec;
import dev.parley.processes.ProcessState;
import dev.parley.processes.Processes;
import dev.parley.processes.Secret;
import dev.parley.processes.Startable;
import dev.parley.processes.SupervisedProcess;
import dev.parley.processes.Surroundings;
import dev.parley.processes.Survivor;
import java.net.URI;
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
  private final Processes processes;

  private Programs(ProgramsConfig config, Broker broker, AuditLog audit, Timekeeper time) {
    this.config = config;
    this.broker = broker;
    this.credentials = new Credentials(broker.participants());
    this.surroundings = new Surroundings(config.environment());
    this.variables = new ProgramVariables(surroundings);
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
    List<String> argv = command.argv(agent, order.prompt());
    Startable.require(
        "the command '" + command.name() + "'",
        command.argv().getFirst(),
        command.directory(),
        surroundings.path());
    refuseIfPresent(agent);
    Token token = Token.generate();
    ProcessSpec spec =
        new ProcessSpec(
            agent.value(),
            command.name(),
            argv,
            command.directory(),
            variables.of(agent, token, command),
            List.of(new Secret(token.secret(), TOKEN_WITHHELD)),
            Map.of(TOKEN_HASH, token.hash()));
    CompletableFuture<Boolean> connected = new CompletableFuture<>();
    PresenceHook hook =
        (other, status, _) -> {
          if (other.equals(agent) && status.isOnline()) {
            connected.complete(true);
          }
        };
    broker.presence().onChange(hook);
    try {
      return settled(processes.start(spec, hooks(order, command, token)), connected);
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

  /** An agent that is connected while its own program runs is told the latter by its start. */
  private void refuseIfPresent(AgentId agent) {
    boolean runs = processes.find(agent.value()).filter(SupervisedProcess::isLive).isPresent();
    if (!runs && broker.presence().isOnline(agent)) {
      throw new Refused(
          ErrorCode.CONFLICT, "'" + agent + "' is connected already, from somewhere else");
    }
  }

  private ProcessHooks hooks(Order order, Command command, Token token) {
    return new ProcessHooks() {
      @Override
      public void beforeStart() throws InterruptedException {
        credentials.give(order.agent(), token);
        if (!order.prompt().isBlank() && !command.takesPrompt()) {
          leaveInInbox(order.agent(), order.prompt());
        }
      }

      @Override
      public void afterEnd() {
        credentials.withdraw(order.agent(), token.hash());
      }
    };
  }

  private void leaveInInbox(AgentId agent, String prompt) throws InterruptedException {
    Draft draft =
        Draft.from(Principal.OWNER_SENDER)
            .to(Path.agent(agent))
            .type(MessageType.TASK)
            .content(prompt)
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

  /** On the committer thread. An agent that is deleted needs no program. */
  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was != null && now == null) {
      processes.discard(was.id().value());
    }
  }

  /** Ends everything that runs, within three seconds. */
  @Override
  public void close() {
    variables.close();
    processes.close();
  }
}
