package dev.parley.apps.host;

import dev.parley.apps.proto.ChannelServiceGrpc;
import dev.parley.apps.proto.CommServiceGrpc;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.ExecuteRequest;
import dev.parley.apps.proto.ExecuteResponse;
import dev.parley.apps.proto.GatewayServiceGrpc;
import dev.parley.apps.proto.HealthCheckRequest;
import dev.parley.apps.proto.HealthCheckResponse;
import dev.parley.apps.proto.HookServiceGrpc;
import dev.parley.apps.proto.ScheduleServiceGrpc;
import dev.parley.apps.proto.SettingsMap;
import dev.parley.apps.proto.ToolServiceGrpc;
import dev.parley.apps.proto.UIServiceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** What an app of the tests answers, in the test itself. It has every service there is. */
final class Backend implements AutoCloseable {
  /** How it answers when it is asked whether it is well. */
  enum Health {
    WELL,
    ILL,
    FAILING,
    SILENT,
    HUGE
  }

  final AtomicReference<Health> health = new AtomicReference<>(Health.WELL);
  final AtomicReference<Status> configure = new AtomicReference<>(Status.OK);

  /** Full names of the methods that were called. */
  final List<String> called = new CopyOnWriteArrayList<>();

  final List<Map<String, String>> settings = new CopyOnWriteArrayList<>();
  private final EventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
  private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
  private final Server server;

  private record Shared(
      String name,
      MethodDescriptor<HealthCheckRequest, HealthCheckResponse> health,
      MethodDescriptor<SettingsMap, Empty> configure) {}

  private static final List<Shared> SERVICES =
      List.of(
          new Shared(
              GatewayServiceGrpc.SERVICE_NAME,
              GatewayServiceGrpc.getHealthCheckMethod(),
              GatewayServiceGrpc.getConfigureMethod()),
          new Shared(
              ChannelServiceGrpc.SERVICE_NAME,
              ChannelServiceGrpc.getHealthCheckMethod(),
              ChannelServiceGrpc.getConfigureMethod()),
          new Shared(
              CommServiceGrpc.SERVICE_NAME,
              CommServiceGrpc.getHealthCheckMethod(),
              CommServiceGrpc.getConfigureMethod()),
          new Shared(
              UIServiceGrpc.SERVICE_NAME,
              UIServiceGrpc.getHealthCheckMethod(),
              UIServiceGrpc.getConfigureMethod()),
          new Shared(
              ScheduleServiceGrpc.SERVICE_NAME,
              ScheduleServiceGrpc.getHealthCheckMethod(),
              ScheduleServiceGrpc.getConfigureMethod()));

  Backend(Path data) {
    try {
      Files.createDirectories(data);
      Path socket = data.resolve("backend.sock");
      Files.deleteIfExists(socket);
      NettyServerBuilder builder =
          NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toString()))
              .channelType(EpollServerDomainSocketChannel.class)
              .bossEventLoopGroup(loop)
              .workerEventLoopGroup(loop)
              .executor(calls)
              .maxInboundMessageSize(4 << 20);
      for (Shared each : SERVICES) {
        builder.addService(
            ServerServiceDefinition.builder(each.name)
                .addMethod(each.health, ServerCalls.asyncUnaryCall(health(each.health)))
                .addMethod(each.configure, ServerCalls.asyncUnaryCall(configure(each.configure)))
                .build());
      }
      server =
          builder
              .addService(
                  ServerServiceDefinition.builder(HookServiceGrpc.SERVICE_NAME)
                      .addMethod(
                          HookServiceGrpc.getHealthCheckMethod(),
                          ServerCalls.asyncUnaryCall(
                              health(HookServiceGrpc.getHealthCheckMethod())))
                      .build())
              .addService(
                  ServerServiceDefinition.builder(ToolServiceGrpc.SERVICE_NAME)
                      .addMethod(
                          ToolServiceGrpc.getHealthCheckMethod(),
                          ServerCalls.asyncUnaryCall(
                              health(ToolServiceGrpc.getHealthCheckMethod())))
                      .addMethod(
                          ToolServiceGrpc.getConfigureMethod(),
                          ServerCalls.asyncUnaryCall(
                              configure(ToolServiceGrpc.getConfigureMethod())))
                      .addMethod(
                          ToolServiceGrpc.getExecuteMethod(),
                          ServerCalls.asyncUnaryCall(this::execute))
                      .build())
              .build()
              .start();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private ServerCalls.UnaryMethod<HealthCheckRequest, HealthCheckResponse> health(
      MethodDescriptor<?, ?> method) {
    return (_, answer) -> {
      called.add(method.getFullMethodName());
      HealthCheckResponse.Builder response =
          HealthCheckResponse.newBuilder().setName("App").setVersion("1.0.0");
      switch (health.get()) {
        case WELL -> answer(answer, response.setHealthy(true).build());
        case ILL -> answer(answer, response.build());
        case FAILING -> answer.onError(Status.INTERNAL.withDescription("broken\n").asException());
        case SILENT -> {}
        case HUGE ->
            answer(answer, response.setHealthy(true).setName("x".repeat(17 << 20)).build());
      }
    };
  }

  private ServerCalls.UnaryMethod<SettingsMap, Empty> configure(MethodDescriptor<?, ?> method) {
    return (request, answer) -> {
      called.add(method.getFullMethodName());
      settings.add(request.getValuesMap());
      if (configure.get().isOk()) {
        answer(answer, Empty.getDefaultInstance());
      } else {
        answer.onError(configure.get().asException());
      }
    };
  }

  /** Says what it was given. */
  private void execute(ExecuteRequest request, StreamObserver<ExecuteResponse> answer) {
    answer(
        answer, ExecuteResponse.newBuilder().setContent(request.getInput().toStringUtf8()).build());
  }

  private static <A> void answer(StreamObserver<A> answer, A response) {
    answer.onNext(response);
    answer.onCompleted();
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      if (!server.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new AssertionError("the app's server does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    calls.shutdownNow();
  }
}
