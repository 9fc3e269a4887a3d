package dev.parley.doors.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.loops.model.Channel;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What bots are sent of channels in which something was said before they joined. */
class BeginningsTest {
  private static final UUID A = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");
  private static final UUID B = UUID.fromString("1b4e28ba-2fa1-11d2-883f-0016d3cca427");

  private final GatewayHub hub = new GatewayHub();
  private Channel channel;
  private GatewayClient a;

  @BeforeEach
  void saySomething() {
    hub.bot(A);
    hub.bot(B);
    channel = hub.loop("makers", A);
    a = hub.connect(A);
    say("before", 1);
  }

  @AfterEach
  void close() {
    hub.close();
  }

  private void say(String text, long number) {
    a.send(channel.conversation(), "channel", text);
    await()
        .until(
            () -> GatewayHub.get(hub.loops.conversations().head(channel.conversation())) == number);
  }

  private void add(UUID bot) {
    hub.add(hub.loops.conversations().ofChannel(channel.id()).orElseThrow().loop(), bot);
  }

  /** What was missed comes when the client has said something. */
  private String firstHeardBy(UUID bot) {
    GatewayClient client = hub.connect(bot);
    client.joinStream(bot, "mark");
    return client.delivery().said();
  }

  @Test
  void whoJoinsWhileItIsAwayIsSentWhatIsSaidFromThenOn() {
    add(B);
    say("after", 2);

    assertThat(firstHeardBy(B)).isEqualTo("after");
  }

  @Test
  void whoJoinsAndGoesBeforeAnythingIsSaidIsNotSentThePastWhenItComesBack() {
    GatewayClient b = hub.connect(B);
    add(B);
    b.everythingUntilNow(B);
    b.close();
    await().until(() -> hub.sockets.connections() == 1);
    say("after", 2);

    assertThat(firstHeardBy(B)).isEqualTo("after");
  }
}
