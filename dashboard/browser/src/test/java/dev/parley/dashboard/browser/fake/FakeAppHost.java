package dev.parley.dashboard.browser.fake;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.host.Apps;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.proto.HttpRequest;
import dev.parley.apps.proto.HttpResponse;
import dev.parley.apps.proto.UIServiceGrpc;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A host of apps without processes. All of them answer their pages through one gRPC server. */
public final class FakeAppHost implements Apps {
  private final Path folder;
  private final Map<String, AppStatus> apps = new TreeMap<>();
  final Map<String, Manifest> pending = new ConcurrentHashMap<>();
  final Map<String, Manifest> shelf = new ConcurrentHashMap<>();
  final Map<String, Map<String, String>> settings = new ConcurrentHashMap<>();
  final Set<String> secrets = ConcurrentHashMap.newKeySet();
  final Map<String, String> uninstalled = new ConcurrentHashMap<>();
  private final List<HttpRequest> asked = new CopyOnWriteArrayList<>();
  private final Server server;
  private final ManagedChannel channel;

  FakeAppHost() {
    try {
      folder = Files.createTempDirectory("parley-apps");
      server =
          NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
              .addService(
                  new UIServiceGrpc.UIServiceImplBase() {
                    @Override
                    public void handleRequest(
                        HttpRequest request, StreamObserver<HttpResponse> to) {
                      asked.add(request);
                      to.onNext(
                          HttpResponse.newBuilder()
                              .setStatusCode(200)
                              .putHeaders("Content-Type", "application/json")
                              .putHeaders("Set-Cookie", "parley=stolen; Path=/")
                              .setBody(
                                  com.google.protobuf.ByteString.copyFromUtf8(
                                      "{\"path\":\"" + request.getPath() + "\"}"))
                              .build());
                      to.onCompleted();
                    }
                  })
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
  }

  public static Manifest manifest(String id, String version, String provides, String... may) {
    return new Manifest(
        id,
        id.substring(id.lastIndexOf('.') + 1),
        version,
        "Tells what it knows.",
        "local",
        List.of(Capability.parse(provides)),
        Set.of(may),
        Set.of(),
        List.of(),
        Duration.ofSeconds(10));
  }

  public void put(Manifest manifest, AppStatus.State state, String problem) {
    synchronized (apps) {
      apps.put(
          manifest.id(),
          new AppStatus(
              manifest.id(),
              Optional.of(manifest),
              state,
              problem,
              List.of(),
              1_763_280_000_000L,
              0,
              state == AppStatus.State.RUNNING ? 42 : 0));
    }
  }

  /** A version that waits because it wants more. */
  public void waits(Manifest manifest) {
    pending.put(manifest.id(), manifest);
  }

  /** What the store has. */
  public void offer(Manifest manifest) {
    shelf.put(manifest.id(), manifest);
  }

  /** What became of the data of an app that was taken away. */
  public String dataOf(String id) {
    return uninstalled.get(id);
  }

  /** Writes a file of an app's pages. */
  public void page(String id, String name, String content) {
    try {
      Path file = folder.resolve(id).resolve("ui").resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What pages have asked of their apps. */
  public List<HttpRequest> asked() {
    return List.copyOf(asked);
  }

  void remove(String id) {
    synchronized (apps) {
      apps.remove(id);
    }
  }

  private record Running(Manifest manifest, Channel channel) implements RunningApp {
    @Override
    public boolean offers(Capability.Kind kind) {
      return manifest.provides(kind);
    }

    @Override
    public Map<String, String> settings() {
      return Map.of();
    }
  }

  @Override
  public List<AppStatus> all() {
    synchronized (apps) {
      return List.copyOf(apps.values());
    }
  }

  @Override
  public Optional<AppStatus> find(String id) {
    synchronized (apps) {
      return Optional.ofNullable(apps.get(id));
    }
  }

  @Override
  public Optional<RunningApp> running(String id) {
    return find(id)
        .filter(app -> app.state() == AppStatus.State.RUNNING)
        .map(app -> new Running(app.manifest().orElseThrow(), channel));
  }

  @Override
  public AppStatus launch(String id) {
    put(find(id).flatMap(AppStatus::manifest).orElseThrow(), AppStatus.State.RUNNING, "");
    return find(id).orElseThrow();
  }

  @Override
  public AppStatus stop(String id) {
    put(find(id).flatMap(AppStatus::manifest).orElseThrow(), AppStatus.State.STOPPED, "");
    return find(id).orElseThrow();
  }

  @Override
  public <T> T changing(String id, Callable<T> change) throws Exception {
    return change.call();
  }

  @Override
  public Path folder() {
    return folder;
  }

  @Override
  public Path folder(String id) {
    return folder.resolve(id);
  }

  @Override
  public Map<String, String> settings(String id) {
    return Map.copyOf(settings.getOrDefault(id, Map.of()));
  }

  @Override
  public void set(String id, Map<String, String> changes, Set<String> secret) {
    Map<String, String> all = settings.computeIfAbsent(id, _ -> new TreeMap<>());
    changes.forEach(
        (name, value) -> {
          if (value == null) {
            all.remove(name);
          } else {
            all.put(name, value);
          }
        });
    secrets.addAll(secret);
  }

  @Override
  public Set<String> secrets(String id) {
    return Set.copyOf(secrets);
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }
}
