package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import dev.parley.doors.TestClient;
import dev.parley.doors.TestHub;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SendingTest {
  private final TestHub hub = TestHub.start();
  private final TestClient owner = hub.owner();

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void aPayloadArrivesByteForByte() {
    hub.agents("a");
    String payload = "{ \"x\" : [1.50, 1e3, \"\\u00e4\\/ä\"],\n \"y\":{} }";
    owner.sendRaw(
        "{\"type\":\"msg.send\",\"to\":\"a\",\"echo\":false,\"payload\":" + payload + "}");
    owner.answer();
    byte[] stored =
        hub.broker()
            .peek(dev.parley.core.store.BoxId.inbox(new dev.parley.core.address.AgentId("a")), 1)
            .join()
            .getFirst()
            .message()
            .json();
    assertThat(new String(stored, java.nio.charset.StandardCharsets.UTF_8))
        .contains("\"payload\":" + payload + ",");
  }

  @Test
  void theOwnerSpeaksAsDeveloperUnlessItNamesSomebody() {
    hub.agents("a");
    assertThat(owner.ok("{'type':'msg.send','to':'a'}").at("/message/from").asString(""))
        .isEqualTo("developer");
    assertThat(owner.ok("{'type':'msg.send','from':'z','to':'a'}").at("/message/from").asString(""))
        .isEqualTo("z");
  }

  @Test
  void whatTheOwnerBringsInForAPersonIsHuman() {
    hub.agents("a");
    assertThat(
            owner
                .ok("{'type':'msg.send','to':'a','humanInjected':true}")
                .at("/message/origin")
                .asString(""))
        .isEqualTo("human");
  }

  @Test
  void anAgentThatClaimsToBeAPersonIsStillAPeer() {
    TestClient agent = hub.newAgent("a");
    assertThat(
            agent
                .ok("{'type':'msg.send','to':'a','humanInjected':true}")
                .at("/message/origin")
                .asString(""))
        .isEqualTo("peer");
  }

  @Test
  void whatComesFromOutsideIsExternalWhoeverBringsIt() {
    TestClient agent = hub.newAgent("a");
    assertThat(
            agent
                .ok("{'type':'msg.send','to':'a','source':'email'}")
                .at("/message/origin")
                .asString(""))
        .isEqualTo("external");
  }

  @Test
  void anAgentMaySendToItself() {
    TestClient agent = hub.newAgent("a");
    assertThat(agent.ok("{'type':'msg.send','to':'a'}").path("delivered").asBoolean(false))
        .isTrue();
  }

  @Test
  void aSenderDoesNotGetItsOwnBroadcast() {
    TestClient a = hub.newAgent("a");
    TestClient b = hub.newAgent("b");
    a.ok("{'type':'msg.broadcast','command':'hello'}");
    assertThat(a.ok("{'type':'msg.receive'}").path("messages")).isEmpty();
    assertThat(b.ok("{'type':'msg.receive'}").path("messages")).hasSize(1);
  }

  @Test
  void aBroadcastByTheOwnerReachesEveryAgent() {
    hub.agents("a", "b", "c");
    assertThat(owner.ok("{'type':'msg.broadcast'}").path("deliveredTo")).hasSize(3);
  }

  @Test
  void ofMoreThanAThousandRecipientsTheFirstThousandAreNamed() {
    IntStream.range(0, 1_005).forEach(i -> hub.agent("agent-" + i));
    JsonNode answer = owner.ok("{'type':'msg.broadcast','echo':false}");
    assertThat(answer.path("deliveredTo")).hasSize(1_000);
    assertThat(answer.path("deliveredCount").asInt(0)).isEqualTo(1_005);
  }

  @Test
  void theReplyToARequestIsItsAnswer() {
    TestClient a = hub.newAgent("a");
    TestClient b = hub.newAgent("b");
    b.ok("{'type':'msg.listen','ack':'auto'}");
    a.send("{'type':'msg.request','to':'b','payload':{'q':1},'requestId':'r'}");
    JsonNode asked = b.push().path("message");
    b.ok(
        "{'type':'msg.reply','replyTo':'" + asked.path("id").asString("") + "','payload':{'a':2}}");
    JsonNode answer = a.answer();
    assertThat(answer.path("type").asString("")).isEqualTo("msg.request.ok");
    assertThat(answer.path("requestId").asString("")).isEqualTo("r");
    assertThat(answer.path("messageId")).isEqualTo(asked.path("id"));
    assertThat(answer.at("/reply/payload")).isEqualTo(Json.of("{'a':2}"));
    assertThat(answer.at("/reply/replyTo")).isEqualTo(asked.path("id"));
  }

  @Test
  void theReplyToSomebodyWhoHasGoneStaysInTheInbox() {
    TestClient a = hub.newAgent("a");
    TestClient b = hub.newAgent("b");
    b.ok("{'type':'msg.listen','ack':'auto'}");
    a.send("{'type':'msg.request','to':'b'}");
    String asked = b.push().at("/message/id").asString("");
    a.close();
    Awaitility.await().until(() -> hub.broker().stats().get("requestsWaiting") == 0);
    b.ok("{'type':'msg.reply','replyTo':'" + asked + "','payload':{'a':2}}");
    JsonNode received = owner.ok("{'type':'msg.receive','agentId':'a'}").path("messages");
    assertThat(received).hasSize(1);
    assertThat(received.at("/0/payload")).isEqualTo(Json.of("{'a':2}"));
  }

  @Test
  void aTimeoutNamesTheRequestAndTheTime() {
    TestClient a = hub.newAgent("a");
    hub.agents("b");
    JsonNode error = a.ask("{'type':'msg.request','to':'b','timeoutMs':15}");
    assertThat(error.path("message").asString(""))
        .startsWith(
            "no reply to request " + error.path("messageId").asString("") + " within 15 ms");
  }

  @Test
  void anAgentMayNotReplyToWhatItNeverSaw() {
    hub.agents("a", "b");
    TestClient stranger = hub.newAgent("c");
    String id = owner.ok("{'type':'msg.send','from':'a','to':'b'}").path("messageId").asString("");
    assertThat(stranger.refused("{'type':'msg.reply','replyTo':'" + id + "'}"))
        .isEqualTo("not_found");
    owner.ok("{'type':'msg.reply','replyTo':'" + id + "'}");
  }

  @Test
  void anExpiredMessageIsRefusedAndNotReceived() {
    hub.agents("a");
    assertThat(owner.refused("{'type':'msg.send','to':'a','expiresAt':1}"))
        .isEqualTo("bad_request");
    assertThat(owner.ok("{'type':'msg.receive','agentId':'a'}").path("messages")).isEmpty();
  }

  @Test
  void aPayloadOverTheLimitIsTooLargeAndTheConnectionStays() {
    hub.agents("a");
    String big = "x".repeat((1 << 20) + 1);
    assertThat(owner.refused("{'type':'msg.send','to':'a','payload':{'x':'" + big + "'}}"))
        .isEqualTo("too_large");
    assertThat(owner.refused("{'type':'msg.send','to':'a','content':'" + big + "'}"))
        .isEqualTo("too_large");
    owner.ok("{'type':'ping'}");
  }

  @Test
  void aPayloadOfExactlyTheLimitIsFine() {
    hub.agents("a");
    String fits = "x".repeat((1 << 20) - 8);
    owner.ok("{'type':'msg.send','to':'a','echo':false,'payload':{'x':'" + fits + "'}}");
    assertThat(
            owner
                .ok("{'type':'msg.receive','agentId':'a'}")
                .at("/messages/0/payload/x")
                .asString(""))
        .hasSize(fits.length());
  }

  @Test
  void requestIdsAreEchoedAsTheyWereWritten() {
    owner.sendRaw("{\"type\":\"ping\",\"requestId\":\"\\u0041\\\"\\\\ ä 🧊\"}");
    assertThat(owner.answer().path("requestId").asString("")).isEqualTo("A\"\\ ä 🧊");
    owner.sendRaw("{\"requestId\":-12345678901234567,\"type\":\"ping\"}");
    assertThat(owner.answer().path("requestId").asLong(0)).isEqualTo(-12345678901234567L);
  }

  @Test
  void unknownFieldsAreIgnored() {
    owner.ok("{'type':'ping','future':{'deep':[{}]},'more':null}");
  }

  @Test
  void aFieldThatIsNullIsAFieldThatIsNotThere() {
    hub.agents("a");
    owner.ok("{'type':'msg.send','to':'a','externalId':null,'payload':null,'options':null}");
  }
}
