package dev.parley.doors;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.approvals.Approvals;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.brain.ScriptedBrain;
import dev.parley.agents.context.Instructions;
import dev.parley.agents.context.Pins;
import dev.parley.agents.definitions.Definitions;
import dev.parley.agents.governor.Governor;
import dev.parley.agents.governor.GovernorConfig;
import dev.parley.agents.logs.Logs;
import dev.parley.agents.memory.KeptMemories;
import dev.parley.agents.memory.MemoryLimits;
import dev.parley.agents.programs.Programs;
import dev.parley.agents.programs.ProgramsConfig;
import dev.parley.agents.schedules.Schedules;
import dev.parley.agents.schedules.SchedulesConfig;
import dev.parley.agents.talks.Talks;
import dev.parley.agents.tasks.Tasks;
import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.ByHand;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.tools.Toolbox;
import dev.parley.agents.turns.Turns;
import dev.parley.agents.turns.TurnsConfig;
import dev.parley.agents.usage.Usage;
import dev.parley.agents.usage.UsageLimits;
import dev.parley.agents.wake.HookWaits;
import dev.parley.agents.wake.WakeConfig;
import dev.parley.agents.wake.Wakes;
import dev.parley.apps.oauth.AppLogins;
import dev.parley.apps.oauth.Provider;
import dev.parley.apps.store.Store;
import dev.parley.comm.LoopbackPlugin;
import dev.parley.comm.service.CommService;
import dev.parley.comm.settings.CommSettings;
import dev.parley.comm.settings.FileSettings;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Participants;
import dev.parley.core.time.SystemTime;
import dev.parley.doors.http.Brake;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.HttpDoor;
import dev.parley.doors.http.OwnAddress;
import dev.parley.doors.http.Route;
import dev.parley.doors.mcp.McpConfig;
import dev.parley.doors.mcp.McpDoor;
import dev.parley.doors.mcp.McpServices;
import dev.parley.doors.oauth.OAuthDoor;
import dev.parley.doors.oauth.OAuthServices;
import dev.parley.doors.rest.AgentRooms;
import dev.parley.doors.rest.HubFacts;
import dev.parley.doors.rest.RestDoor;
import dev.parley.doors.rest.RestServices;
import dev.parley.doors.rest.apps.AppRooms;
import dev.parley.doors.rest.events.FeedConfig;
import dev.parley.doors.status.StatusPages;
import dev.parley.doors.transfer.TransferDoor;
import dev.parley.doors.ws.DialectFactory;
import dev.parley.doors.ws.WebSocketDoor;
import dev.parley.doors.ws.json.JsonDialects;
import dev.parley.identity.Authenticator;
import dev.parley.identity.LoginLimits;
import dev.parley.identity.Logins;
import dev.parley.identity.Token;
import dev.parley.identity.access.AccessRules;
import dev.parley.identity.audit.AuditLog;
import dev.parley.identity.authority.BlobAccess;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.RateLimits;
import dev.parley.identity.limits.Shares;
import dev.parley.loops.LoopLimits;
import dev.parley.loops.Loops;
import dev.parley.loops.Owners;
import dev.parley.testkit.broker.Senders;
import dev.parley.testkit.store.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** A whole hub behind real ports: the real broker on the store in memory. */
public final class TestHub implements AutoCloseable {
  private static final Tool CLOCK =
      Tool.of(
          "clock",
          "Tells the time.",
          Action.of("now", "says it", (use, _) -> "noon for " + use.agent()));

  private static final ScriptedBrain ECHO =
      new ScriptedBrain(
          List.of(new ScriptedBrain.Rule("", new Outcome.Answered("you said {content}"))));

  public static final int CONNECTIONS_PER_AGENT_MAX = 32;

  /** Enough for two of the largest files that MCP takes. */
  public static final int BLOB_BYTES_PER_AGENT_MAX = 2 << 20;

