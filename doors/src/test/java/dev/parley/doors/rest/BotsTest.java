package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import dev.parley.doors.rest.RestClient.Answer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What clients of the gateway ask over REST, and what others are refused. */
class BotsTest extends PersonsFixture {
  private RestClient ann;
  private RestClient eve;
  private Bot scout;
  private Bot spy;
  private String code;

  @BeforeEach
  void people() {
    ann = person("ann");
    eve = person("eve");
    scout = bot(ann, "Scout One");
    spy = bot(eve, "Spy");
    code = loop(ann, "Acme");
    assertThat(join(ann, code, scout.id()).status()).isEqualTo(200);
  }

  private String channel() {
    return channels().path("channelId").asString();
  }

  private JsonNode channels() {
    return scout.client().get(scout.path("/channels")).json().path("channels").path(0);
  }

  private JsonNode loopOfScout() {
    return scout.client().get(scout.path("/loops")).json().path("loops").path(0);
  }

  @Test
  void aBotSeesItsLoopsAndSoDoesItsOwnerInBothSpellings() {
    for (RestClient who : List.of(scout.client(), ann, owner)) {
      JsonNode loop = who.get(scout.path("/loops")).json().path("loops").path(0);
      assertThat(loop.path("loopName").asString()).isEqualTo("Acme");
      assertThat(loop.path("loop_name").asString()).isEqualTo("Acme");
      assertThat(loop.path("memberCount").asInt()).isEqualTo(2);
      assertThat(loop.path("myRole").asString()).isEqualTo("member");
      assertThat(loop.path("isPublic").isBoolean()).isTrue();
      assertThat(who.get(scout.path("/loops/" + loop.path("loopId").asString())).json())
          .isEqualTo(loop);
    }
  }

  @Test
  void membersSayWhoIsOnline() {
    String members = "/loops/" + loopOfScout().path("loopId").asString() + "/members";
    JsonNode all = scout.client().get(scout.path(members)).json().path("members");
    assertThat(all.findValuesAsString("botName")).containsExactlyInAnyOrder("ann", "Scout One");
    JsonNode self =
        all.valueStream()
            .filter(each -> each.path("botId").asString().equals(scout.id()))
            .findFirst()
            .orElseThrow();
    assertThat(self.path("botSlug").asString()).isEqualTo("scout-one");
    assertThat(self.path("isOnline").isBoolean()).isTrue();
    assertThat(self.path("isOnline").asBoolean()).isFalse();
    assertThat(self.path("reputation").isInt()).isTrue();
    assertThat(self.path("joinedAt").asString()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
    JsonNode inChannel =
        scout
            .client()
            .get(scout.path("/channels/" + channel() + "/members"))
            .json()
            .path("members");
    assertThat(inChannel).hasSize(2);
    assertThat(inChannel.path(0).path("isOnline").isBoolean()).isTrue();
  }

  @Test
  void everyRouteOfABotIsRefusedToOthersWhetherTheBotIsThereOrNot() {
    String loop = loopOfScout().path("loopId").asString();
    String unknown = UUID.randomUUID().toString();
    for (String path :
        List.of(
            "/loops",
            "/loops/" + loop,
            "/loops/" + loop + "/members",
            "/channels",
            "/channels/" + channel() + "/members",
            "/channels/" + channel() + "/messages")) {
      for (RestClient other : List.of(eve, spy.client())) {
        Answer foreign = other.get(scout.path(path));
        Answer nobodys = other.get("/api/v1/bots/" + unknown + path);
        assertThat(foreign.status()).as(path).isEqualTo(403);
        assertThat(nobodys.http().body()).isEqualTo(foreign.http().body());
      }
      assertThat(client().get(scout.path(path)).status()).isEqualTo(401);
      assertThat(owner.get("/api/v1/bots/" + unknown + path).status()).isEqualTo(404);
      assertThat(owner.get("/api/v1/bots/no-uuid" + path).status()).isEqualTo(400);
    }
    assertThat(eve.send("PUT", scout.path(""), "{'name':'Mine'}").status()).isEqualTo(403);
    assertThat(join(eve, code, scout.id()).status()).isEqualTo(403);
    assertThat(eve.post(scout.path("/card"), "{'name':'x'}").status()).isEqualTo(403);
  }

  @Test
  void aLoopIsForItsMembersAlone() {
    String loop = loopOfScout().path("loopId").asString();

    assertThat(eve.get(spy.path("/loops/" + loop)).status()).isEqualTo(404);
    assertThat(eve.get(spy.path("/loops/" + loop + "/members")).status()).isEqualTo(404);
    assertThat(eve.get(spy.path("/channels/" + channel() + "/messages")).status()).isEqualTo(404);
    assertThat(eve.post("/api/v1/loops/" + loop + "/invites", null).status()).isEqualTo(404);
    assertThat(eve.post("/api/v1/loops/" + loop + "/channels", "{'name':'x'}").status())
        .isEqualTo(404);
    assertThat(spy.client().get(spy.path("/loops")).json().path("loops")).isEmpty();
  }

  @Test
  void anOwnerMakesChannelsAndInvitations() {
    String loop = loopOfScout().path("loopId").asString();

    Answer made = ann.post("/api/v1/loops/" + loop + "/channels", "{'name':'War  Room!'}");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().path("channelName").asString()).isEqualTo("war-room");
    assertThat(made.json().path("loopName").asString()).isEqualTo("Acme");
    Answer invited = ann.post("/api/v1/loops/" + loop + "/invites", null);
    assertThat(invited.status()).isEqualTo(201);

    String old = "{'invite_code':'" + invited.json().path("code").asString() + "'}";
    assertThat(spy.client().post("/api/v1/loops/join", old).json().path("name").asString())
        .isEqualTo("Acme");
    assertThat(spy.client().get(spy.path("/channels")).json().path("channels")).hasSize(2);
  }

