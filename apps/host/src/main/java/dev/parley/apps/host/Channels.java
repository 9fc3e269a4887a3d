package dev.parley.apps.host;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Connections to apps, over which all of them are called. One thread reads and writes for all. */
final class Channels implements AutoCloseable {
  /** As much as one answer of an app may be; what is larger fails. */
  static final int ANSWER_BYTES_MAX = 16 << 20;

  private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
  private @Nullable EventLoopGroup loop;

  /** Connects when it is first called, and again when that is lost. */
  ManagedChannel to(Path socket) {
    return NettyChannelBuilder.forAddress(new DomainSocketAddress(socket.toString()))
        .eventLoopGroup(loop())
        .channelType(EpollDomainSocketChannel.class)
        .overrideAuthority("localhost")
        .usePlaintext()
        // Set for every connection, and Unix sockets do not have it: each would be a warning.
        .withOption(ChannelOption.SO_KEEPALIVE, null)
        .maxInboundMessageSize(ANSWER_BYTES_MAX)
        .disableRetry()
        .executor(calls)
        .build();
  }

  /** Made when the first app runs: most hubs have none. */
  private synchronized EventLoopGroup loop() {
    EventLoopGroup present = loop;
    if (present == null) {
      present =
          new MultiThreadIoEventLoopGroup(
              1, new DefaultThreadFactory("parley-apps", true), EpollIoHandler.newFactory());
      loop = present;
    }
    return present;
  }

  @Override
  public synchronized void close() {
    if (loop != null) {
      var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
    calls.shutdown();
  }
}
