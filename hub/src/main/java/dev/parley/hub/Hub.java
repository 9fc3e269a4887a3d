package dev.parley.hub;

import dev.parley.agents.approvals.Approvals;
import dev.parley.agents.context.Contexts;
import dev.parley.agents.context.Instructions;
import dev.parley.agents.context.Pins;
import dev.parley.agents.governor.Governor;
import dev.parley.agents.programs.Programs;
import dev.parley.agents.tasks.Tasks;
import dev.parley.agents.turns.Turns;
import dev.parley.agents.usage.Usage;
import dev.parley.apps.host.HostedApps;
import dev.parley.apps.store.Store;
import dev.parley.comm.LoopbackPlugin;
import dev.parley.comm.bridge.Inbound;
import dev.parley.comm.bridge.Post;
import dev.parley.comm.gateway.GatewayPlugin;
import dev.parley.comm.oauth.LoginTokens;
import dev.parley.comm.service.CommService;
import dev.parley.comm.settings.CommSettings;
import dev.parley.core.address.AgentId;
import dev.parley.core.blob.Blobs;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.message.Sender;
import dev.parley.core.store.MessageStore;
import dev.parley.core.time.SystemTime;
import dev.parley.core.time.Timekeeper;
import dev.parley.doors.files.FileMailboxes;
import dev.parley.doors.files.FilesConfig;
import dev.parley.doors.gateway.GatewayDialects;
import dev.parley.doors.gateway.GatewayLimits;
import dev.parley.doors.gateway.GatewayServices;
import dev.parley.doors.gateway.Seats;
import dev.parley.doors.gateway.TokenLogin;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.HttpDoor;
import dev.parley.doors.http.OwnAddress;
import dev.parley.doors.http.Route;
import dev.parley.doors.mcp.McpDoor;
import dev.parley.doors.mcp.McpServices;
import dev.parley.doors.oauth.OAuthDoor;
import dev.parley.doors.oauth.OAuthServices;
import dev.parley.doors.rest.AgentRooms;
import dev.parley.doors.rest.RestDoor;
import dev.parley.doors.rest.RestServices;
import dev.parley.doors.status.StatusPages;
import dev.parley.doors.transfer.TransferDoor;
import dev.parley.doors.web.Dashboard;
import dev.parley.doors.ws.WebSocketDoor;
import dev.parley.doors.ws.json.JsonDialects;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.hub.config.StoreConfig;
import dev.parley.identity.Logins;
import dev.parley.identity.OwnerToken;
import dev.parley.identity.audit.AuditLog;
import dev.parley.identity.authority.BlobAccess;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.Shares;
import dev.parley.loops.Loops;
import dev.parley.loops.Owners;
import dev.parley.search.BackgroundSearch;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running hub: everything put together in the order in which it must start, and taken apart in
 * the reverse.
 */
