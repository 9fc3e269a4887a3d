package dev.parley.brains.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.TurnOrigin;
import dev.parley.agents.context.PersonSession;
import dev.parley.agents.definitions.Definition.McpServer;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.AgentHook;
import dev.parley.core.participants.Session;
import dev.parley.core.store.OwnersFile;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Authenticator;
import dev.parley.identity.Token;
import dev.parley.processes.OutputReader;
import dev.parley.processes.ProcessHooks;
import dev.parley.processes.ProcessSpec;
import dev.parley.processes.Processes;
import dev.parley.processes.Secret;
import dev.parley.processes.Startable;
import dev.parley.processes.SupervisedProcess;
import dev.parley.processes.Surroundings;
import dev.parley.processes.Survivor;
import dev.parley.processes.sandbox.Sandbox;
import dev.parley.processes.sandbox.SandboxRules;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes of harnesses, each for one agent, with a token that is lent to it and a home that
 * is the agent's. Starting blocks, also until there is a place.
 */
public final class Harnesses implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Harnesses.class);

  private static final SessionId OTHERS = new SessionId("main+others");
  private static final String OTHERS_IN = "others+";

  private final HarnessesConfig config;
  private final Broker broker;
  private final Authenticator authenticator;
  private final Function<BrainRequest, String> instructions;
  private final Surroundings surroundings;
  private final Processes processes;
  private final Places places;
  private final SessionBook sessions;
  private final CompletableFuture<URI> hub = new CompletableFuture<>();
  private final Map<Running, AgentId> running = new ConcurrentHashMap<>();
  private final Set<String> names = ConcurrentHashMap.newKeySet();
  private final List<Runnable> roomMakers = new CopyOnWriteArrayList<>();
  private final AgentHook agentHook = this::onAgent;
  private volatile Function<AgentId, Map<String, McpServer>> defined = _ -> Map.of();

  /** A process that runs, or has run, for an agent. */
  public static final class Running {
    private final SupervisedProcess process;
    private final Outfit outfit;
    private final Path directory;
    private final Withheld withheld;
    private final Authenticator.Loan loan;
    private final AtomicBoolean voided = new AtomicBoolean();
    private volatile @Nullable String endedFor;

    Running(
        SupervisedProcess process,
        Outfit outfit,
        Path directory,
        Withheld withheld,
        Authenticator.Loan loan) {
      this.process = process;
      this.outfit = outfit;
      this.directory = directory;
      this.withheld = withheld;
      this.loan = loan;
    }

    public SupervisedProcess process() {
      return process;
    }

    public Outfit outfit() {
      return outfit;
    }

    public Path directory() {
      return directory;
    }

    public Withheld withheld() {
      return withheld;
    }

    /** Why the hub itself has ended it, or null. */
    public @Nullable String endedFor() {
      return endedFor;
    }

    /** Ends it with all that it has started, on a thread of its own, for a reason of the hub's. */
    public void end(String why) {
      if (voided.compareAndSet(false, true)) {
        endedFor = why;
        loan.close();
        var _ = Thread.startVirtualThread(() -> stop(process));
      }
    }

    /** The same when it is of no use any more, or gone already. */
    public void dispose() {
      if (voided.compareAndSet(false, true)) {
        loan.close();
        var _ = Thread.startVirtualThread(() -> stop(process));
      }
    }

    private static void stop(SupervisedProcess process) {
      try {
        LOG.info("the harness of '{}' was stopped: {}", process.name(), process.stop());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Refused e) {
        LOG.warn("the harness of '{}' was not stopped: {}", process.name(), e.getMessage());
      }
    }
  }

  private Harnesses(
      HarnessesConfig config,
      Broker broker,
      Authenticator authenticator,
      Function<BrainRequest, String> instructions) {
    this.instructions = instructions;
    this.config = config;
    this.broker = broker;
    this.authenticator = authenticator;
    this.surroundings = new Surroundings(config.environment());
    this.places = new Places(config.runningMax());
    this.processes =
        Processes.open(config.processes(), () -> broker.time().millis(), Harnesses::onSurvivor);
    this.sessions = new SessionBook(broker.records(), broker.time());
    broker.participants().onAgent(agentHook);
  }

  /**
   * Ends what a hub that was killed has left running, and is ready then.
   *
   * @param instructions what an agent is to do, in its owner's words; may block
   */
  public static Harnesses open(
      HarnessesConfig config,
      Broker broker,
      Authenticator authenticator,
      Function<BrainRequest, String> instructions) {
    return new Harnesses(config, broker, authenticator, instructions);
  }

  /** What a harness is told in this turn. */
  public String told(BrainRequest request) {
    return Told.of(request, instructions.apply(request));
  }

  private static void onSurvivor(Survivor survivor) {
    LOG.info("'{}' of an earlier hub: {}", survivor.name(), survivor.ending());
  }

  /** Where harnesses find the hub's MCP door. Until it is known they wait with their start. */
  public void hubIsAt(URI mcp) {
    hub.complete(mcp);
  }

  /** The servers that an agent's harness is given beside the hub's; until then there are none. */
  public void definedBy(Function<AgentId, Map<String, McpServer>> definitions) {
    defined = definitions;
  }

  /** By name. */
  public Map<String, McpServer> servers(AgentId agent) {
    return defined.apply(agent);
  }

  /** The folders in which programs are looked for, with colons between them. */
  public String path() {
    return surroundings.path();
  }

  /**
   * In which of a harness's sessions a turn is made: what others say in {@code main}, in a person's
   * session or in one of a schedule is said in one of its own, because the harness remembers what
   * was said by those whose it is.
   */
  public static SessionKey talk(BrainRequest request) {
    SessionKey session = request.session();
    String name = session.session().value();
    if (TurnOrigin.of(request).isTrusted()
        || PersonSession.isSpokenIn(session, request.messages())) {
      return session;
    }
    if (name.equals(Session.MAIN)) {
      return new SessionKey(session.agent(), OTHERS);
    }
    return PersonSession.isOne(session) || name.startsWith(TurnOrigin.FIRING)
        ? new SessionKey(session.agent(), new SessionId(OTHERS_IN + name))
        : session;
  }

  public HarnessesConfig config() {
    return config;
  }

  public Timekeeper time() {
    return broker.time();
  }

  public SessionBook sessions() {
    return sessions;
  }

  /** Told when somebody waits for a place; it may end a process that nobody needs now. */
  public void onFull(Runnable roomMaker) {
    roomMakers.add(roomMaker);
  }

  /** Does somebody wait for a place? */
  public boolean areWanted() {
    return places.areWanted();
  }

  /**
   * Starts a harness for an agent.
   *
   * @param name of the process; one at a time has it
   * @param argv the program and its arguments
   * @param output reads what it writes
   * @throws Refused when it cannot be started, saying what is to be done
   */
  public Running start(
      AgentId agent, String name, HarnessSetting setting, List<String> argv, OutputReader output)
      throws InterruptedException {
    URI mcp = settled(hub);
    Path home = config.home(agent.value());
    Path directory = workspace(agent, setting);
    Token token = Token.generate();
    Outfit outfit = Outfit.of(setting, home, new Outfit.Access(mcp, token.secret()));
    Map<String, String> variables = surroundings.with(List.of());
    variables.putAll(outfit.variables());
    makeHome(home, setting.directory() == null ? directory : home, outfit);
    Startable.require(
        "the brain '" + setting.brain() + "'",
        argv.getFirst(),
        directory,
        variables.getOrDefault("PATH", surroundings.path()));
    Withheld withheld = withheld(agent, setting, token);
    ProcessSpec spec =
        new ProcessSpec(
                name,
                setting.brain(),
                argv,
                directory,
                variables,
                withheld.secrets().stream().map(each -> new Secret(each, "[withheld]")).toList(),
                Map.of())
            .in(sandbox(setting, home, directory));
    places.take(() -> roomMakers.forEach(Runnable::run));
    Authenticator.Loan loan = authenticator.lend(agent, token);
    try {
      SupervisedProcess process = processes.start(spec, ProcessHooks.NONE, output);
      Running started = new Running(process, outfit, directory, withheld, loan);
      running.put(started, agent);
      var _ = process.ended().thenRun(() -> onEnd(started));
      return started;
    } catch (RuntimeException | InterruptedException e) {
      loan.close();
      places.give();
      throw e;
    }
  }

  private @Nullable Sandbox sandbox(HarnessSetting setting, Path home, Path directory) {
    SandboxRules rules = setting.sandbox();
    return rules == null ? null : rules.sandbox(home, config.hidden()).writing(directory);
  }

  /** A name for a process that is one of several of an agent; few, because each has a log. */
  public String takeName(AgentId agent) {
    for (int i = 1; ; i++) {
      String name = agent.value() + "~" + i;
      // One that was broken off may still be ending.
      if (processes.find(name).filter(SupervisedProcess::isLive).isEmpty() && names.add(name)) {
        return name;
      }
    }
  }

  public void giveName(String name) {
    names.remove(name);
  }

  /** The folder in which a harness works for an agent. */
  public Path workspace(AgentId agent, HarnessSetting setting) {
    return Objects.requireNonNullElse(
        setting.directory(), config.home(agent.value()).resolve("work"));
  }

  private void onEnd(Running ended) {
    ended.loan.close();
    running.remove(ended);
    places.give();
  }

  private Withheld withheld(AgentId agent, HarnessSetting setting, Token token) {
    List<String> all = new ArrayList<>(setting.secrets());
    servers(agent).values().forEach(server -> all.addAll(server.secrets()));
    if (setting.key() != null) {
      all.add(setting.key());
    }
    all.add(token.secret());
    return new Withheld(all);
  }

  private static void makeHome(Path home, Path directory, Outfit outfit) {
    try {
      Files.createDirectories(home);
      Files.createDirectories(directory);
      for (Map.Entry<Path, String> file : outfit.files().entrySet()) {
        Path folder = Objects.requireNonNull(file.getKey().getParent());
        Files.createDirectories(folder);
        byte[] content = file.getValue().getBytes(UTF_8);
        if (!Files.isRegularFile(file.getKey())
            || !Arrays.equals(Files.readAllBytes(file.getKey()), content)) {
          OwnersFile.write(folder, file.getKey().getFileName().toString(), content);
        }
      }
    } catch (IOException e) {
      throw new Refused(
          ErrorCode.STORE_UNAVAILABLE,
          "the home of a harness cannot be written: " + e.getMessage());
    }
  }

  /** On the committer thread. What an agent's old token opened ends with it. */
  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was == null) {
      return;
    }
    if (now == null) {
      endAll(was.id(), "the agent was removed");
      sessions.forget(was.id());
    } else if (was.tokenHash() != null && !was.tokenHash().equals(now.tokenHash())) {
      endAll(was.id(), "the agent's token was revoked");
    }
  }

  private void endAll(AgentId agent, String why) {
    running.forEach(
        (each, whose) -> {
          if (whose.equals(agent)) {
            each.end(why);
          }
        });
  }

  private static URI settled(CompletableFuture<URI> hub) throws InterruptedException {
    try {
      return hub.get();
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }

  /** Ends everything that runs, within three seconds. */
  @Override
  public void close() {
    broker.participants().removeAgentHook(agentHook);
    hub.completeExceptionally(new Refused(ErrorCode.SHUTTING_DOWN, "the hub is going down"));
    processes.close();
  }
}
