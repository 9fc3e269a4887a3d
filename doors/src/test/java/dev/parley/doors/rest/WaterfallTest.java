package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What became of a message, and when. */
class WaterfallTest extends RestFixture {

  private static String path(String message) {
    return "/api/messages/" + message + "/waterfall";
  }

  private JsonNode waterfall(RestClient who, String message) {
    return who.get(path(message)).json();
  }

  private void echoing(String agent) {
    assertThat(
            owner
                .send(
                    "PUT",
                    "/api/agents/" + agent + "/autorun",
                    "{\"brain\":\"echo\",\"debounceMs\":0}")
                .status())
        .isEqualTo(200);
  }

  private String answered(String from, String to) {
    String id = send(from, to, "hello");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> waterfall(owner, id).path("turns").path(0).has("endedAt"));
    return id;
  }

  @Test
  void aReplyIsSeenFromAcceptingToAnswering() {
    hub.agent("ada");
    hub.agent("bob");
    echoing("ada");
    String id = answered("bob", "ada");

    JsonNode seen = waterfall(owner, id);
    JsonNode turn = seen.path("turns").path(0);
    assertThat(seen.path("from").asString()).isEqualTo("bob");
    assertThat(turn.path("agentId").asString()).isEqualTo("ada");
    assertThat(turn.path("outcome").asString()).isEqualTo("answered");
    assertThat(seen.path("copies").path(0).path("state").asString()).isEqualTo("answered");
    assertThat(
            new long[] {
              seen.path("acceptedAt").asLong(),
              turn.path("queuedAt").asLong(),
              turn.path("startedAt").asLong(),
              turn.path("calledAt").asLong(),
              turn.path("firstAt").asLong(),
              turn.path("endedAt").asLong()
            })
        .isSorted()
        .doesNotContain(0);
    JsonNode reply = seen.path("replies").path(0);
    assertThat(reply.path("from").asString()).isEqualTo("ada");
    assertThat(turn.path("answers").path(0).asString())
        .isEqualTo(reply.path("messageId").asString());
  }

  @Test
  void anAgentThatReceivesByItselfIsSeenToDoSo() {
    hub.agent("ada");
    hub.agent("bob");
    String id = send("bob", "ada", "hello");
    assertThat(waterfall(owner, id).path("copies").path(0).has("deliveredAt")).isFalse();

    owner.post("/api/agents/ada/inbox/receive", "{}");
    JsonNode delivered = waterfall(owner, id).path("copies").path(0);
    assertThat(delivered.path("deliveredAt").asLong())
        .isGreaterThanOrEqualTo(waterfall(owner, id).path("acceptedAt").asLong());
    assertThat(delivered.has("readAt")).isFalse();
    owner.post("/api/agents/ada/inbox/read", "{'ids':['" + id + "']}");
    assertThat(waterfall(owner, id).path("copies").path(0).has("readAt")).isTrue();

    owner.post("/api/messages", "{'from':'ada','to':'bob','content':'hi','replyTo':'" + id + "'}");
    assertThat(waterfall(owner, id).path("replies").path(0).path("from").asString())
        .isEqualTo("ada");
  }

  @Test
  void toStrangersThereIsNoSuchMessage() {
    hub.agent("ada");
    hub.agent("bob");
    RestClient eve = agent("eve");
    String id = send("bob", "ada", "hello");
    assertThat(eve.get(path(id)).code()).isEqualTo("not_found");
    assertThat(owner.get(path("0198c0de-0000-7000-8000-000000000000")).code())
        .isEqualTo("not_found");
    assertThat(owner.get(path("nonsense")).code()).isEqualTo("bad_request");
  }

  @Test
  void whoSentItSeesThatThereWasATurnAndNotWhatWasDoneInIt() {
    RestClient ada = agent("ada");
    RestClient bob = agent("bob");
    echoing("ada");
    String id = answered("bob", "ada");

    assertThat(waterfall(bob, id).path("turns").path(0).propertyNames())
        .containsExactlyInAnyOrder("agentId", "queuedAt", "startedAt", "endedAt", "outcome");
    assertThat(waterfall(ada, id).path("turns").path(0).propertyNames())
        .contains("session", "turnId", "calledAt", "tools", "answers");
  }

  @Test
  void whoReceivedItSeesNoCopiesOfOthers() {
    RestClient ada = agent("ada");
    RestClient bob = agent("bob");
    hub.agent("eve");
    String id =
        owner
            .post("/api/messages", "{'from':'bob','to':['ada','eve'],'content':'x'}")
            .json()
            .path("messageId")
            .asString();
    assertThat(waterfall(bob, id).path("copies").size()).isEqualTo(2);
    assertThat(waterfall(ada, id).path("copies").size()).isEqualTo(1);
    assertThat(waterfall(ada, id).path("copies").path(0).path("box").path("name").asString())
        .isEqualTo("ada");
  }
}
