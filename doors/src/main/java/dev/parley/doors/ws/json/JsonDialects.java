package dev.parley.doors.ws.json;

import dev.parley.agents.context.Instructions;
import dev.parley.agents.logs.Logs;
import dev.parley.agents.talks.Talks;
import dev.parley.agents.tools.ByHand;
import dev.parley.core.broker.Broker;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.json.RequestReader;
import dev.parley.doors.ws.Connection;
import dev.parley.doors.ws.Dialect;
import dev.parley.doors.ws.DialectFactory;
import dev.parley.doors.ws.FrameKind;
import dev.parley.doors.ws.LoginNews;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.Shares;
import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The JSON dialect: of every connection that begins with text. */
public final class JsonDialects implements DialectFactory {
  private final DoorConfig config;
  private final Broker broker;
  private final Identity identity;
  private final Shares connections;
  private final Requests requests;
  private final LoginNews logins = new LoginNews(System::nanoTime);

  /** A reader keeps arrays for the requests that it reads, so each event loop has its own. */
  private final Map<EventLoop, RequestReader> readers = new ConcurrentHashMap<>();

  /**
   * @param connections of those who have authenticated
   */
  public JsonDialects(DoorConfig config, Broker broker, Identity identity, Shares connections) {
    this.config = config;
    this.broker = broker;
    this.identity = identity;
    this.connections = connections;
    this.requests = new Requests(broker, identity, config.pushing());
  }

  /** Takes requests about what agents are told as well. */
  public JsonDialects with(Instructions instructions) {
    new InstructionRequests(instructions).register(requests);
    return this;
  }

  /** Takes requests about what agents say, can do and have said as well. Before the door opens. */
  public JsonDialects with(Talks talks, ByHand tools, Logs logs) {
    new TalkRequests(talks).register(requests);
    new ToolRequests(tools).register(requests);
    new LogRequests(logs).register(requests);
    return this;
  }

  @Override
  public boolean isMine(FrameKind kind, byte[] bytes, int length) {
    return kind == FrameKind.TEXT;
  }

  @Override
  public Dialect open(Connection connection) {
    RequestReader reader =
        readers.computeIfAbsent(
            connection.eventLoop(), _ -> RequestReader.ofFrames(config.limits().payloadBytesMax()));
    return new JsonDialect(connection, this, reader);
  }

  /** Everything that can be asked for. */
  public Set<String> requestNames() {
    return requests.names();
  }

  DoorConfig config() {
    return config;
  }

  Broker broker() {
    return broker;
  }

  Identity identity() {
    return identity;
  }

  Shares connections() {
    return connections;
  }

  Requests requests() {
    return requests;
  }

  LoginNews logins() {
    return logins;
  }
}
