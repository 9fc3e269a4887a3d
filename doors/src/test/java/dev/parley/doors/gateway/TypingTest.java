package dev.parley.doors.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Sender;
import dev.parley.doors.gateway.GatewayClient.Heard;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Conversation;
import dev.parley.loops.model.ConversationHook;
import dev.parley.wire.gateway.FrameType;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** That somebody types passes between the gateway and other doors of the same hub. */
class TypingTest {
  private static final UUID A = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");
  private static final UUID B = UUID.fromString("1b4e28ba-2fa1-11d2-883f-0016d3cca427");

  private final GatewayHub hub = new GatewayHub();

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void whatIsTypedAtAnotherDoorIsToldToBotsThatFollow() {
    GatewayClient bot = hub.connect(A);
    GatewayClient other = hub.connect(B);
    Channel channel = hub.loop("Acme", A);
    bot.everythingUntilNow(A);
    other.everythingUntilNow(B);
    Conversation conversation =
        hub.loops.conversations().find(channel.conversation()).orElseThrow();

    hub.loops
        .conversations()
        .pass(
            conversation,
            new AgentId(Sender.OWNER_NAME),
            Conversation.TYPING,
            "{\"typing\":true}".getBytes(UTF_8));

    Heard heard = bot.delivery();
    assertThat(heard.text("stream")).isEqualTo("typing");
    assertThat(heard.frame().isEphemeral()).isTrue();
    assertThat(heard.text("senderId")).isEqualTo(hub.ownerId().toString());
    assertThat(other.everythingUntilNow(B)).as("who takes no part").isEmpty();
  }

  @Test
  void whatABotTypesIsToldToWhoeverWatches() throws InterruptedException {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    hub.loops
        .conversations()
        .addHook(
            new ConversationHook() {
              @Override
              public void onPassing(
                  Conversation conversation, AgentId from, String stream, byte[] content) {
                heard.add(from + " " + stream + " " + new String(content, UTF_8));
              }
            });
    GatewayClient bot = hub.connect(A);
    Channel channel = hub.loop("Acme", A);
    bot.everythingUntilNow(A);

    bot.say(
        FrameType.SEND_MESSAGE,
        "{'conversationId':'"
            + channel.conversation()
            + "','stream':'typing','content':{'typing':true}}");

    assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo(A + " typing {\"typing\":true}");
  }
}
