package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.doors.rest.RestClient.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class MessagesTest extends RestFixture {

  private static List<String> contents(JsonNode list) {
    return list.findValuesAsString("content");
  }

  @Test
  void aMessageIsSentReceivedAndItsCopiesClimb() {
    hub.agent("ada");
    RestClient bob = agent("bob");

    Answer sent = bob.post("/api/messages", "{'to':'ada','content':'hi','payload':{'n':1}}");
    assertThat(sent.status()).isEqualTo(201);
    String id = sent.json().path("messageId").asString();
    assertThat(sent.json().path("delivered").asBoolean()).isTrue();
    assertThat(sent.json().path("recipients").path(0).asString()).isEqualTo("ada");
    assertThat(sent.json().path("timestamp").asLong()).isPositive();

    JsonNode looked = owner.get("/api/agents/ada/inbox").json();
    assertThat(looked.path("copies").path(0).path("state").asString()).isEqualTo("accepted");
    assertThat(owner.get("/api/agents/ada").json().path("agent").path("unread").asInt())
        .isEqualTo(1);

    JsonNode received = owner.post("/api/agents/ada/inbox/receive", "{}").json();
    JsonNode copy = received.path("copies").path(0);
    assertThat(copy.path("state").asString()).isEqualTo("delivered");
    assertThat(copy.path("message").path("id").asString()).isEqualTo(id);
    assertThat(copy.path("message").path("from").asString()).isEqualTo("bob");
    assertThat(owner.get("/api/agents/ada/inbox").json().path("copies")).isEmpty();

    String ids = "{'ids':['" + id + "']}";
    assertThat(owner.post("/api/agents/ada/inbox/read", ids).json().path("count").asInt())
        .isEqualTo(1);
    JsonNode ladder = bob.get("/api/messages/" + id + "/status").json();
    assertThat(ladder.path("copies").path(0).path("state").asString()).isEqualTo("read");
    assertThat(ladder.path("copies").path(0).path("box").path("kind").asString())
        .isEqualTo("agent");
    assertThat(ladder.path("copies").path(0).path("box").path("name").asString()).isEqualTo("ada");
  }

  @Test
  void acknowledgingMarksDelivered() {
    hub.agents("ada", "bob");
    String id = send("bob", "ada", "x");

    JsonNode count = owner.post("/api/agents/ada/inbox/ack", "{'ids':['" + id + "']}").json();

    assertThat(count.path("count").asInt()).isEqualTo(1);
    assertThat(
            owner
                .get("/api/agents/ada/inbox?state=all")
                .json()
                .path("copies")
                .path(0)
                .path("state")
                .asString())
        .isEqualTo("delivered");
    assertThat(owner.post("/api/agents/ada/inbox/ack", "{}").status()).isEqualTo(400);
  }

  @Test
  void everythingAcceptedIsListedNewestFirstInPages() {
    hub.agents("ada", "bob");
    for (int i = 0; i < 5; i++) {
      send("bob", "ada", "m" + i);
    }
    send("ada", "nobody", "lost");

    List<String> all = new ArrayList<>();
    String cursor = "";
    int pages = 0;
    do {
      JsonNode page = owner.get("/api/messages?limit=2" + cursor).json();
      all.addAll(contents(page.path("messages")));
      cursor = page.path("next").isNull() ? null : "&cursor=" + page.path("next").asString();
      pages++;
    } while (cursor != null);

    assertThat(all).containsExactly("lost", "m4", "m3", "m2", "m1", "m0");
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void theListIsFilteredBySenderRecipientAndPath() {
    hub.agents("ada", "bob", "eve");
    owner.post("/api/agents/eve/subscriptions", "{'pattern':'news/**'}");
    send("bob", "ada", "to ada");
    send("ada", "bob", "to bob");
    send("bob", "news/today", "news");

    assertThat(contents(owner.get("/api/messages?from=bob").json()))
        .containsExactly("news", "to ada");
    assertThat(contents(owner.get("/api/messages?to=eve").json())).containsExactly("news");
    assertThat(contents(owner.get("/api/messages?to=news%2F*").json())).containsExactly("news");
    assertThat(contents(owner.get("/api/messages?from=bob&to=ada").json()))
        .containsExactly("to ada");
  }

  @Test
  void theListIsFilteredByTypeTimeSessionAndWhoeverHadToDoWithIt() {
    hub.agents("ada", "bob", "eve");
    owner.post("/api/agents/ada/sessions", "{'sessionId':'s1'}");
    hub.broker()
        .participants()
        .subscribe(
            new SessionKey(new AgentId("ada"), new SessionId("s1")), Pattern.parse("work/**"))
        .join();
    send("bob", "ada", "to ada");
    owner.post("/api/messages", "{'from':'eve','path':'work/now','content':'to s1'}");
    owner.post(
        "/api/messages", "{'from':'ada','to':'eve','content':'a task','messageType':'task'}");
    send("bob", "eve", "to eve");
    long sent = owner.get("/api/messages?from=ada").json().at("/messages/0/timestamp").asLong();

    assertThat(contents(owner.get("/api/messages?type=task").json())).containsExactly("a task");
    assertThat(contents(owner.get("/api/messages?to=ada&session=s1").json()))
        .containsExactly("to s1");
    assertThat(contents(owner.get("/api/messages?agent=ada").json()))
        .containsExactly("a task", "to s1", "to ada");
    assertThat(contents(owner.get("/api/messages?until=" + (sent + 60_000)).json())).hasSize(4);
    assertThat(contents(owner.get("/api/messages?since=" + (sent + 60_000)).json())).isEmpty();
    assertThat(contents(owner.get("/api/messages?from=ada&since=" + sent).json()))
        .containsExactly("a task");
    assertThat(contents(owner.get("/api/messages?from=ada&until=" + sent).json())).isEmpty();
  }

  @Test
  void aFilterThatIsNoneIsRefused() {
    for (String filter :
        List.of(
            "type=gossip",
            "session=s1",
            "to=ada&session=a%2Fb",
            "agent=a%20b",
            "since=yesterday",
            "until=-1")) {
      Answer refused = owner.get("/api/messages?" + filter);
      assertThat(refused.status()).as(filter).isEqualTo(400);
      assertThat(refused.code()).as(filter).isEqualTo("bad_request");
    }
  }

  @Test
  void whatFitsAFilterIsFoundHoweverManyCameAfterIt() {
    RestClient ada = agent("ada");
    hub.agents("planner", "bob");
    send("planner", "ada", "the plan");
    hub.sendMany("bob", "bob", 6_000);

    JsonNode page = owner.get("/api/messages?from=planner&limit=200").json();

    assertThat(contents(page)).containsExactly("the plan");
    assertThat(page.path("next").isNull()).as("through").isTrue();
    assertThat(contents(ada.get("/api/messages").json()))
        .as("an agent's own")
        .containsExactly("the plan");
  }

  @Test
  void oneRequestLooksAtSoManyAndTheNextGoesOnFromThere() {
    hub.agents("planner", "bob");
    send("planner", "bob", "the plan");
    hub.sendMany("bob", "bob", 50_500);

    JsonNode first = owner.get("/api/messages?from=planner&limit=200").json();
    assertThat(contents(first)).isEmpty();
    String cursor = first.path("next").asString();
    JsonNode second = owner.get("/api/messages?from=planner&cursor=" + cursor).json();

    assertThat(contents(second)).containsExactly("the plan");
    assertThat(second.path("next").isNull()).isTrue();
  }

  @Test
  void whereItIsKnownTheListSaysHowManyThereAreInAll() {
    RestClient ada = agent("ada");
    hub.agents("bob");
    for (int i = 0; i < 3; i++) {
      send("bob", "ada", "m" + i);
    }
    send("ada", "bob", "x");

    assertThat(owner.get("/api/messages?limit=2").json().path("total").asInt()).isEqualTo(4);
    assertThat(owner.get("/api/messages?limit=2&from=bob").json().path("total").asInt())
        .isEqualTo(3);
    assertThat(owner.get("/api/messages?from=bob&type=info").json().has("total")).isFalse();
    assertThat(ada.get("/api/messages").json().has("total"))
        .as("how much others say is not an agent's business")
        .isFalse();
  }

  @Test
  void anAgentSeesWhatItSentOrReceivedAndNothingElse() {
    RestClient ada = agent("ada");
    hub.agents("bob", "eve");
    String toAda = send("bob", "ada", "to ada");
    String secret = send("bob", "eve", "secret");

    assertThat(contents(ada.get("/api/messages").json())).containsExactly("to ada");
    assertThat(ada.get("/api/messages/" + toAda).status()).isEqualTo(200);
    assertThat(ada.get("/api/messages/" + secret).status()).isEqualTo(404);
    assertThat(ada.get("/api/messages/" + secret + "/status").status()).isEqualTo(404);
    assertThat(ada.get("/api/messages/" + toAda + "/status").status())
        .as("not its sender")
        .isEqualTo(404);
    assertThat(ada.get("/api/agents/eve/inbox").status()).isEqualTo(403);
    assertThat(ada.post("/api/agents/eve/inbox/receive", "{}").status()).isEqualTo(403);
    assertThat(ada.get("/api/agents/bob/outbox").status()).isEqualTo(403);
    assertThat(ada.post("/api/messages", "{'from':'bob','to':'eve','content':'x'}").status())
        .isEqualTo(403);
    assertThat(contents(owner.get("/api/messages").json())).containsExactly("secret", "to ada");
  }

  @Test
  void inboxesAndOutboxesComeInPages() {
    hub.agents("ada", "bob");
    for (int i = 0; i < 5; i++) {
      send("bob", "ada", "m" + i);
    }
    owner.post("/api/messages", "{'from':'bob','to':'ada','content':'now','priority':'high'}");

    JsonNode pending = owner.get("/api/agents/ada/inbox?limit=4").json();
    assertThat(contents(pending.path("copies"))).containsExactly("now", "m0", "m1", "m2");
    JsonNode rest =
        owner.get("/api/agents/ada/inbox?limit=4&cursor=" + pending.path("next").asString()).json();
    assertThat(contents(rest.path("copies"))).containsExactly("m3", "m4");
    assertThat(rest.path("next").isNull()).isTrue();

    JsonNode all = owner.get("/api/agents/ada/inbox?state=all&limit=4").json();
    assertThat(contents(all.path("copies"))).containsExactly("now", "m4", "m3", "m2");
    JsonNode older =
        owner
            .get("/api/agents/ada/inbox?state=all&limit=4&cursor=" + all.path("next").asString())
            .json();
    assertThat(contents(older.path("copies"))).containsExactly("m1", "m0");
    assertThat(older.path("next").isNull()).isTrue();
    assertThat(contents(owner.get("/api/agents/bob/outbox?limit=2").json().path("copies")))
        .containsExactly("now", "m4");
    assertThat(owner.get("/api/agents/ada/inbox?state=nope").status()).isEqualTo(400);
    assertThat(owner.get("/api/agents/ada/inbox?limit=0").status()).isEqualTo(400);
    assertThat(owner.get("/api/agents/ada/inbox?limit=501").status()).isEqualTo(400);
    assertThat(owner.get("/api/agents/ada/inbox?cursor=x").status()).isEqualTo(400);
    assertThat(owner.get("/api/agents/nobody/inbox").status()).isEqualTo(404);
  }

  @Test
  void threadsAndConversationsAreReadOldestFirst() {
    RestClient ada = agent("ada");
    hub.agents("bob", "eve");
    String root = send("bob", "ada", "root");
    owner.post(
        "/api/messages", "{'from':'ada','to':'bob','content':'re','replyTo':'" + root + "'}");
    owner.post(
        "/api/messages", "{'from':'eve','to':'bob','content':'re2','replyTo':'" + root + "'}");
    owner.post(
        "/api/messages", "{'from':'ada','to':'bob','content':'c1','conversationId':'plan b'}");

    assertThat(contents(owner.get("/api/threads/" + root).json()))
        .containsExactly("root", "re", "re2");
    assertThat(contents(ada.get("/api/threads/" + root).json())).containsExactly("root", "re");
    assertThat(contents(owner.get("/api/conversations/plan%20b").json())).containsExactly("c1");
    assertThat(owner.get("/api/threads/none").status()).isEqualTo(400);
  }

  @Test
  void deadLettersAreShownReplayedEditedAndCleared() {
    hub.agent("bob");
    String late = send("bob", "ada", "early");
    String misspelt = send("bob", "adda", "oops");
    send("bob", "nobody", "never");
    JsonNode letters = owner.get("/api/dead-letters").json().path("letters");
    assertThat(contents(letters)).containsExactly("never", "oops", "early");
    assertThat(letters.path(0).path("reason").asString()).contains("nobody");
    assertThat(letters.path(0).path("at").asLong()).isPositive();

    hub.agent("ada");
    JsonNode replayed = owner.post("/api/dead-letters/replay", "{'ids':['" + late + "']}").json();
    assertThat(replayed.path("replayed").asInt()).isEqualTo(1);
    assertThat(replayed.path("remaining").asInt()).isEqualTo(2);

    JsonNode edited =
        owner
            .post(
                "/api/dead-letters/replay",
                "{'id':'" + misspelt + "','edit':{'path':'agent/ada','content':'mended'}}")
            .json();
    assertThat(edited.path("replayed").asInt()).isEqualTo(1);
    assertThat(edited.path("remaining").asInt()).isEqualTo(1);
    JsonNode inbox = owner.get("/api/agents/ada/inbox").json().path("copies");
    assertThat(contents(inbox)).containsExactly("early", "mended");
    JsonNode mended = inbox.path(1).path("message");
    assertThat(mended.path("cause").asString()).isEqualTo(misspelt);
    assertThat(mended.path("id").asString()).isNotEqualTo(misspelt);
    assertThat(mended.path("from").asString()).isEqualTo("bob");

    Answer again =
        owner.post(
            "/api/dead-letters/replay", "{'id':'" + misspelt + "','edit':{'path':'agent/ada'}}");
    assertThat(again.status()).isEqualTo(404);
    assertThat(contents(owner.get("/api/agents/ada/inbox").json())).hasSize(2);

    assertThat(owner.send("DELETE", "/api/dead-letters", null).json().path("count").asInt())
        .isEqualTo(1);
    assertThat(owner.get("/api/dead-letters").json().path("letters")).isEmpty();
  }

  @Test
  void badDraftsAreRefusedAndChangeNothing() {
    hub.agent("ada");
    for (String draft :
        List.of(
            "{'content':'to nobody'}",
            "{'to':'ada','path':'agent/ada'}",
            "{'to':'a b'}",
            "{'to':'ada','payload':[]}",
            "{'to':'ada','messageType':'shout'}",
            "{'to':'ada','priority':'extreme'}",
            "{'to':'ada','command':' '}",
            "{'to':'ada','replyTo':'x'}")) {
      Answer refused = owner.post("/api/messages", draft);
      assertThat(refused.status()).as(draft).isEqualTo(400);
      assertThat(refused.code()).as(draft).isEqualTo("bad_request");
    }
    assertThat(owner.get("/api/messages").json().path("messages")).isEmpty();
  }

  @Test
  void statsTellOfTheHub() {
    hub.agents("ada", "bob");
    send("bob", "ada", "x");
    send("bob", "nobody", "y");

    JsonNode stats = owner.get("/api/stats").json();

    assertThat(stats.path("version").asString()).isEqualTo("1.0-test");
    assertThat(stats.path("agents").asInt()).isEqualTo(2);
    assertThat(stats.path("accepted").asInt()).isEqualTo(2);
    assertThat(stats.path("messages").asInt()).isEqualTo(2);
    assertThat(stats.path("pending").asInt()).isEqualTo(1);
    assertThat(stats.path("deadLetters").asInt()).isEqualTo(1);
    for (String name :
        List.of(
            "startedAt",
            "sessions",
            "subscriptions",
            "connections",
            "listeners",
            "storeBytes",
            "perSecond")) {
      assertThat(stats.path(name).isIntegralNumber()).as(name).isTrue();
    }
  }

  @Test
  void whatWasEverAcceptedIsKnownAfterARestartAndWhatOneRunCountedIsToldApart() {
    hub.agents("ada", "bob");
    send("bob", "ada", "x");
    send("bob", "ada", "y");
    restart();
    send("bob", "ada", "z");

    JsonNode stats = owner.get("/api/stats").json();

    assertThat(stats.path("accepted").asInt()).isEqualTo(3);
    assertThat(stats.path("messages").asInt()).isEqualTo(3);
    assertThat(stats.at("/sinceStart/accepted").asInt()).isEqualTo(1);
    assertThat(stats.at("/sinceStart/delivered").asInt()).isZero();
    assertThat(stats.at("/sinceStart/copies").isIntegralNumber()).isTrue();
  }
}