  @Test
  void anOwnerOfOneBotNeedNotNameItAndOneOfTwoMust() {
    String body = "{'code':'" + code + "'}";
    assertThat(eve.post("/api/v1/loops/join", body).status()).isEqualTo(200);
    assertThat(spy.client().get(spy.path("/loops")).json().path("loops")).hasSize(1);
    bot(ann, "Second");
    assertThat(ann.post("/api/v1/loops/join", body).status()).isEqualTo(400);
  }

  @Test
  void aBotIsNamedAndListedAmongItsOwnersBots() {
    assertThat(ann.send("PUT", scout.path(""), "{'name':'Ranger','role':'lookout'}").status())
        .isEqualTo(204);
    assertThat(ann.send("PUT", scout.path(""), "{}").status()).isEqualTo(204);

    JsonNode own = ann.get("/api/v1/owners/me/bots").json();
    assertThat(own.isArray()).isTrue();
    assertThat(own.findValuesAsString("id")).containsExactly(scout.id());
    assertThat(own.findValuesAsString("name")).containsExactly("Ranger");
    assertThat(owner.get("/api/agents/" + scout.id()).json().findValuesAsString("role"))
        .containsExactly("lookout");
    assertThat(scout.client().get("/api/v1/owners/me/bots").status()).isEqualTo(403);
    hub.agent("worker");
    assertThat(owner.get("/api/v1/owners/me/bots").json().findValuesAsString("slug"))
        .containsExactly("worker");
  }

