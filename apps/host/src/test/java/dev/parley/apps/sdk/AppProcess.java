package dev.parley.apps.sdk;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.ClientCalls;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** An app as the hub starts it, with nothing else in its environment, and a channel to it. */
final class AppProcess implements AutoCloseable {
  /** Only tests that fail wait so long. */
  static final int PATIENCE_SECONDS = 30;

  private static final int ANSWER_BYTES_MAX = 16 << 20;
  private static final String OVER = "(it says no more)";

  private final Path socket;
  private final Process process;
  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final EpollEventLoopGroup loop = new EpollEventLoopGroup(1);
  private final ManagedChannel channel;

  /** Starts a program with a socket in the folder and waits until it listens. */
  AppProcess(Path program, Path folder, String name) throws Exception {
    socket = folder.resolve("app.sock");
    process =
        start(
            program,
            folder,
            Map.of(
                "NEBO_APP_DIR",
                folder.toString(),
                "NEBO_APP_SOCK",
                socket.toString(),
                "NEBO_APP_ID",
                "com.example.test",
                "NEBO_APP_NAME",
                name,
                "NEBO_APP_VERSION",
                "1.0.0",
                "NEBO_APP_DATA",
                folder.resolve("data").toString()));
    Thread.ofVirtual().start(this::listen);
    channel =
        NettyChannelBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
            .eventLoopGroup(loop)
            .channelType(EpollDomainSocketChannel.class)
            // Sockets of this kind know no such option, and Netty would warn of it.
            .withOption(ChannelOption.SO_KEEPALIVE, null)
            .overrideAuthority("localhost")
            .maxInboundMessageSize(ANSWER_BYTES_MAX)
            .usePlaintext()
            .build();
    assertThat(heard("listening on")).isEqualTo("[" + name + "] listening on " + socket);
  }

  static Process start(Path program, Path folder, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(program.toString()).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
  }

  private void listen() {
    try (BufferedReader lines = process.errorReader()) {
      lines.lines().forEach(said::add);
    } catch (IOException | UncheckedIOException e) {
      said.add(e.toString());
    }
    said.add(OVER);
  }

  /** The next line on its standard error in which a text stands. */
  String heard(String text) throws InterruptedException {
    for (String line = ""; line != null && !line.equals(OVER); line = next()) {
      if (!line.isEmpty() && line.contains(text)) {
        return line;
      }
    }
    throw new AssertionError("the app did not say: " + text);
  }

  private String next() throws InterruptedException {
    String line = said.poll(PATIENCE_SECONDS, SECONDS);
    if (line == null) {
      throw new AssertionError("the app says nothing");
    }
    return line;
  }

  ManagedChannel channel() {
    return channel;
  }

  Path socket() {
    return socket;
  }

  <S extends AbstractStub<S>> S patient(S stub) {
    return stub.withDeadlineAfter(PATIENCE_SECONDS, SECONDS);
  }

  /** Calls with bytes, which need not be a message. */
  byte[] call(String method, byte[] request) {
    MethodDescriptor<byte[], byte[]> descriptor =
        MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("apps.v0." + method)
            .setRequestMarshaller(new Raw())
            .setResponseMarshaller(new Raw())
            .build();
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, SECONDS);
    return ClientCalls.blockingUnaryCall(channel, descriptor, options, request);
  }

  private static final class Raw implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** SIGTERM; then it must be gone by itself, soon, with its socket. */
  void stops() throws InterruptedException {
    long begun = System.nanoTime();
    process.destroy();
    assertThat(process.waitFor(PATIENCE_SECONDS, SECONDS)).isTrue();
    // The hub kills what takes longer than two seconds; a busy machine is slower than that.
    assertThat(System.nanoTime() - begun).isLessThan(SECONDS.toNanos(10));
    assertThat(process.exitValue()).as("what it ends with").isZero();
    assertThat(socket).doesNotExist();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    assertThat(Files.exists(socket)).as("the socket of a killed app is left").isTrue();
  }

  List<String> everythingSaid() {
    return List.copyOf(said);
  }

  @Override
  public void close() throws InterruptedException {
    channel.shutdownNow().awaitTermination(PATIENCE_SECONDS, SECONDS);
    loop.shutdownGracefully(0, 0, SECONDS).awaitUninterruptibly();
    process.destroyForcibly().waitFor();
  }
}
