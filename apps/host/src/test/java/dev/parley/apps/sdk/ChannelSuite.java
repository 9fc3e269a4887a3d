package dev.parley.apps.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.parley.apps.proto.Attachment;
import dev.parley.apps.proto.ChannelConnectRequest;
import dev.parley.apps.proto.ChannelSendRequest;
import dev.parley.apps.proto.ChannelServiceGrpc;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.InboundMessage;
import dev.parley.apps.proto.MessageAction;
import dev.parley.apps.proto.MessageSender;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The channel of an SDK, whose messages come back as an echo. */
abstract class ChannelSuite extends ExampleSuite {
  private static final Empty NONE = Empty.getDefaultInstance();

  ChannelSuite(Sdk sdk) {
    super(sdk, "channel", "ChannelService");
  }

  private ChannelServiceGrpc.ChannelServiceBlockingStub channel() {
    return app.patient(ChannelServiceGrpc.newBlockingStub(app.channel()));
  }

  private String connect(Map<String, String> config) {
    return channel()
        .connect(ChannelConnectRequest.newBuilder().putAllConfig(config).build())
        .getError();
  }

  private String sendFails(String text) {
    return channel().send(ChannelSendRequest.newBuilder().setText(text).build()).getError();
  }

  @Test
  void saysWhyItCannotConnectOrSend() {
    assertThat(channel().iD(NONE).getId()).isEqualTo("echo");
    assertThat(connect(Map.of())).isEqualTo("token is required");
    assertThat(connect(Map.of("token", "t", "greetings", "many"))).startsWith("greetings");
    assertThat(sendFails("too early")).isEqualTo("not connected");

    assertThat(connect(Map.of("token", "t"))).isEmpty();
    assertThat(sendFails("now")).isEmpty();
    assertThat(channel().disconnect(NONE).getError()).isEmpty();

    assertThat(sendFails("too late")).isEqualTo("not connected");
  }

  @Test
  void hundredMessagesComeInTheirOrder() {
    assertThat(connect(Map.of("token", "t", "greetings", "100"))).isEmpty();
    Iterator<InboundMessage> messages = channel().receive(NONE);

    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      texts.add(messages.next().getText());
    }

    assertThat(texts).isEqualTo(IntStream.rangeClosed(1, 100).mapToObj(i -> "hello " + i).toList());
  }

  @Test
  void aMessageGoesOutAndComesBackWhole() {
    connect(Map.of("token", "t"));
    Iterator<InboundMessage> messages = channel().receive(NONE);
    MessageSender sender =
        MessageSender.newBuilder().setName("Alex").setRole("COO").setBotId("b").build();
    Attachment attachment =
        Attachment.newBuilder()
            .setType("image")
            .setUrl("u")
            .setFilename("ä")
            .setSize(1L << 40)
            .build();
    MessageAction action = MessageAction.newBuilder().setLabel("Yes").setCallbackId("y").build();
    ByteString data = ByteString.copyFrom(new byte[] {0, 1, -1});
    ChannelSendRequest out =
        ChannelSendRequest.newBuilder()
            .setMessageId("m-1")
            .setChannelId("echo:room")
            .setSender(sender)
            .setText("hello 🙂")
            .addAttachments(attachment)
            .addAttachments(Attachment.getDefaultInstance())
            .addActions(action)
            .setPlatformData(data)
            .build();

    assertThat(channel().send(out).getMessageId()).isEqualTo("echo-1");

    InboundMessage back = messages.next();
    assertThat(Instant.parse(back.getTimestamp()))
        .isBetween(Instant.now().minus(Duration.ofMinutes(5)), Instant.now().plusSeconds(60));
    assertThat(back.toBuilder().clearTimestamp().build())
        .isEqualTo(
            InboundMessage.newBuilder()
                .setMessageId("echo-1")
                .setChannelId("echo:room")
                .setReplyTo("m-1")
                .setSender(sender)
                .setText("hello 🙂")
                .addAttachments(attachment)
                .addAttachments(Attachment.getDefaultInstance())
                .addActions(action)
                .setPlatformData(data)
                .build());
  }

  @Test
  void whatNobodyTakesIsLimited() {
    assertThat(connect(Map.of("token", "t", "greetings", "1000"))).isEmpty();

    assertThat(sendFails("one more")).isEqualTo("the room is full");

    Iterator<InboundMessage> messages = channel().receive(NONE);
    for (int i = 0; i < 1000; i++) {
      messages.next();
    }
    assertThat(sendFails("there is room again")).isEmpty();
  }

  @Test
  void stopsWhileAStreamIsOpen() throws Exception {
    connect(Map.of("token", "t", "greetings", "1"));
    Iterator<InboundMessage> messages = channel().receive(NONE);
    messages.next();

    app.stops();

    assertThat(ends(messages)).isTrue();
  }

  @Test
  void aStreamThatNobodyReadsKeepsNobodyElseWaiting() throws Exception {
    connect(Map.of("token", "t"));
    Iterator<InboundMessage> unread = channel().receive(NONE);
    String large = "x".repeat(100_000);
    for (int i = 0; i < 50; i++) {
      assertThat(sendFails(large)).isEmpty();
    }

    isWell();

    assertThat(unread.next().getText()).isEqualTo(large);
    app.stops();
  }

  /** With a status or without: the app may have been quicker to close the connection. */
  private static boolean ends(Iterator<InboundMessage> messages) {
    try {
      return !messages.hasNext();
    } catch (StatusRuntimeException e) {
      return true;
    }
  }
}