  private final Token ownerToken;
  private final SystemTime time = new SystemTime();
  private final long startedAt = time.millis();
  private final MemoryStore store;
  private final FeedConfig events;
  private final Broker broker;
  private final Identity identity;
  private final Loops loops;
  private final JsonDialects json;
  private final Instructions instructions;
  private final WebSocketDoor webSockets;
  private final FakeBlobs blobs = new FakeBlobs();
  private final Logins logins;
  private final Path storeFolder = emptyFolder();
  private final List<String> toldBots = new CopyOnWriteArrayList<>();
  private final Store appStore;
  private final ProgramsConfig programsConfig;
  private final Programs programs;
  private final Turns turns;
  private final AgentRooms rooms;
  private final Usage usage;
  private final Governor governor;
  private final Approvals approvals;
  private final Tasks tasks;
  private final FakeApps apps = new FakeApps(emptyFolder());
  private final FakePackages packages = new FakePackages(apps);
  private final Map<String, Provider> providers = new HashMap<>();
  private final HttpDoor http;
  private final List<AutoCloseable> clients = new ArrayList<>();
  private final AtomicLong mcpAhead = new AtomicLong();

  private TestHub(
      DoorConfig config,
      FeedConfig events,
      MemoryStore store,
      Token ownerToken,
      ProgramsConfig programsConfig,
      RateLimits limits,
      List<DialectFactory> further) {
    this.programsConfig = programsConfig;
    this.store = store;
    this.events = events;
    this.ownerToken = ownerToken;
    this.broker = new Broker(store, time, BrokerConfig.DEFAULT);
    DoorConfig onFreePorts =
        config.withPorts(new DoorConfig.Ports("127.0.0.1", 0, 0, config.ports().hostNames(), 2));
    identity = Identity.of(broker, ownerToken.hash(), limits, time);
    loops = Loops.open(broker, identity, LoopLimits.DEFAULT, Owners.of(broker));
    governor = Governor.open(broker, GovernorConfig.DEFAULT);
    approvals = Approvals.open(broker);
    tasks = Tasks.open(broker, Tasks.KEPT_MAX);
    Broker _ = broker.start();
    instructions = Instructions.open(broker);
    json =
        new JsonDialects(
                onFreePorts,
                broker,
                identity,
                new Shares(
                    "connections",
                    "limits.connectionsMax",
                    config.limits().connectionsMax(),
                    "limits.connectionsPerAgentMax",
                    CONNECTIONS_PER_AGENT_MAX))
            .with(instructions);
    webSockets = new WebSocketDoor(onFreePorts, dialects(json, further));
    identity.accounts().onTokenGone(webSockets::closeConnectionsOf);
    programs = Programs.start(programsConfig, broker, identity.audit(), time);
    turns =
        Turns.open(
            broker,
            TurnsConfig.of(Map.of("echo", ECHO, "shared", ECHO)).withOpenBrains(Set.of("shared")),
            tasks);
    rooms =
        new AgentRooms(
            Definitions.open(broker, turns, instructions),
            Schedules.open(broker, SchedulesConfig.DEFAULT),
            KeptMemories.open(broker, new WordIndex(), MemoryLimits.DEFAULT),
            Pins.open(broker),
            new Logs(broker, turns),
            wakes());
    json.with(
        new Talks(broker, turns, MessageLimit.DEFAULT),
        new ByHand(broker, new Toolbox().register(CLOCK)),
        rooms.logs());
    usage = Usage.open(broker, UsageLimits.DEFAULT);
    appStore =
        Store.open(
            broker,
            blobs,
            storeFolder,
            "",
            (bot, _, content) -> toldBots.add(bot + " " + new String(content, UTF_8)));
    logins =
        new Logins(
            broker.records(), ownerToken.hash(), broker.participants(), time, LoginLimits.DEFAULT);
    Callers callers = new Callers(identity.authenticator(), limits, logins);
    List<Route> routes =
        new ArrayList<>(
            new StatusPages(new TestHubView(broker, webSockets, time), callers, false, time::millis)
                .routes());
    routes.add(Route.forEveryone("/ws", webSockets).upgrading());
    routes.addAll(
        new TransferDoor(identity, broker, 1 << 20, config.patience().request()).routes());
    routes.addAll(rest(onFreePorts).routes());
    routes.addAll(
        McpDoor.of(
                new McpServices(
                    McpConfig.of("1.0").waitingForBodies(config.patience().request()),
                    broker,
                    new FakeSearch(store),
                    programs,
                    blobAccess(),
                    identity,
                    tasks,
                    approvals,
                    () -> time.millis() + mcpAhead.get()))
            .routes());
    routes.addAll(
        new OAuthDoor(
                new OAuthServices(identity, OwnAddress.AS_CALLED, config.patience().request()))
            .routes());
    http = HttpDoor.start(onFreePorts, Brake.before(routes, callers));
    programs.hubIsAt(URI.create("ws://127.0.0.1:" + http.agentPort() + "/ws"));
  }