public final class Hub implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Hub.class);

  /** The person in front of the machine takes part like anybody else. */
  private static final AgentId DEVELOPER = new AgentId(Sender.OWNER_NAME);

  private final Deque<AutoCloseable> parts;
  private final HttpDoor door;
  private final CompletableFuture<Throwable> lost;

  private Hub(Deque<AutoCloseable> parts, HttpDoor door, CompletableFuture<Throwable> lost) {
    this.parts = parts;
    this.door = door;
    this.lost = lost;
  }

  /**
   * Starts a hub; when this returns it serves. The data directory must be there and be the
   * caller's.
   */
  public static Hub start(HubConfig config) {
    Deque<AutoCloseable> parts = new ArrayDeque<>();
    try {
      Stores stores = Stores.open(config);
      MessageStore store = opened(parts, stores.messages());
      if (config.store().engine() == StoreConfig.Engine.ROCKSDB) {
        opened(parts, new StoreScrub(config.data().resolve(DataDirectory.STORE)).start());
      }
      SystemTime clock = opened(parts, new SystemTime());
      Broker broker = opened(parts, new Broker(store, clock, RoomSettings.brokerConfig(config)));
      Traces traces = Traces.open(parts, config, broker);
      Timekeeper time = broker.time();
      String ownerHash = OwnerToken.loadOrCreate(config.data()).hash();
      Identity identity =
          opened(
              parts,
              Identity.of(
                  broker,
                  ownerHash,
                  RoomSettings.rateLimits(config),
                  time,
                  config.accounts().open()));
      Loops loops =
          opened(parts, Loops.open(broker, identity, config.loops().limits(), Owners.of(broker)));
      Seats seats = Seats.open(broker);
      Governor governor = opened(parts, Governor.open(broker, config.governor().governor()));
      Approvals approvals = Approvals.open(broker);
      Tasks tasks = Tasks.open(broker, Tasks.KEPT_MAX);
      Broker _ = broker.start();
      makeDeveloper(broker);
      Instructions instructions = opened(parts, Instructions.open(broker));
      DoorConfig doorConfig = RoomSettings.doorConfig(config);
      Shares connections = RoomSettings.connections(config);
      GatewayDialects gateway =
          opened(
              parts,
              GatewayDialects.open(
                  gateway(broker, identity, loops, seats, connections, config.gateway().limits())));
      JsonDialects json =
          new JsonDialects(doorConfig, broker, identity, connections).with(instructions);
      WebSocketDoor sockets = new WebSocketDoor(doorConfig, List.of(json, gateway));
      identity.accounts().onTokenGone(sockets::closeConnectionsOf);
      identity.keys().onGone(sockets::closeLostKeysOf);
      List<Route> routes = new ArrayList<>();
      routes.add(Route.forEveryone("/ws", sockets).upgrading());
      routes.add(Route.forEveryone("/", sockets.expecting(gateway)).upgrading());
      Logins logins =
          new Logins(
              broker.records(), ownerHash, broker.participants(), time, config.shares().logins());
      Blobs blobs = stores.blobs();
      BlobSweep sweep =
          opened(parts, new BlobSweep(blobs, broker.blobHolders(), store, time).start());
      BlobAccess blobAccess =
          new BlobAccess(
              blobs,
              broker.blobHolders(),
              identity.authority(),
              (long) config.shares().blobsMbPerAgentMax() << 20);
      broker.backingUp(new WholeBackup(blobs, sweep));
      BackgroundSearch search =
          opened(
              parts,
              BackgroundSearch.open(
                  config.data().resolve(DataDirectory.SEARCH), broker.journal(), broker.lookups()));
      Programs programs =
          Programs.start(RoomSettings.programsConfig(config), broker, identity.audit(), time);
      Usage usage = opened(parts, Usage.open(broker, config.usage().limits()));
      AppAdapters provided = new AppAdapters(time);
      AgentTools tools =
          AgentTools.open(parts, config, broker, identity, loops, approvals, tasks, provided);
      Pins pins = opened(parts, Pins.open(broker));
      Contexts contexts = Rooms.contexts(broker, instructions, pins, tools.memories(), tasks);
      MachineTools.register(tools.toolbox(), parts, config, broker, approvals);
      Brains brains = new Brains(time, contexts, tools.toolbox(), usage, provided.hooks());
      // Closed after the turns, which are made again by the next hub, and not failed by this one.
      HarnessBrains harnesses =
          opened(
              parts,
              HarnessBrains.open(
                  RoomSettings.harnessesConfig(config),
                  broker,
                  identity.authenticator(),
                  contexts,
                  tools.permissions(),
                  provided.hooks()));
      Turns turns =
          opened(
              parts,
              Turns.open(
                  broker, RoomSettings.turnsConfig(config, brains, harnesses, provided), tasks));
      tasks.breakingOff(turns::cancel);
      CommService comm = comm(config, broker, identity.audit(), time);
      Store appStore = opened(parts, AppRooms.store(config, broker, blobs, loops));
      AppInstalls installs = AppInstalls.open(parts, config, broker, appStore);
      HostedApps apps =
          AppRooms.open(
              parts,
              config,
              broker,
              installs.gate(),
              provided.of(config, broker, identity.audit(), loops.botIds(), comm, tools));
      AgentRooms rooms =
          Rooms.open(parts, config, broker, turns, instructions, pins, tools, harnesses);
      Rooms.talking(json, config, broker, turns, tools.toolbox(), rooms);
      Overview overview = new Overview(broker, sockets, turns, traces, time.millis());
      routes.addAll(opened(parts, statusPages(config, overview, identity, logins, time)).routes());
      governor.thinking(agent -> turns.said(agent.value()).isPresent());
      usage.watchedBy(governor::onSpent);
      RestDoor rest =
          new RestDoor(
              new RestServices(
                  doorConfig,
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
                  comm,
                  search,
                  blobAccess,
                  overview,
                  RoomSettings.feedConfig(config),
                  rooms,
                  appStore,
                  Optional.of(AppRooms.atDoors(parts, config, broker, apps, installs))));
      overview.connectionsOf("events", rest::eventReaders);
      overview.appsOf(apps);
      routes.addAll(rest.routes());
      OwnAddress address = new OwnAddress(config.http().publicUrl());
      routes.addAll(
          new OAuthDoor(new OAuthServices(identity, address, doorConfig.patience().request()))
              .routes());
      McpDoor mcpDoor =
          McpDoor.of(
              new McpServices(
                  RoomSettings.mcpConfig(config, overview.version(), address),
                  broker,
                  search,
                  programs,
                  blobAccess,
                  identity,
                  tasks,
                  approvals,
                  time::millis));
      overview.connectionsOf("sse", mcpDoor::eventStreams);
      routes.addAll(mcpDoor.routes());
      routes.addAll(Dashboard.from(Hub.class.getClassLoader()).routes());
      routes.addAll(
          new TransferDoor(
                  identity,
                  broker,
                  FilesConfig.fileBytesMax(config.limits().payloadBytesMax()),
                  TransferDoor.BODY_PATIENCE)
              .routes());
      Callers callers =
          new Callers(identity.authenticator(), identity.authority().limits(), logins);
      HttpDoor door = opened(parts, Rooms.openDoor(doorConfig, routes, callers, identity, broker));
      // Stopped before the doors close, so that programs can say goodbye.
      URI webSocket = new DataDirectory.Running(config.host(), door.agentPort(), 0, 0).webSocket();
      opened(parts, programs).hubIsAt(webSocket);
      harnesses.hubIsAt(webSocket);
      openMailboxes(parts, config, broker, identity.audit(), time);
      opened(parts, comm.start());
      var _ = apps.start();
      return new Hub(parts, door, broker.lost());
    } catch (RuntimeException e) {
      close(parts);
      throw e;
    }
  }

  private static GatewayServices gateway(
      Broker broker,
      Identity identity,
      Loops loops,
      Seats seats,
      Shares connections,
      GatewayLimits limits) {
    return new GatewayServices(
        broker,
        identity,
        loops.conversations(),
        loops.cursors(),
        loops.botIds(),
        Owners.of(broker),
        new TokenLogin(broker, identity, loops.botIds()),
        seats,
        connections,
        limits);
  }

  /** For the owner, whose browser has a login and whose Prometheus a token. */
  private static StatusPages statusPages(
      HubConfig config, Overview overview, Identity identity, Logins logins, Timekeeper time) {
    Callers owners = new Callers(identity.authenticator(), identity.authority().limits(), logins);
    return new StatusPages(overview, owners, config.http().openMetrics(), time::millis);
  }

  /** Where this hub takes part elsewhere; begins when it is started. */
  private static CommService comm(
      HubConfig config, Broker broker, AuditLog audit, Timekeeper time) {
    MessageLimit limit = new MessageLimit(config.limits().payloadBytesMax());
    CommSettings settings = new CommSettings(broker, config.comm().file());
    Inbound stored = new Inbound(broker, audit, Post.of(GatewayPlugin.NAME), limit);
    LoginTokens tokens = new LoginTokens(settings, time);
    CommService comm =
        new CommService(broker, audit, time, settings)
            .with(new GatewayPlugin(time, tokens, stored::storedIn), limit)
            .with(new LoopbackPlugin(), limit);
    comm.onChange(tokens::keepFresh);
    return comm;
  }

  private static void makeDeveloper(Broker broker) {
    if (broker.participants().agent(DEVELOPER).isPresent()) {
      return;
    }
    try {
      broker.participants().createOwnersAgent("Developer").join();
    } catch (CompletionException e) {
      // Another hub of the cluster may have been faster.
      if (Refused.of(e).code() != ErrorCode.ALREADY_EXISTS) {
        throw e;
      }
    }
  }

  private static <T extends AutoCloseable> T opened(Deque<AutoCloseable> parts, T part) {
    parts.push(part);
    return part;
  }

  private static void openMailboxes(
      Deque<AutoCloseable> parts,
      HubConfig config,
      Broker broker,
      AuditLog audit,
      Timekeeper time) {
    Path directory = config.files().directory();
    if (directory != null) {
      FilesConfig files =
          FilesConfig.in(directory)
              .withSweepEvery(Duration.ofMillis(config.files().sweepMillis()))
              .withPayloadBytesMax(config.limits().payloadBytesMax())
              .withDrops(
                  switch (config.files().inboxes()) {
                    case OWN -> FilesConfig.Drops.DOUBTED;
                    case USER -> FilesConfig.Drops.SAME_USER;
                    case SHARED -> FilesConfig.Drops.BELIEVED;
                  });
      opened(parts, FileMailboxes.start(files, broker, audit, time::millis));
    }
  }

  /** The owner's port that was bound. */
  public int port() {
    return door.ownerPort();
  }

  /** The agents' port that was bound. */
  public int agentPort() {
    return door.agentPort();
  }

  /** Completes, with the reason, when it serves no longer and must be closed and started again. */
  public CompletableFuture<Throwable> lost() {
    return lost;
  }

  /** Stops taking requests, makes durable what was accepted, and lets go of the data directory. */
  @Override
  public void close() {
    close(parts);
  }

  private static void close(Deque<AutoCloseable> parts) {
    for (AutoCloseable part = parts.poll(); part != null; part = parts.poll()) {
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not close cleanly", part.getClass().getSimpleName(), e);
      }
    }
  }
}
