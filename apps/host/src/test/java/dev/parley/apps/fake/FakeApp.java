package dev.parley.apps.fake;

import dev.parley.agents.hooks.HookPoint;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.manifest.Manifest;
import io.grpc.BindableService;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** An app in this process, behind a real gRPC server on a real Unix socket. */
public final class FakeApp implements RunningApp, AutoCloseable {
  private static final Logger NETTY =
      Logger.getLogger("io.grpc.netty.shaded.io.netty.bootstrap.AbstractBootstrap");

  static {
    // Each connection would be a warning: gRPC sets an option that Unix sockets do not have.
    NETTY.setLevel(Level.SEVERE);
  }

  public final Map<String, String> settings = new ConcurrentHashMap<>();
  private final Manifest manifest;
  private final Path folder;
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, EpollIoHandler.newFactory());
  private final Server server;
  private final ManagedChannel channel;

  private FakeApp(Manifest manifest, BindableService... services) {
    this.manifest = manifest;
    try {
      folder = Files.createTempDirectory("app");
      DomainSocketAddress address = new DomainSocketAddress(folder.resolve("app.sock").toFile());
      NettyServerBuilder builder =
          NettyServerBuilder.forAddress(address)
              .channelType(EpollServerDomainSocketChannel.class)
              .bossEventLoopGroup(loops)
              .workerEventLoopGroup(loops);
      Arrays.stream(services).forEach(builder::addService);
      server = builder.build().start();
      channel =
          NettyChannelBuilder.forAddress(address)
              .channelType(EpollDomainSocketChannel.class)
              .eventLoopGroup(loops)
              .overrideAuthority("localhost")
              .usePlaintext()
              .maxInboundMessageSize(16 << 20)
              .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param provides and permissions as manifests write them, with commas between them
   */
  public static FakeApp of(
      String id, String provides, String permissions, BindableService... services) {
    return overriding(id, provides, permissions, Set.of(), services);
  }

  public static FakeApp overriding(
      String id,
      String provides,
      String permissions,
      Set<HookPoint> overrides,
      BindableService... services) {
    return new FakeApp(
        new Manifest(
            id,
            id,
            "1.0.0",
            "",
            "local",
            Arrays.stream(provides.split(",", -1)).map(Capability::parse).toList(),
            permissions.isEmpty() ? Set.of() : Set.of(permissions.split(",", -1)),
            overrides,
            List.of(),
            Duration.ofSeconds(10)),
        services);
  }

  public Path folder() {
    return folder;
  }

  @Override
  public Manifest manifest() {
    return manifest;
  }

  @Override
  public Channel channel() {
    return channel;
  }

  @Override
  public boolean offers(Capability.Kind kind) {
    return manifest.provides(kind)
        && (kind.permissionPrefix().isEmpty() || manifest.permitsAny(kind.permissionPrefix()));
  }

  @Override
  public Map<String, String> settings() {
    return Map.copyOf(settings);
  }

  /** The app is killed. */
  public void die() {
    server.shutdownNow();
    try {
      boolean _ = server.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
    die();
    var _ = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    try {
      try (var files = Files.list(folder)) {
        for (Path each : files.toList()) {
          Files.delete(each);
        }
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