  public static TestHub start() {
    return start(DoorConfig.DEFAULT);
  }

  public static TestHub start(DoorConfig config) {
    return start(config, FeedConfig.DEFAULT);
  }

  public static TestHub start(DoorConfig config, FeedConfig events) {
    return new TestHub(
        config,
        events,
        new MemoryStore(),
        Token.generate(),
        ProgramsConfig.in(emptyFolder()),
        RateLimits.none(),
        List.of());
  }

  /** One whose agents may go only so fast. */
  public static TestHub start(RateLimits limits) {
    return new TestHub(
        DoorConfig.DEFAULT,
        FeedConfig.DEFAULT,
        new MemoryStore(),
        Token.generate(),
        ProgramsConfig.in(emptyFolder()),
        limits,
        List.of());
  }

  /** One whose WebSockets speak more than JSON. */
  public static TestHub speaking(DoorConfig config, List<DialectFactory> further) {
    return new TestHub(
        config,
        FeedConfig.DEFAULT,
        new MemoryStore(),
        Token.generate(),
        ProgramsConfig.in(emptyFolder()),
        RateLimits.none(),
        further);
  }

  private Wakes wakes() {
    HookWaits hooks = new HookWaits(time);
    return Wakes.open(broker, WakeConfig.DEFAULT, Map.of(hooks.kind(), hooks), hooks, _ -> false);
  }

  private static List<DialectFactory> dialects(DialectFactory json, List<DialectFactory> further) {
    List<DialectFactory> all = new ArrayList<>(List.of(json));
    all.addAll(further);
    return all;
  }

  /** One that may start programs. */
  public static TestHub start(ProgramsConfig programs) {
    return new TestHub(
        DoorConfig.DEFAULT,
        FeedConfig.DEFAULT,
        new MemoryStore(),
        Token.generate(),
        programs,
        RateLimits.none(),
        List.of());
  }

