package dev.parley.doors;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.host.Apps;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.proto.HttpRequest;
import dev.parley.apps.proto.HttpResponse;
import dev.parley.apps.proto.UIServiceGrpc;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;

/** A host of apps without processes: each app is a gRPC server in this JVM, behind a real port. */
public final class FakeApps implements Apps {
  /** How an app answers what its pages ask. */
  public interface Backend extends BiConsumer<HttpRequest, StreamObserver<HttpResponse>> {}

  private final Path folder;
  private final Map<String, AppStatus> apps = new TreeMap<>();
  private final Map<String, RunningApp> running = new HashMap<>();
  private final Map<String, Map<String, String>> settings = new HashMap<>();
  private final Map<String, Set<String>> secrets = new HashMap<>();
  private final List<Server> servers = new ArrayList<>();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  public FakeApps(Path folder) {
    this.folder = folder;
  }

  public static Manifest manifest(
      String id, List<String> provides, Set<String> permissions, Manifest.OAuthNeed... oauth) {
    return new Manifest(
        id,
        "App " + id,
        "1.0.0",
        "An app for tests",
        "local",
        provides.stream().map(Capability::parse).toList(),
        permissions,
        Set.of(),
        List.of(oauth),
        Duration.ofSeconds(10));
  }

  /** Adds an app that does not run. */
  public synchronized Path add(Manifest manifest) {
    put(manifest, AppStatus.State.STOPPED);
    try {
      return Files.createDirectories(folder.resolve(manifest.id()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public synchronized void put(Manifest manifest, AppStatus.State state) {
    long pid = state == AppStatus.State.RUNNING ? 4711 : 0;
    apps.put(
        manifest.id(),
        new AppStatus(manifest.id(), Optional.of(manifest), state, "", List.of(), 1, 0, pid));
  }

  /** Lets an app run that answers what its pages ask like this. */
  public synchronized void run(String id, Backend backend) {
    try {
      Server server =
          NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
              .addService(
                  new UIServiceGrpc.UIServiceImplBase() {
                    @Override
                    public void handleRequest(
                        HttpRequest request, StreamObserver<HttpResponse> to) {
                      backend.accept(request, to);
                    }
                  })
              .build()
              .start();
      servers.add(server);
      ManagedChannel channel =
          NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
              .usePlaintext()
              .maxInboundMessageSize(16 << 20)
              .build();
      channels.add(channel);
      Manifest manifest = apps.get(id).manifest().orElseThrow();
      running.put(id, new Running(manifest, channel, this));
      put(manifest, AppStatus.State.RUNNING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The app's process is gone: its port does not answer any more. */
  public synchronized void crash() {
    servers.forEach(Server::shutdownNow);
  }

  private record Running(Manifest manifest, Channel channel, FakeApps host) implements RunningApp {
    @Override
    public boolean offers(Capability.Kind kind) {
      return manifest.provides(kind);
    }

    @Override
    public Map<String, String> settings() {
      return host.settings(id());
    }
  }

  /** What was asked of the host, in order. */
  public synchronized List<String> told() {
    return List.copyOf(told);
  }

  @Override
  public synchronized List<AppStatus> all() {
    return List.copyOf(apps.values());
  }

  @Override
  public synchronized Optional<AppStatus> find(String id) {
    return Optional.ofNullable(apps.get(id));
  }

  @Override
  public synchronized Optional<RunningApp> running(String id) {
    return Optional.ofNullable(running.get(id));
  }

  @Override
  public synchronized AppStatus launch(String id) {
    told.add("launch " + id);
    AppStatus found = apps.get(id);
    if (found == null && Files.exists(folder.resolve(id))) {
      put(manifest(id, List.of("ui"), Set.of()), AppStatus.State.STOPPED);
      found = apps.get(id);
    }
    if (found == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no app '" + id + "'");
    }
    if (found.state() == AppStatus.State.QUARANTINED) {
      throw new Refused(ErrorCode.CONFLICT, "app '" + id + "' is quarantined");
    }
    put(found.manifest().orElseThrow(), AppStatus.State.RUNNING);
    return apps.get(id);
  }

  @Override
  public synchronized AppStatus stop(String id) {
    told.add("stop " + id);
    running.remove(id);
    put(apps.get(id).manifest().orElseThrow(), AppStatus.State.STOPPED);
    return apps.get(id);
  }

  @Override
  public synchronized <T> T changing(String id, Callable<T> change) throws Exception {
    told.add("changing " + id);
    return change.call();
  }

  public synchronized void remove(String id) {
    apps.remove(id);
    running.remove(id);
  }

  @Override
  public Path folder() {
    return folder;
  }

  @Override
  public Path folder(String id) {
    if (!id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,127}")) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + id + "' is no id of an app");
    }
    return folder.resolve(id);
  }

  @Override
  public synchronized Map<String, String> settings(String id) {
    return Map.copyOf(settings.getOrDefault(id, Map.of()));
  }

  @Override
  public synchronized void set(String id, Map<String, String> changes, Set<String> secret) {
    Map<String, String> all = settings.computeIfAbsent(id, _ -> new HashMap<>());
    Set<String> hidden = secrets.computeIfAbsent(id, _ -> new TreeSet<>());
    hidden.addAll(secret);
    changes.forEach(
        (name, value) -> {
          if (value == null) {
            all.remove(name);
            hidden.remove(name);
          } else {
            all.put(name, value);
          }
        });
  }

  @Override
  public synchronized Set<String> secrets(String id) {
    return Set.copyOf(secrets.getOrDefault(id, Set.of()));
  }

  @Override
  public synchronized void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    servers.forEach(Server::shutdownNow);
  }
}
