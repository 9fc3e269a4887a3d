package dev.parley.doors.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.doors.gateway.GatewayClient.Heard;
import dev.parley.testkit.broker.Senders;
import dev.parley.wire.gateway.FrameType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages of other doors that name no conversation reach a bot as well. */
class MailTest {
  private static final UUID A = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");
  private static final UUID B = UUID.fromString("1b4e28ba-2fa1-11d2-883f-0016d3cca427");

  private final GatewayHub hub = new GatewayHub();

  @AfterEach
  void close() {
    hub.close();
  }

  private static AgentId agent(UUID bot) {
    return new AgentId(bot.toString());
  }

  private MessageId mail(UUID from, Path to, String text) {
    Draft draft = Draft.from(from.toString()).to(to).content(text).build();
    return GatewayHub.get(hub.broker.route(draft, Senders.agent(from.toString()))).message().id();
  }

  private MessageId mail(UUID from, UUID to, String text) {
    return mail(from, Path.agent(agent(to)), text);
  }

  private long pending(UUID bot) {
    return GatewayHub.get(hub.broker.stats(BoxId.inbox(agent(bot)))).pending();
  }

  /** Marks are written a moment after the message is. */
  private void awaitNothingPending(UUID bot) {
    await()
        .until(
            () -> {
              hub.time.advance(Duration.ofSeconds(1));
              return pending(bot) == 0;
            });
  }

  /** Connected, and has said a word, so that what waits comes. */
  private GatewayClient back(UUID bot) {
    GatewayClient client = hub.connect(bot);
    client.joinStream(bot, "chat");
    return client;
  }

  /** Connected, and has read past what came by then. */
  private GatewayClient connected(UUID bot) {
    GatewayClient client = hub.connect(bot);
    client.everythingUntilNow(bot);
    return client;
  }

  @Test
  void aDirectMessageComesInTheConversationWithItsSenderWhereItIsAnswered() {
    hub.bot(A);
    GatewayClient b = connected(B);

    MessageId id = mail(A, B, "hello");

    Heard told = b.next(FrameType.JOIN_CONVERSATION);
    assertThat(told.text("peerId")).isEqualTo(A.toString());
    Heard heard = b.delivery();
    assertThat(heard.said()).isEqualTo("hello");
    assertThat(heard.json().path("content").has("path")).isFalse();
    assertThat(heard.text("senderId")).isEqualTo(A.toString());
    assertThat(heard.text("stream")).isEqualTo("dm");
    assertThat(heard.frame().messageId()).isEqualTo(id);
    assertThat(heard.frame().seq()).isZero();
    assertThat(heard.flags()).isZero();
    assertThat(heard.frame().conversationId().toString()).isEqualTo(told.text("conversationId"));
    b.send(heard.frame().conversationId(), "dm", "hello yourself");
    await().until(() -> pending(A) == 1);
    awaitNothingPending(B);
  }

  @Test
  void whatLiesInTheInboxComesOldestFirstAndOnce() {
    hub.bot(A);
    hub.bot(B);
    IntStream.rangeClosed(1, 300).forEach(i -> mail(A, B, "m" + i));

    GatewayClient b = back(B);

    assertThat(b.texts(300))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 300).mapToObj(i -> "m" + i).toList());
    awaitNothingPending(B);
    b.close();
    await().until(() -> hub.sockets.connections() == 0);
    GatewayClient back = connected(B);
    mail(A, B, "new");
    assertThat(back.delivery().said()).isEqualTo("new");
  }

  @Test
  void whatIsSentToAPathSaysWhere() {
    hub.bot(A);
    GatewayClient b = connected(B);
    GatewayHub.get(hub.broker.participants().subscribe(agent(B), Pattern.parse("room/*")));

    mail(A, Path.parse("room/news"), "extra");

    Heard heard = b.delivery();
    assertThat(heard.said()).isEqualTo("extra");
    assertThat(heard.json().path("content").path("path").asString("")).isEqualTo("room/news");
  }

  @Test
  void ofAConversationEachMessageComesOnceAndWithItsNumber() {
    GatewayClient a = connected(A);
    GatewayClient b = connected(B);

    a.send(B, "dm", "in the conversation");
    Heard first = b.delivery();
    mail(A, B, "beside it");

    assertThat(first.frame().seq()).isEqualTo(1);
    Heard second = b.delivery();
    assertThat(second.said()).isEqualTo("beside it");
    assertThat(second.frame().seq()).isZero();
    assertThat(second.frame().conversationId()).isEqualTo(first.frame().conversationId());
  }

  @Test
  void nobodyHearsItself() {
    hub.bot(A);
    GatewayClient b = connected(B);

    mail(B, B, "a note");
    mail(A, B, "hello");

    assertThat(b.delivery().said()).isEqualTo("hello");
    await()
        .until(
            () -> {
              hub.time.advance(Duration.ofSeconds(1));
              return pending(B) == 1;
            });
  }

  @Test
  void whoHasLeftTheConversationGetsTheMailWhenItComesBack() {
    hub.bot(A);
    GatewayClient b = connected(B);
    mail(A, B, "one");
    UUID conversation = b.delivery().frame().conversationId();
    b.say(FrameType.LEAVE_CONVERSATION, "{'conversationId':'" + conversation + "'}");
    b.everythingUntilNow(B);

    mail(A, B, "two");
    mailOfTheOwner("from the owner");
    assertThat(b.delivery().said()).isEqualTo("from the owner");

    assertThat(back(B).delivery().said()).isEqualTo("two");
  }

  private void mailOfTheOwner(String text) {
    Draft draft = Draft.from(Sender.OWNER_NAME).to(Path.agent(agent(B))).content(text).build();
    GatewayHub.get(hub.broker.route(draft, Senders.ownerAs(Sender.OWNER_NAME)));
  }

  @Test
  void nothingIsLostOrDoubledWhenAConnectionIsReplaced() {
    hub.bot(A);
    GatewayClient old = connected(B);
    IntStream.rangeClosed(1, 200).forEach(i -> mail(A, B, "m" + i));
    GatewayClient fresh = hub.connect(B);
    fresh.joinStream(B, "chat");
    IntStream.rangeClosed(201, 300).forEach(i -> mail(A, B, "m" + i));

    List<String> heard = new ArrayList<>();
    try {
      while (true) {
        Heard next = old.read();
        if (next.type() == FrameType.MESSAGE_DELIVERY) {
          heard.add(next.said());
        }
      }
    } catch (AssertionError closed) {
      assertThat(closed).hasMessageContaining("close");
    }
    heard.addAll(fresh.texts(300 - heard.size()));

    assertThat(heard)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 300).mapToObj(i -> "m" + i).toList());
  }
}
