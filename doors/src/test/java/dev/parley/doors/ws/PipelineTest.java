package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.websocketx.WebSocketFrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketFrameEncoder;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.internal.http.WebSocketInternal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The WebSocket door takes the place of a handler of Vert.x's by its name. This says so when a new
 * version of Vert.x names or arranges its handlers differently.
 */
class PipelineTest {
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void vertxDecodesFramesInAHandlerOfTheKnownNameBeforeTheOneThatEncodesThem() throws Exception {
    CompletableFuture<ChannelPipeline> opened = new CompletableFuture<>();
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
                                    ((WebSocketInternal) socket)
                                        .channelHandlerContext()
                                        .pipeline())))
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS)
            .actualPort();
    var _ =
        vertx
            .createWebSocketClient()
            .connect(new WebSocketConnectOptions().setHost("127.0.0.1").setPort(port).setURI("/"));

    ChannelPipeline pipeline = opened.get(20, TimeUnit.SECONDS);

    assertThat(pipeline.get(WebSocketDoor.DECODER)).isInstanceOf(WebSocketFrameDecoder.class);
    List<String> names = pipeline.names();
    String encoder = pipeline.context(WebSocketFrameEncoder.class).name();
    // What is written from the decoder's place goes towards the head, and so past the encoder.
    assertThat(names.indexOf(WebSocketDoor.DECODER)).isLessThan(names.indexOf(encoder));
  }
}
