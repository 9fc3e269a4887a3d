package dev.parley.doors.gateway;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Door;
import dev.parley.core.message.Sender;
import dev.parley.core.time.Timekeeper;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.HttpDoor;
import dev.parley.doors.http.Route;
import dev.parley.doors.ws.WebSocketDoor;
import dev.parley.doors.ws.json.JsonDialects;
import dev.parley.identity.Principal;
import dev.parley.identity.Token;
import dev.parley.identity.Visit;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.RateLimits;
import dev.parley.identity.limits.Shares;
import dev.parley.loops.LoopLimits;
import dev.parley.loops.Loops;
import dev.parley.loops.Owners;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Role;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A hub with the gateway beside JSON, on a clock that stands still until it is moved. */
final class GatewayHub implements AutoCloseable {
  private static final Visit OWNER = new Visit(new Principal.Owner(), Door.REST, "");

  final ManualTime time = new ManualTime(1_767_225_600_000L);
  final Broker broker;
  final Loops loops;
  final GatewayDialects gateway;
  final WebSocketDoor sockets;
  final Identity identity;
  private final MemoryStore store = new MemoryStore();
  private final Token ownerToken = Token.generate();
  private final HttpDoor http;
  private final List<AutoCloseable> clients = new ArrayList<>();

  GatewayHub() {
    this(GatewayLimits.DEFAULT, DoorConfig.DEFAULT);
  }

  GatewayHub(GatewayLimits limits, DoorConfig config) {
    this(limits, config, login -> login);
  }

  /**
   * @param around what stands before the hub's own login
   */
  GatewayHub(GatewayLimits limits, DoorConfig config, UnaryOperator<GatewayLogin> around) {
    broker = new Broker(store, (Timekeeper) time, BrokerConfig.DEFAULT);
    identity = Identity.of(broker, ownerToken.hash(), RateLimits.none(), time);
    loops = Loops.open(broker, identity, LoopLimits.DEFAULT, Owners.of(broker));
    Seats seats = Seats.open(broker);
    broker.start();
    get(broker.participants().createOwnersAgent("Developer"));
    DoorConfig onFreePorts = config.withPorts(new DoorConfig.Ports("127.0.0.1", 0, 0, Set.of(), 2));
    gateway =
        GatewayDialects.open(
            new GatewayServices(
                broker,
                identity,
                loops.conversations(),
                loops.cursors(),
                loops.botIds(),
                Owners.of(broker),
                around.apply(new TokenLogin(broker, identity, loops.botIds())),
                seats,
                Shares.unlimited(),
                limits));
    sockets =
        new WebSocketDoor(
            onFreePorts,
            List.of(new JsonDialects(onFreePorts, broker, identity, Shares.unlimited()), gateway));
    identity.accounts().onTokenGone(sockets::closeConnectionsOf);
    http =
        HttpDoor.start(
            onFreePorts,
            List.of(
                Route.forEveryone("/ws", sockets).upgrading(),
                Route.forEveryone("/", sockets.expecting(gateway)).upgrading()));
  }

  static <T> T get(CompletableFuture<T> future) {
    try {
      return future.get(20, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  String ownerToken() {
    return ownerToken.secret();
  }

  int port() {
    return http.ownerPort();
  }

  int agentPort() {
    return http.agentPort();
  }

  UUID ownerId() {
    return loops.botIds().of(new AgentId(Sender.OWNER_NAME));
  }

  /** A bot with a token of its own. */
  String bot(UUID id) {
    return get(identity.accounts().create(OWNER, new AgentId(id.toString()), null, null, null))
        .token()
        .secret();
  }

  /** A connection on which nothing has been said. */
  GatewayClient stranger() {
    return kept(GatewayClient.connect(port(), "/ws"));
  }

  <C extends AutoCloseable> C kept(C client) {
    clients.add(client);
    return client;
  }

  /** Connects a bot with the owner's token, and reads past what it is told at first. */
  GatewayClient connect(UUID bot) {
    return stranger().connect(bot, ownerToken());
  }

  /** A loop of these bots, who are there already, and the conversation of its first channel. */
  Channel loop(String name, UUID... bots) {
    Loop loop = get(loops.create(OWNER, new AgentId(Sender.OWNER_NAME), name, null));
    for (UUID bot : bots) {
      add(loop.id(), bot);
    }
    return loop.channels().getFirst();
  }

  void add(UUID loop, UUID bot) {
    get(loops.add(OWNER, loop, new AgentId(bot.toString()), Role.MEMBER));
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
    http.close();
    gateway.close();
    loops.close();
    // The committer looks up once a second: nobody has to wait for that here.
    Thread.ofPlatform()
        .start(
            () -> {
              broker.close();
              store.close();
            });
  }
}