  @Test
  void aHistoryIsJsonInATextWithTheTypesThatClientsExpect() {
    String loop = loopOfScout().path("slug").asString();
    String path = "loop/" + loop + "/#general";
    for (String content :
        List.of(
            "{'text':'plain','metadata':{'role':'helper','relay':true,'x':1},'n':1.0}",
            "{'text':5,'metadata':{'role':7,'relay':'yes'}}",
            "'bare'",
            "[1,2]",
            "null")) {
      scout
          .client()
          .post(
              "/api/messages",
              "{'path':'" + path + "','payload':{'stream':'chat','content':" + content + "}}");
    }
    ann.post("/api/messages", "{'path':'" + path + "','content':'by hand'}");

    JsonNode messages =
        scout
            .client()
            .get(scout.path("/channels/" + channel() + "/messages"))
            .json()
            .path("messages");

    assertThat(messages.findValuesAsString("seq")).containsExactly("1", "2", "3", "4", "5", "6");
    List<JsonNode> inner =
        messages.valueStream().map(each -> Json.parse(each.path("payload").asString())).toList();
    assertThat(inner).allMatch(each -> each.path("content").isObject());
    assertThat(inner)
        .extracting(each -> each.path("content").path("text").asString())
        .containsExactly("plain", "5", "bare", "[1,2]", "", "by hand");
    assertThat(inner.getFirst().path("metadata").toString())
        .isEqualTo("{\"relay\":true,\"role\":\"helper\"}");
    assertThat(inner.get(1).path("metadata").toString()).isEqualTo("{}");
    assertThat(messages.path(0).path("payload").asString()).contains("\"n\":1.0");
    assertThat(messages.path(0).path("stream").asString()).isEqualTo("chat");
    assertThat(messages.path(5).path("stream").asString()).isEqualTo("channel");
    JsonNode newest =
        scout.client().get(scout.path("/channels/" + channel() + "/messages?limit=2")).json();
    assertThat(newest.path("messages").findValuesAsString("seq")).containsExactly("5", "6");
    assertThat(
            scout
                .client()
                .get(scout.path("/channels/" + channel() + "/messages?limit=9999"))
                .status())
        .isEqualTo(200);
  }

  @Test
  void errorsHaveTheFormOfTheGatewayAndADoubledSlashIsTolerated() {
    Answer refused = eve.get("/" + scout.path("/loops"));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().path("error").asString()).isEqualTo("this bot is not yours");
    assertThat(refused.code()).isEqualTo("forbidden");
    assertThat(scout.client().get("/" + scout.path("/loops")).status()).isEqualTo(200);
    assertThat(ann.post("/api/v1/loops", "{'name':7}").json().path("error").asString())
        .contains("'name' must be a string");
    assertThat(ann.get("/api/v1/nothing").json().has("error")).isTrue();
    assertThat(ann.get("/api/nothing").json().has("error")).isFalse();
  }

  @Test
  void aCodeIsSpentOnceAndAForeignBotIdIsRefused() {
    String fresh = ann.post("/api/v1/bots/connect/codes", null).json().path("code").asString();
    String redeem = "/api/v1/bots/connect/redeem";

    assertThat(
            client().post(redeem, "{'code':'" + fresh + "','bot_id':'" + spy.id() + "'}").status())
        .isEqualTo(403);
    Answer made = client().post(redeem, "{'code':'" + fresh + "','name':'N','purpose':'P'}");
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.json().path("connection_token").asString())
        .isEqualTo(made.json().path("connectionToken").asString());
    assertThat(made.json().path("purpose").asString()).isEqualTo("P");
    assertThat(client().post(redeem, "{'code':'" + fresh + "'}").status()).isEqualTo(404);
    assertThat(client().post(redeem, "{'code':'x','botId':'no'}").status()).isEqualTo(400);
    assertThat(scout.client().post("/api/v1/bots/connect/codes", null).status()).isEqualTo(403);
  }

  @Test
  void theCatalogueIsEmptyAndSaysSo() {
    for (String list : List.of("apps", "apps/featured", "skills", "skills/top")) {
      JsonNode page = ann.get("/api/v1/" + list + "?q=x&page=2&pageSize=5").json();
      assertThat(page.path(list.startsWith("apps") ? "apps" : "skills").isArray()).isTrue();
      assertThat(page.path("totalCount").isInt()).isTrue();
      assertThat(page.path("page").asInt()).isEqualTo(2);
      assertThat(page.path("pageSize").asInt()).isEqualTo(5);
    }
    assertThat(ann.get("/api/v1/apps/some-app").status()).isEqualTo(404);
    assertThat(ann.send("DELETE", "/api/v1/apps/x/install", "{'botId':'y'}").status())
        .isEqualTo(400);
  }
}
