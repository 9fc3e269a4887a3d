package dev.parley.agents.programs;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Presence;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Principal;
import dev.parley.identity.audit.AuditLog;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The programs that this hub runs for agents. Who may ask for them is for the doors to decide. Any
 * thread that may block.
 */
public final class Programs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Programs.class);
  private static final AgentId PERSON = new AgentId(Principal.OWNER_SENDER);

  /** When the hub goes or comes, nobody has longer than this. */
  private static final Duration HURRY = Duration.ofMillis(1_500);

  private static final Duration CLOSING_MAX = Duration.ofSeconds(3);

  /** Programs that have ended are remembered so that one can see how. */
  private static final int REMEMBERED_MAX = 1_000;

  private final ProgramsConfig config;
  private final Broker broker;
  private final Timekeeper time;
  private final RunFiles files;
  private final Credentials credentials;
  private final Surroundings surroundings;
  private final Map<AgentId, Run> runs = new ConcurrentHashMap<>();

  /** Guards the number of programs, and that none is started once the hub goes. */
  private final Object gate = new Object();

  private boolean closed;

  private Programs(
      ProgramsConfig config, Broker broker, Timekeeper time, Consumer<AgentId> onTokenGone) {
    this.config = config;
    this.broker = broker;
    this.time = time;
    this.files = new RunFiles(config.folder());
    this.credentials = new Credentials(broker.participants(), onTokenGone);
    this.surroundings = new Surroundings(config.environment());
  }

  /**
   * Ends what a hub that was killed has left running, and is ready then.
   *
   * @param onTokenGone ends the connections of an agent whose token is no longer valid
   */
  public static Programs start(
      ProgramsConfig config,
      Broker broker,
      AuditLog audit,
      Timekeeper time,
      Consumer<AgentId> onTokenGone) {
    Programs programs = new Programs(config, broker, time, onTokenGone);
    new Survivors(programs.files, programs.credentials, audit).end(programs.hurried());
    broker.participants().onAgent(programs::onAgent);
    return programs;
  }

  /** Where programs find the hub. Until it is known they wait with their start. */
  public void hubIsAt(URI webSocket) {
    surroundings.hubIsAt(webSocket);
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
    return runs.values().stream()
        .map(Run::shown)
        .sorted(Comparator.comparing(program -> program.agent().value()))
        .toList();
  }

  /** The last program of an agent. */
  public Optional<Program> of(AgentId agent) {
    return Optional.ofNullable(runs.get(agent)).map(Run::shown);
  }

  /**
   * Makes the agent if there is none, gives it a token, and starts the command. Returns once the
   * program has connected, or has stayed for a while.
   *
   * @throws Refused when it may not or cannot be, or when it ended at once, with its last words
   */
  public Program spawn(Order order) throws InterruptedException {
    Command command = allowed(order.command());
    if (order.agent().equals(PERSON)) {
      throw new Refused(ErrorCode.FORBIDDEN, "'" + PERSON + "' is a person, not a program");
    }
    List<String> argv = command.argv(order.agent(), order.prompt());
    Startable.require(command, surroundings.path());
    Run run = reserve(order.agent(), command);
    CompletableFuture<Boolean> connected = new CompletableFuture<>();
    BiConsumer<AgentId, Presence.Status> hook =
        (agent, status) -> {
          if (agent.equals(run.agent()) && status.isOnline()) {
            connected.complete(true);
          }
        };
    broker.presence().onChange(hook);
    try {
      begin(run, command, argv, order.prompt());
      return settled(run, connected);
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

  private Run reserve(AgentId agent, Command command) {
    synchronized (gate) {
      refuseIfClosed();
      Run last = runs.get(agent);
      if (last != null && last.isLive()) {
        throw new Refused(ErrorCode.CONFLICT, "a program runs for '" + agent + "' already");
      }
      if (broker.presence().isOnline(agent)) {
        throw new Refused(
            ErrorCode.CONFLICT, "'" + agent + "' is connected already, from somewhere else");
      }
      long running = runs.values().stream().filter(Run::isLive).count();
      if (running >= config.runningMax()) {
        throw new Refused(
            ErrorCode.OVERLOADED,
            running + " programs run, more may not (agents.runningMax); stop one first");
      }
      forgetOldest();
      Run run = new Run(agent, command, time.millis(), files.log(agent), config.logBytesMax());
      runs.put(agent, run);
      return run;
    }
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new Refused(ErrorCode.SHUTTING_DOWN, "the hub is going down");
    }
  }

  private void forgetOldest() {
    if (runs.size() >= REMEMBERED_MAX) {
      runs.values().stream()
          .filter(run -> !run.isLive())
          .min(Comparator.comparingLong(run -> run.shown().since()))
          .ifPresent(run -> runs.remove(run.agent(), run));
    }
  }

  private void begin(Run run, Command command, List<String> argv, String prompt)
      throws InterruptedException {
    boolean begun = false;
    try {
      Map<String, String> variables = surroundings.of(run, command);
      credentials.give(run.agent(), run.token());
      if (!prompt.isBlank() && !command.takesPrompt()) {
        leaveInInbox(run.agent(), prompt);
      }
      // Written down before it runs: a hub that is killed in between must not forget it.
      files.write(run.remembered());
      synchronized (gate) {
        refuseIfClosed();
        run.start(argv, variables);
      }
      begun = true;
      try {
        files.write(run.remembered());
      } finally {
        // Afterwards: a program that ends at once must not be written down after its end.
        run.keep(config.grace(), time::millis, () -> settle(run));
      }
    } catch (IOException e) {
      LOG.error("what runs for '{}' cannot be remembered", run.agent(), e);
      if (begun) {
        var _ = run.stop(HURRY);
      }
      throw new Refused(
          ErrorCode.STORE_UNAVAILABLE, "the data directory cannot be written; nothing was started");
    } finally {
      if (!begun) {
        runs.remove(run.agent(), run);
        settle(run);
      }
    }
    LOG.info("{} runs for agent '{}', process {}", command.name(), run.agent(), run.shown().pid());
  }

  /** The end of a run, as far as others can see it. */
  private void settle(Run run) {
    credentials.withdraw(run.agent(), run.token().hash());
    files.delete(run.agent());
  }

  private void leaveInInbox(AgentId agent, String prompt) throws InterruptedException {
    Draft draft =
        Draft.from(Principal.OWNER_SENDER)
            .to(dev.parley.core.address.Path.agent(agent))
            .type(MessageType.TASK)
            .content(prompt)
            .build();
    var _ = Credentials.result(broker.route(draft, Origin.OWNER));
  }

  private Program settled(Run run, CompletableFuture<Boolean> connected)
      throws InterruptedException {
    try {
      var _ =
          CompletableFuture.anyOf(run.ended(), connected)
              .get(config.settle().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // It stays, then.
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
    Program program = run.shown();
    if (program.state() instanceof Program.State.Exited(int code, long _)) {
      String said = run.lastOutput();
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
    Run run = runs.get(agent);
    if (run == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "this hub has started no program for '" + agent + "'");
    }
    return stop(run, config.grace());
  }

  private Program.Stopped stop(Run run, Duration grace) throws InterruptedException {
    Program.Stopped stopped = run.stop(grace);
    LOG.info("the program of agent '{}' was stopped: {}", run.agent(), stopped.ending());
    return stopped;
  }

  /** On the committer thread. An agent that is no more needs no program. */
  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    Run run = was == null || now != null ? null : runs.remove(was.id());
    if (run != null && run.isLive()) {
      var _ = Thread.startVirtualThread(() -> stopQuietly(run, config.grace()));
    }
  }

  private void stopQuietly(Run run, Duration grace) {
    try {
      var _ = stop(run, grace);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      LOG.warn("the program of agent '{}' was not stopped: {}", run.agent(), e.getMessage());
    }
  }

  private Duration hurried() {
    return config.grace().compareTo(HURRY) < 0 ? config.grace() : HURRY;
  }

  /** Ends everything that runs, within three seconds. */
  @Override
  public void close() {
    synchronized (gate) {
      if (closed) {
        return;
      }
      closed = true;
    }
    surroundings.close();
    List<Thread> stopping =
        runs.values().stream()
            .filter(Run::isLive)
            .map(run -> Thread.startVirtualThread(() -> stopQuietly(run, hurried())))
            .toList();
    long deadline = System.nanoTime() + CLOSING_MAX.toNanos();
    try {
      for (Thread thread : stopping) {
        boolean _ = thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
