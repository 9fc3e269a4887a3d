package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.websocketx.WebSocketFrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketFrameEncoder;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.internal.http.WebSocketInternal;
import java.lang.ref.Reference;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The WebSocket door takes the place of a handler of Vert.x's by its name. This says so when a new
 * version of Vert.x names or arranges its handlers differently.
 */
class PipelineTest {
  private final Vertx vertx = Vertx.vertx();

  /** As they stand when the connection has become a WebSocket; they go when it is closed. */
  private record Handlers(@Nullable ChannelHandler decoder, String encoder, List<String> names) {
    static Handlers of(ChannelPipeline pipeline) {
      return new Handlers(
          pipeline.get(WebSocketDoor.DECODER),
          pipeline.context(WebSocketFrameEncoder.class).name(),
          pipeline.names());
    }
  }

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void vertxDecodesFramesInAHandlerOfTheKnownNameBeforeTheOneThatEncodesThem() throws Exception {
    CompletableFuture<Handlers> opened = new CompletableFuture<>();
    int port =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setPerFrameWebSocketCompressionSupported(false)
                    .setPerMessageWebSocketCompressionSupported(false))
            .requestHandler(
                request ->
                    request
                        .toWebSocket()
                        .onSuccess(
                            socket ->
                                opened.complete(
                                    Handlers.of(
                                        ((WebSocketInternal) socket)
                                            .channelHandlerContext()
                                            .pipeline()))))
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS)
            .actualPort();
    WebSocketClient client = vertx.createWebSocketClient();
    var _ =
        client.connect(
            new WebSocketConnectOptions().setHost("127.0.0.1").setPort(port).setURI("/"));

    Handlers handlers = opened.get(20, TimeUnit.SECONDS);

    assertThat(handlers.decoder).isInstanceOf(WebSocketFrameDecoder.class);
    // What is written from the decoder's place goes towards the head, and so past the encoder.
    assertThat(handlers.names.indexOf(WebSocketDoor.DECODER))
        .isLessThan(handlers.names.indexOf(handlers.encoder));
    // Until here: Vert.x closes the connections of a client that nobody holds any more.
    Reference.reachabilityFence(client);
  }
}
