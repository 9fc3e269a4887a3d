package dev.parley.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.client.FakeHub.Got;
import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.Receipt;
import dev.parley.core.message.MessageId;
import dev.parley.testkit.process.Ports;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ParleyClientTest {
  private FakeHub hub;

  @BeforeEach
  void startHub() throws IOException {
    hub = new FakeHub();
  }

  @AfterEach
  void stopHub() throws IOException {
    hub.close();
  }

  @Test
  void sendsADraftAndReadsItsReceipt() throws Exception {
    hub.on(
        "msg.send",
        request ->
            request.ok(
                Map.of(
                    "messageId",
                    "m1",
                    "delivered",
                    true,
                    "deliveredTo",
                    List.of("researcher"),
                    "deliveredToSessions",
                    List.of(Map.of("agentId", "researcher", "sessionId", "s1")))));
    try (var client = ParleyClient.connect(hub.owner())) {
      Receipt receipt =
          client.send(
              Draft.to("researcher")
                  .from("writer")
                  .content("have a look")
                  .payload(JsonObject.parse("{ \"as\" : \"it is\" }"))
                  .expiresAfter(Duration.ofMinutes(1)));

      assertThat(receipt.delivered()).isTrue();
      assertThat(receipt.deliveredTo()).containsExactly("researcher");
      assertThat(receipt.deliveredToSessions()).containsExactly(Inbox.of("researcher", "s1"));
      JsonObject sent = hub.next("msg.send").frame();
      assertThat(sent.raw()).contains("\"payload\":{ \"as\" : \"it is\" }");
      assertThat(sent.number("ttlMs", 0)).isEqualTo(60_000);
      assertThat(MessageId.parse(sent.text("id", "")).toUuid().version()).isEqualTo(7);
    }
  }

  @Test
  void tellsWhoItIsTakenFor() throws Exception {
    try (var owner = ParleyClient.connect(hub.owner());
        var agent =
            ParleyClient.connect(ClientOptions.agent("writer", FakeHub.TOKEN, hub.address()))) {
      assertThat(owner.principal().isOwner()).isTrue();
      assertThat(agent.principal().agentId()).isEqualTo("writer");
    }
  }

  @Test
  void aWrongTokenIsRefusedAtOnceAndInWords() {
    assertThatExceptionOfType(ParleyException.class)
        .isThrownBy(() -> ParleyClient.connect(ClientOptions.owner("wrong", hub.address())))
        .withMessage("the hub refused the token of the owner: that is not the token")
        .extracting(ParleyException::code)
        .isEqualTo(ParleyException.UNAUTHORIZED);
  }

  @Test
  void whereNobodyListensTheHubIsUnreachable() {
    URI nowhere = URI.create("ws://127.0.0.1:" + Ports.free() + "/ws");

    assertThatExceptionOfType(ParleyException.class)
        .isThrownBy(() -> ParleyClient.connect(ClientOptions.owner("x", nowhere)))
        .withMessageContaining(nowhere.toString())
        .extracting(ParleyException::code)
        .isEqualTo(ParleyException.UNREACHABLE);
  }

  @Test
  void anAddressThatIsNoWebSocketIsRefusedBeforeAnythingHappens() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientOptions.owner("x", URI.create("http://127.0.0.1:3000")))
        .withMessageContaining("ws://127.0.0.1:3000/ws");
  }

  @Test
  void aRefusalKeepsTheHubsCodeAndWords() {
    hub.on("agent.get", request -> request.refuse("not_found", "there is no agent 'x'"));
    try (var client = ParleyClient.connect(hub.owner())) {
      assertThatExceptionOfType(ParleyException.class)
          .isThrownBy(() -> client.agents().get("x"))
          .withMessage("there is no agent 'x'")
          .extracting(ParleyException::code)
          .isEqualTo("not_found");
    }
  }

  @Test
  void aCallWithoutAnAnswerFailsWhenItsTimeIsUp() {
    hub.ignoring("agent.get");
    try (var client = ParleyClient.connect(hub.owner().withCallWithin(Duration.ofMillis(50)))) {
      assertThatExceptionOfType(ParleyException.class)
          .isThrownBy(() -> client.agents().get("x"))
          .withMessageContaining("within 50 ms")
          .extracting(ParleyException::code)
          .isEqualTo(ParleyException.TIMEOUT);
      assertThat(client.agents().getAsync("x"))
          .failsWithin(Duration.ofSeconds(5))
          .withThrowableOfType(ExecutionException.class)
          .havingCause()
          .withMessageContaining("within 50 ms");
    }
  }

  @Test
  void answersMayComeInAnyOrder() throws Exception {
    hub.ignoring("agent.token");
    try (var client = ParleyClient.connect(hub.owner())) {
      CompletableFuture<String> first = client.agents().tokenAsync("a");
      CompletableFuture<String> second = client.agents().tokenAsync("b");
      Got a = hub.next("agent.token");
      Got b = hub.next("agent.token");
      b.ok(Map.of("token", "of b"));
      assertThat(second.get(5, SECONDS)).isEqualTo("of b");
      a.ok(Map.of("token", "of a"));
      assertThat(first.get(5, SECONDS)).isEqualTo("of a");
    }
  }

  @Test
  void aCallBeyondTheRequestsInFlightWaitsForRoom() throws Exception {
    hub.ignoring("agent.token");
    try (var client = ParleyClient.connect(hub.owner().withInFlightMax(1))) {
      CompletableFuture<String> first = client.agents().tokenAsync("a");
      CompletableFuture<String> beyond =
          CompletableFuture.supplyAsync(() -> client.agents().token("b"));
      hub.next("agent.token").ok(Map.of("token", "of a"));
      assertThat(first.get(5, SECONDS)).isEqualTo("of a");
      hub.next("agent.token").ok(Map.of("token", "of b"));
      assertThat(beyond.get(5, SECONDS)).isEqualTo("of b");
    }
  }

  @Test
  void whatFollowsAFutureMayCallTheClientItself() throws Exception {
    hub.on("agent.token", request -> request.ok(Map.of("token", "t")));
    try (var client = ParleyClient.connect(hub.owner().withInFlightMax(1))) {
      CompletableFuture<String> chained =
          client.agents().tokenAsync("a").thenApply(_ -> client.agents().token("b"));

      assertThat(chained.get(5, SECONDS)).isEqualTo("t");
    }
  }

  @Test
  void closingCancelsWhatWaits() throws Exception {
    hub.ignoring("agent.get");
    var client = ParleyClient.connect(hub.owner());
    var waiting = client.agents().getAsync("x");
    hub.next("agent.get");

    client.close();

    assertThat(waiting)
        .failsWithin(Duration.ofSeconds(5))
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("the client was closed");
    assertThatExceptionOfType(ParleyException.class)
        .isThrownBy(() -> client.agents().get("x"))
        .extracting(ParleyException::code)
        .isEqualTo(ParleyException.CLOSED);
  }

  @Test
  void aRequestWaitsForItsReply() throws Exception {
    hub.on(
        "msg.request",
        request -> request.ok(Map.of("messageId", "m1", "reply", Map.of("content", "yes"))));
    try (var client = ParleyClient.connect(hub.owner())) {
      var reply = client.request(Draft.to("b").content("well?"), Duration.ofSeconds(2));

      assertThat(reply.reply().content()).isEqualTo("yes");
      assertThat(hub.next("msg.request").frame().number("timeoutMs", 0)).isEqualTo(2000);
    }
  }

  @Test
  void theTokenIsInNoTextOfTheOptions() {
    assertThat(ClientOptions.owner("secret", hub.address()).toString()).doesNotContain("secret");
  }
}
