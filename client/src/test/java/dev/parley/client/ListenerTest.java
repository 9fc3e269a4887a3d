package dev.parley.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.parley.client.FakeHub.Got;
import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Delivery;
import dev.parley.client.message.Inbox;
import dev.parley.testkit.websocket.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ListenerTest {
  private static final Inbox INBOX = Inbox.of("a");

  private final LinkedBlockingQueue<Long> handled = new LinkedBlockingQueue<>();
  private FakeHub hub;
  private ParleyClient client;

  @BeforeEach
  void connect() throws IOException {
    hub = new FakeHub();
    hub.on("msg.listen", request -> request.ok(Map.of("cursor", 40)));
    client =
        ParleyClient.connect(
            hub.owner(), new Surroundings(System::nanoTime, new SplittableRandom(7), _ -> {}));
  }

  @AfterEach
  void disconnect() throws IOException {
    client.close();
    hub.close();
  }

  @Test
  void messagesReachTheHandlerInOrder() throws Exception {
    client.listen(INBOX, ListenOptions.AUTO, this::handle);
    Peer peer = hub.next("msg.listen").peer();

    for (int cursor = 41; cursor <= 60; cursor++) {
      FakeHub.push(peer, "a", cursor);
    }

    for (long cursor = 41; cursor <= 60; cursor++) {
      assertThat(handled.poll(5, SECONDS)).isEqualTo(cursor);
    }
  }

  @Test
  void aMessageIsAcknowledgedWhenItsHandlerHasReturned() throws Exception {
    var mayReturn = new Semaphore(0);
    client.listen(INBOX, ListenOptions.MANUAL, _ -> mayReturn.acquire());
    Got listen = hub.next("msg.listen");
    assertThat(listen.frame().text("ack")).isEqualTo("manual");
    assertThat(listen.frame().number("window", 0)).isEqualTo(256);

    FakeHub.push(listen.peer(), "a", 41);
    client.hub().ping();
    assertThat(hub.next("ping")).isNotNull();
    assertThat(hub.typesSeen()).doesNotContain("msg.ack");
    mayReturn.release();

    assertThat(cursors(hub.next("msg.ack"))).containsExactly(41L);
  }

  @Test
  void whatIsHandledWhileAnAcknowledgementIsOnItsWayGoesIntoTheNextOne() throws Exception {
    hub.ignoring("msg.ack");
    client.listen(INBOX, ListenOptions.MANUAL, this::handle);
    Peer peer = hub.next("msg.listen").peer();
    FakeHub.push(peer, "a", 41);
    Got first = hub.next("msg.ack");
    for (int cursor = 42; cursor <= 45; cursor++) {
      FakeHub.push(peer, "a", cursor);
    }
    for (int i = 0; i < 5; i++) {
      handled.poll(5, SECONDS);
    }
    // The listener goes through a sixth message, so the fifth is surely behind it.
    FakeHub.push(peer, "a", 46);
    handled.poll(5, SECONDS);
    first.ok(Map.of("acked", 1));

    List<Long> rest = new ArrayList<>(cursors(hub.next("msg.ack")));
    assertThat(rest).startsWith(42L, 43L, 44L, 45L);
  }

  @Test
  void aMessageWhoseHandlerFailsIsNotAcknowledged() throws Exception {
    client.listen(
        INBOX,
        ListenOptions.MANUAL,
        delivery -> {
          if (delivery.cursor() == 41) {
            throw new IllegalStateException("on purpose");
          }
        });
    Peer peer = hub.next("msg.listen").peer();

    FakeHub.push(peer, "a", 41);
    FakeHub.push(peer, "a", 42);

    assertThat(cursors(hub.next("msg.ack"))).containsExactly(42L);
  }

  @Test
  void aHandlerMayCallTheClientAndWaitForIt() throws Exception {
    client.listen(
        INBOX,
        ListenOptions.AUTO.window(1),
        delivery -> {
          client.hub().ping();
          handle(delivery);
        });
    Peer peer = hub.next("msg.listen").peer();

    FakeHub.push(peer, "a", 41);

    assertThat(handled.poll(5, SECONDS)).isEqualTo(41);
  }

  @Test
  void afterAReconnectCopiesGoOnAfterTheLastOneSeen() throws Exception {
    client.listen(INBOX, ListenOptions.COPIES, this::handle);
    Got first = hub.next("msg.listen");
    assertThat(first.frame().has("from")).isFalse();
    FakeHub.push(first.peer(), "a", 41);
    FakeHub.push(first.peer(), "a", 43);
    handled.poll(5, SECONDS);
    handled.poll(5, SECONDS);

    first.peer().drop();

    assertThat(hub.next("msg.listen").frame().number("from", -1)).isEqualTo(43);
  }

  @Test
  void afterAReconnectCopiesGoOnFromWhereListeningBeganIfNothingCame() throws Exception {
    client.listen(INBOX, ListenOptions.COPIES, this::handle);

    hub.next("msg.listen").peer().drop();

    assertThat(hub.next("msg.listen").frame().number("from", -1)).isEqualTo(40);
  }

  @Test
  void afterAReconnectAManualListenerStartsFromWhatIsPending() throws Exception {
    client.listen(INBOX, ListenOptions.MANUAL, this::handle);
    Peer peer = hub.next("msg.listen").peer();
    FakeHub.push(peer, "a", 41);
    handled.poll(5, SECONDS);

    peer.drop();

    assertThat(hub.next("msg.listen").frame().text("from")).isEqualTo("pending");
  }

  @Test
  void afterAReconnectAListenerForWhatIsNewTakesNothingOlder() throws Exception {
    client.listen(INBOX, ListenOptions.MANUAL.from(ListenOptions.NOW), this::handle);

    hub.next("msg.listen").peer().drop();

    assertThat(hub.next("msg.listen").frame().number("from", -1)).isEqualTo(40);
  }

  @Test
  void afterAReconnectCopiesOfAnInboxThatWasEmptyAreOfWhatIsPending() throws Exception {
    hub.on("msg.listen", request -> request.ok(Map.of("cursor", -1)));
    client.listen(INBOX, ListenOptions.COPIES, this::handle);

    hub.next("msg.listen").peer().drop();

    assertThat(hub.next("msg.listen").frame().text("from")).isEqualTo("pending");
  }

  @Test
  void anAutoListenerAcknowledgesWhatTheHandlerGetsEvenIfItFails() throws Exception {
    client.listen(
        INBOX,
        ListenOptions.AUTO,
        _ -> {
          throw new IllegalStateException("on purpose");
        });
    Got listen = hub.next("msg.listen");
    assertThat(listen.frame().text("ack")).isEqualTo("manual");

    FakeHub.push(listen.peer(), "a", 41);

    assertThat(cursors(hub.next("msg.ack"))).containsExactly(41L);
  }

  @Test
  void aHandledMessageWhoseAcknowledgementWasLostIsAcknowledgedAgainAndNotHandledAgain()
      throws Exception {
    hub.ignoring("msg.ack");
    client.listen(INBOX, ListenOptions.MANUAL, this::handle);
    Peer peer = hub.next("msg.listen").peer();
    FakeHub.push(peer, "a", 41);
    hub.next("msg.ack");
    assertThat(handled.poll(5, SECONDS)).isEqualTo(41);

    peer.drop();
    Peer again = hub.next("msg.listen").peer();
    FakeHub.push(again, "a", 41);

    assertThat(cursors(hub.next("msg.ack"))).containsExactly(41L);
    FakeHub.push(again, "a", 42);
    assertThat(handled.poll(5, SECONDS)).isEqualTo(42);
  }

  @Test
  void aMessageStillBeingHandledAtTheReconnectIsHandledOnceAndAcknowledgedOnTheNewConnection()
      throws Exception {
    var mayReturn = new Semaphore(0);
    client.listen(
        INBOX,
        ListenOptions.MANUAL,
        delivery -> {
          handle(delivery);
          mayReturn.acquire();
        });
    Peer peer = hub.next("msg.listen").peer();
    FakeHub.push(peer, "a", 41);
    handled.poll(5, SECONDS);

    peer.drop();
    Peer again = hub.next("msg.listen").peer();
    FakeHub.push(again, "a", 41);
    client.hub().ping();
    mayReturn.release();

    Got ack = hub.next("msg.ack");
    assertThat(ack.peer()).isSameAs(again);
    assertThat(cursors(ack)).containsExactly(41L);
    assertThat(handled).isEmpty();
  }

  @Test
  void aMessagePushedTwiceIsHandledOnce() throws Exception {
    client.listen(INBOX, ListenOptions.MANUAL, this::handle);
    Peer peer = hub.next("msg.listen").peer();

    FakeHub.push(peer, "a", 41);
    FakeHub.push(peer, "a", 41);
    FakeHub.push(peer, "a", 42);

    assertThat(handled.poll(5, SECONDS)).isEqualTo(41);
    assertThat(handled.poll(5, SECONDS)).isEqualTo(42);
  }

  @Test
  void whatAFullBufferCannotTakeIsLeftInTheHubAndAskedForLater() throws Exception {
    var mayReturn = new Semaphore(0);
    client.listen(
        INBOX,
        ListenOptions.COPIES.window(2),
        delivery -> {
          mayReturn.acquire();
          handle(delivery);
        });
    Peer peer = hub.next("msg.listen").peer();
    FakeHub.push(peer, "a", 41);
    mayReturn.release();
    assertThat(handled.poll(5, SECONDS)).isEqualTo(41);
    for (int cursor = 42; cursor <= 50; cursor++) {
      FakeHub.push(peer, "a", cursor);
    }
    client.hub().ping();
    mayReturn.release(100);

    // One was with the handler and two waited, or two waited when the rest came.
    Got again = hub.next("msg.listen");
    long last = again.frame().number("from", -1);
    assertThat(last).isBetween(43L, 44L);
    for (long cursor = last + 1; cursor <= last + 2; cursor++) {
      FakeHub.push(peer, "a", cursor);
    }
    for (long cursor = 42; cursor <= last + 2; cursor++) {
      assertThat(handled.poll(5, SECONDS)).isEqualTo(cursor);
    }
  }

  @Test
  void aRefusedListenerFailsAtOnce() {
    hub.on("msg.listen", request -> request.refuse("not_found", "there is no agent 'a'"));

    assertThatExceptionOfType(ParleyException.class)
        .isThrownBy(() -> client.listen(INBOX, ListenOptions.AUTO, this::handle))
        .withMessage("there is no agent 'a'");
  }

  @Test
  void aListenerRefusedAfterAReconnectEndsWithTheReason() throws Exception {
    Listener listener = client.listen(INBOX, ListenOptions.AUTO, this::handle);
    hub.on("msg.listen", request -> request.refuse("not_found", "there is no agent 'a'"));

    hub.next("msg.listen").peer().drop();

    assertThat(listener.ended())
        .failsWithin(java.time.Duration.ofSeconds(5))
        .withThrowableThat()
        .withMessageContaining("there is no agent 'a'");
  }

  @Test
  void closingAcknowledgesWhatWasHandledThenUnlistens() throws Exception {
    Listener listener = client.listen(INBOX, ListenOptions.MANUAL, this::handle);
    FakeHub.push(hub.next("msg.listen").peer(), "a", 41);
    handled.poll(5, SECONDS);

    listener.close();

    assertThat(cursors(hub.next("msg.ack"))).containsExactly(41L);
    assertThat(hub.next("msg.unlisten").frame().text("agentId")).isEqualTo("a");
    assertThat(listener.ended()).isCompleted();
  }

  @Test
  void anInboxHasOneListenerAtATime() throws Exception {
    Listener first = client.listen(INBOX, ListenOptions.AUTO, this::handle);

    assertThatIllegalStateException()
        .isThrownBy(() -> client.listen(INBOX, ListenOptions.AUTO, this::handle))
        .withMessageContaining("listens to a already");
    first.close();
    client.listen(INBOX, ListenOptions.AUTO, this::handle);
  }

  @Test
  void aSessionHasItsOwnInbox() throws Exception {
    client.listen(Inbox.of("a", "s1"), ListenOptions.AUTO, this::handle);
    Got listen = hub.next("msg.session.listen");
    assertThat(listen.frame().text("sessionId")).isEqualTo("s1");

    FakeHub.push(listen.peer(), "a", 41);
    listen
        .peer()
        .send(
            "{\"type\":\"msg.session.push\",\"agentId\":\"a\",\"sessionId\":\"s1\",\"cursor\":7,\"message\":{}}");

    assertThat(handled.poll(5, SECONDS)).isEqualTo(7);
  }

  private void handle(Delivery delivery) {
    handled.add(delivery.cursor());
  }

  private static List<Long> cursors(Got ack) {
    String list = ack.frame().shown("cursors");
    JsonObject wrapped = JsonObject.parse("{\"c\":" + list + "}");
    String text = wrapped.shown("c").replaceAll("[\\[\\] ]", "");
    List<Long> cursors = new ArrayList<>();
    for (String cursor : text.split(",", -1)) {
      cursors.add(Long.parseLong(cursor));
    }
    return cursors;
  }
}