  private static Path emptyFolder() {
    try {
      Path folder = Files.createTempDirectory("parley-programs");
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends this one and starts another on the same store. */
  public TestHub restarted() {
    close();
    return new TestHub(
        DoorConfig.DEFAULT,
        events,
        store,
        ownerToken,
        programsConfig,
        RateLimits.none(),
        List.of());
  }

  private RestDoor rest(DoorConfig config) {
    HubFacts facts =
        new HubFacts() {
          @Override
          public String version() {
            return "1.0-test";
          }

          @Override
          public long startedAt() {
            return startedAt;
          }

          @Override
          public long connections() {
            return webSockets.connections();
          }
        };
    return new RestDoor(
        new RestServices(
            config,
            broker,
            identity,
            logins,
            programs,
            turns,
            usage,
            governor,
            instructions,
            approvals,
            tasks,
            loops,
            new CommService(
                    broker,
                    identity.audit(),
                    broker.time(),
                    new CommSettings(broker, FileSettings.NONE))
                .with(new LoopbackPlugin(), new MessageLimit(1 << 20)),
            new FakeSearch(store),
            blobAccess(),
            facts,
            events,
            rooms,
            appStore,
            Optional.of(new AppRooms(apps, packages, appLogins()))));
  }

  private AppLogins appLogins() {
    try {
      return AppLogins.open(apps, providers, apps.folder().resolve("logins.json"), broker.time());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public FakeApps apps() {
    return apps;
  }

  public FakePackages packages() {
    return packages;
  }

  private BlobAccess blobAccess() {
    return new BlobAccess(
        blobs, broker.blobHolders(), identity.authority(), BLOB_BYTES_PER_AGENT_MAX);
  }

  /** So many times the owner gives this agent a task, and asks it for its approval. */
  public void givesTasksAndAsksFor(String agent, int times) {
    Draft.Builder written =
        Draft.from("developer").to(dev.parley.core.address.Path.agent(new AgentId(agent)));
    for (int i = 0; i < times; i++) {
      var _ =
          broker
              .route(
                  written.type(MessageType.TASK).content("count").build(),
                  Senders.ownerAs("developer"))
              .join();
      var _ =
          broker
              .route(
                  written
                      .type(MessageType.MESSAGE)
                      .command(Approvals.REQUEST)
                      .content("may I?")
                      .build(),
                  Senders.ownerAs("developer"))
              .join();
      var _ = written.command(Draft.DEFAULT_COMMAND);
    }
  }

  /** Puts the clock of the MCP door forward. */
  public void mcpClockForward(Duration by) {
    mcpAhead.addAndGet(by.toMillis());
  }

  /** Everything that the store of apps has told bots. */
  public List<String> toldBots() {
    return toldBots;
  }

  public Store appStore() {
    return appStore;
  }

  public AuditLog audit() {
    return identity.audit();
  }

  public AccessRules rules() {
    return identity.authority().rules();
  }

  public Broker broker() {
    return broker;
  }

  /** Every request of the JSON dialect. */
  public Set<String> requestNames() {
    return json.requestNames();
  }

  public WebSocketDoor webSockets() {
    return webSockets;
  }

  public HttpDoor http() {
    return http;
  }

  public Authenticator authenticator() {
    return identity.authenticator();
  }

  public String ownerToken() {
    return ownerToken.secret();
  }

  public int port() {
    return http.ownerPort();
  }

  public int agentPort() {
    return http.agentPort();
  }

  /** Makes an agent and returns its token. */
  public String agent(String id) {
    try {
      Token token = Token.generate();
      Participants participants = broker.participants();
      if (id.equals(Sender.OWNER_NAME)) {
        participants.createOwnersAgent("Developer").get(10, TimeUnit.SECONDS);
        participants.setTokenHash(new AgentId(id), token.hash()).get(10, TimeUnit.SECONDS);
      } else {
        participants
            .createAgent(new AgentId(id), null, null, null, token.hash())
            .get(10, TimeUnit.SECONDS);
      }
      return token.secret();
    } catch (Exception e) {
      throw new AssertionError("agent " + id + " could not be made", e);
    }
  }

  public TestHub agents(String... ids) {
    Set.of(ids).forEach(this::agent);
    return this;
  }

  /** Sends so many, all at once. */
  public void sendMany(String from, String to, int count) {
    dev.parley.core.address.Path recipient = dev.parley.core.address.Path.agent(new AgentId(to));
    CompletableFuture.allOf(
            IntStream.range(0, count)
                .mapToObj(
                    i ->
                        broker.route(
                            Draft.from(from).to(recipient).content("m" + i).build(),
                            Senders.agent(from)))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  /** A connection that has not said who it is. */
  public TestClient stranger() {
    return kept(TestClient.connect(http.ownerPort()));
  }

  public TestClient owner() {
    TestClient client = stranger();
    client.ask("{'type':'auth','token':'" + ownerToken() + "'}");
    return client;
  }

  /** Makes an agent and connects as it. */
  public TestClient newAgent(String id) {
    return connectAgent(id, agent(id));
  }

  public TestClient connectAgent(String id, String token) {
    TestClient client = kept(TestClient.connect(http.agentPort()));
    client.ask("{'type':'auth','agentId':'" + id + "','token':'" + token + "'}");
    return client;
  }

  /** A socket on which anything can be written. */
  public RawClient raw() {
    return kept(RawClient.connect(http.ownerPort()));
  }

  private <C extends AutoCloseable> C kept(C client) {
    clients.add(client);
    return client;
  }

  @Override
  public void close() {
    for (AutoCloseable client : clients) {
      try {
        client.close();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
    programs.close();
    rooms.schedules().close();
    rooms.definitions().close();
    turns.close();
    usage.close();
    governor.close();
    http.close();
    apps.close();
    // The committer looks up once a second: nobody has to wait for that here.
    Thread.ofPlatform().start(this::closeBehindTheDoors);
  }

  private void closeBehindTheDoors() {
    broker.close();
    time.close();
    store.close();
  }
}
