package dev.parley.doors.gateway;

import dev.parley.doors.ws.Connection;
import dev.parley.doors.ws.Dialect;
import dev.parley.doors.ws.DialectFactory;
import dev.parley.doors.ws.FrameKind;
import dev.parley.doors.ws.LoginNews;
import dev.parley.wire.gateway.FrameCodec;
import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The gateway protocol: of every connection that begins with a binary message. */
public final class GatewayDialects implements DialectFactory, AutoCloseable {
  private final GatewayServices services;
  private final Lobby lobby;
  private final GatewayCounts counts = new GatewayCounts();
  private final LoginNews logins = new LoginNews(System::nanoTime);

  /** A codec keeps arrays to pack and unpack in, so each event loop has its own. */
  private final Map<EventLoop, FrameCodec> codecs = new ConcurrentHashMap<>();

  private GatewayDialects(GatewayServices services) {
    this.services = services;
    this.lobby = new Lobby(services);
  }

  /** From now on told what is said, until it is closed. */
  public static GatewayDialects open(GatewayServices services) {
    GatewayDialects dialects = new GatewayDialects(services);
    services.conversations().addHook(dialects.lobby);
    return dialects;
  }

  @Override
  public boolean isMine(FrameKind kind, byte[] bytes, int length) {
    return kind == FrameKind.BINARY;
  }

  @Override
  public Dialect open(Connection connection) {
    return new GatewayDialect(
        connection, this, codecs.computeIfAbsent(connection.eventLoop(), _ -> new FrameCodec()));
  }

  public GatewayCounts counts() {
    return counts;
  }

  GatewayServices services() {
    return services;
  }

  Lobby lobby() {
    return lobby;
  }

  LoginNews logins() {
    return logins;
  }

  @Override
  public void close() {
    services.conversations().removeHook(lobby);
  }
}
