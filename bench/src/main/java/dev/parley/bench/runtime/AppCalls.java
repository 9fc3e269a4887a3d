package dev.parley.bench.runtime;

import com.google.protobuf.ByteString;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Permissions;
import dev.parley.agents.hooks.HookPoint;
import dev.parley.agents.tools.ToolResult;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.tools.Toolbox;
import dev.parley.apps.hooks.HookAdapter;
import dev.parley.apps.hooks.HookDispatch;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.proto.ApprovalResponse;
import dev.parley.apps.proto.DescriptionResponse;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.ExecuteRequest;
import dev.parley.apps.proto.ExecuteResponse;
import dev.parley.apps.proto.HookList;
import dev.parley.apps.proto.HookRegistration;
import dev.parley.apps.proto.HookRequest;
import dev.parley.apps.proto.HookResponse;
import dev.parley.apps.proto.HookServiceGrpc;
import dev.parley.apps.proto.NameResponse;
import dev.parley.apps.proto.SchemaResponse;
import dev.parley.apps.proto.ToolServiceGrpc;
import dev.parley.apps.tools.AppTools;
import dev.parley.apps.tools.ToolAdapter;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
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
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Calls of an app through all of the product's own code, over a Unix socket. The app is a gRPC
 * server in this process: what a process of its own adds is its own time.
 */
public final class AppCalls implements AutoCloseable {
  private static final int WARM_UP = 2_000;
  private static final String TEXT = "{\"response_text\":\"" + "x".repeat(300) + "\"}";

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, EpollIoHandler.newFactory());
  private final java.nio.file.Path socket;
  private final Server server;
  private final ManagedChannel channel;
  private final HookDispatch hooks = new HookDispatch(System::currentTimeMillis);
  private final AppTools tools = new AppTools();
  private final Toolbox toolbox = new Toolbox(Permissions.NONE, hooks).register(tools);

  private AppCalls(java.nio.file.Path directory) throws IOException {
    Files.createDirectories(directory);
    socket = directory.resolve("app.sock");
    DomainSocketAddress address = new DomainSocketAddress(socket.toFile());
    server =
        NettyServerBuilder.forAddress(address)
            .channelType(EpollServerDomainSocketChannel.class)
            .bossEventLoopGroup(loops)
            .workerEventLoopGroup(loops)
            .addService(new Hook())
            .addService(new Tool())
            .build()
            .start();
    channel =
        NettyChannelBuilder.forAddress(address)
            .channelType(EpollDomainSocketChannel.class)
            .eventLoopGroup(loops)
            .overrideAuthority("localhost")
            .usePlaintext()
            .build();
  }

  /**
   * Nanoseconds of each call, one after the other.
   *
   * @param hook of a filter that changes an answer
   * @param tool from the name of a tool to its result
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Measured(long[] hook, long[] tool) {}

  public static Measured measure(java.nio.file.Path directory, int calls) throws Exception {
    try (AppCalls app = new AppCalls(directory)) {
      app.attach(directory);
      var _ = app.hooks(WARM_UP);
      long[] hook = app.hooks(calls);
      var _ = app.tools(WARM_UP);
      return new Measured(hook, app.tools(calls));
    }
  }

  private void attach(java.nio.file.Path directory) throws InterruptedException {
    RunningApp app = new App(channel);
    var _ = new HookAdapter(hooks).attach(app);
    var _ = new ToolAdapter(tools, _ -> directory).attach(app);
  }

  private long[] hooks(int calls) throws InterruptedException {
    long[] nanos = new long[calls];
    for (int i = 0; i < calls; i++) {
      long start = System.nanoTime();
      String answer =
          hooks.text(HookPoint.MESSAGE_POST_RECEIVE, "response_text", "an answer of some words");
      nanos[i] = System.nanoTime() - start;
      if (answer.length() != 300) {
        throw new IllegalStateException("the app was not asked");
      }
    }
    return nanos;
  }

  private long[] tools(int calls) throws InterruptedException {
    Message message =
        new Message(
            new MessageId(1, 2),
            1,
            Draft.from("bob").to(Path.parse("agent/ada")).content("x").build(),
            0,
            0,
            Origin.PEER,
            0,
            null);
    ToolUse use =
        new ToolUse(
            new BrainRequest(SessionKey.parse("ada/comm-1"), new UUID(1, 1), List.of(message)));
    long[] nanos = new long[calls];
    for (int i = 0; i < calls; i++) {
      long start = System.nanoTime();
      ToolResult result = toolbox.use(use, "calculator", "{\"action\":\"add\",\"a\":2,\"b\":3}");
      nanos[i] = System.nanoTime() - start;
      if (result.failed()) {
        throw new IllegalStateException(result.text());
      }
    }
    return nanos;
  }

  @Override
  public void close() throws IOException {
    channel.shutdownNow();
    server.shutdownNow();
    var _ = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    Files.deleteIfExists(socket);
  }

  private record App(Channel channel) implements RunningApp {
    @Override
    public Manifest manifest() {
      return new Manifest(
          "bench.app",
          "bench",
          "1.0.0",
          "",
          "local",
          List.of(Capability.parse("hooks"), Capability.parse("tool:calculator")),
          Set.of("hook:*"),
          Set.of(),
          List.of(),
          Duration.ofSeconds(10));
    }

    @Override
    public boolean offers(Capability.Kind kind) {
      return manifest().provides(kind);
    }

    @Override
    public Map<String, String> settings() {
      return Map.of();
    }
  }

  private static <T> void answer(StreamObserver<T> observer, T answer) {
    observer.onNext(answer);
    observer.onCompleted();
  }

  private static final class Hook extends HookServiceGrpc.HookServiceImplBase {
    @Override
    public void listHooks(Empty request, StreamObserver<HookList> observer) {
      answer(
          observer,
          HookList.newBuilder()
              .addHooks(
                  HookRegistration.newBuilder()
                      .setHook(HookPoint.MESSAGE_POST_RECEIVE.wireName())
                      .setType("filter"))
              .build());
    }

    @Override
    public void applyFilter(HookRequest request, StreamObserver<HookResponse> observer) {
      answer(observer, HookResponse.newBuilder().setPayload(ByteString.copyFromUtf8(TEXT)).build());
    }
  }

  private static final class Tool extends ToolServiceGrpc.ToolServiceImplBase {
    @Override
    public void name(Empty request, StreamObserver<NameResponse> observer) {
      answer(observer, NameResponse.newBuilder().setName("calculator").build());
    }

    @Override
    public void description(Empty request, StreamObserver<DescriptionResponse> observer) {
      answer(observer, DescriptionResponse.newBuilder().setDescription("adds").build());
    }

    @Override
    public void schema(Empty request, StreamObserver<SchemaResponse> observer) {
      answer(
          observer,
          SchemaResponse.newBuilder()
              .setSchema(ByteString.copyFromUtf8("{\"type\":\"object\"}"))
              .build());
    }

    @Override
    public void requiresApproval(Empty request, StreamObserver<ApprovalResponse> observer) {
      answer(observer, ApprovalResponse.getDefaultInstance());
    }

    @Override
    public void execute(ExecuteRequest request, StreamObserver<ExecuteResponse> observer) {
      answer(observer, ExecuteResponse.newBuilder().setContent("2 add 3 = 5").build());
    }
  }
}
