package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Persons give brains to their own agents, where the hub's owner has opened them. */
class OpenBrainsTest extends PersonsFixture {
  private static final String OPEN = "{'brain':'shared','debounceMs':0}";

  private String autoRun(Bot bot) {
    String agent =
        owner
            .get("/api/agents")
            .json()
            .path("agents")
            .valueStream()
            .map(each -> each.path("agentId").asString(""))
            .filter(id -> !id.equals("developer") && id.contains(bot.id()))
            .findFirst()
            .orElse(bot.id());
    return "/api/agents/" + agent + "/autorun";
  }

  @Test
  void apersonGivesItsAgentABrainThatIsOpen() {
    RestClient ann = person("ann");
    Bot bot = bot(ann, "Bee");
    String path = autoRun(bot);
    assertThat(ann.send("PUT", path, OPEN).json().path("brain").asString()).isEqualTo("shared");
    assertThat(ann.send("PUT", path, "{'brain':'shared','enabled':false}").code()).isEmpty();
    assertThat(ann.send("PUT", path, "{'brain':'echo'}").code()).isEqualTo("forbidden");
    assertThat(ann.send("PUT", path, "{'brain':'shared,echo'}").code()).isEqualTo("forbidden");
    assertThat(ann.send("PUT", path, "{'brain':'shared','triage':'echo'}").code())
        .isEqualTo("forbidden");
    assertThat(owner.get(path).json().path("brain").asString()).isEqualTo("shared");
  }

  @Test
  void nobodyGivesOneToTheAgentOfSomebodyElseOrToItself() {
    RestClient ann = person("ann");
    Bot bot = bot(ann, "Bee");
    String path = autoRun(bot);
    assertThat(person("eve").send("PUT", path, OPEN).http().statusCode()).isIn(403, 404);
    assertThat(bot.client().send("PUT", path, OPEN).code()).isEqualTo("forbidden");
    assertThat(owner.get(path).code()).isEqualTo("not_found");
  }

  @Test
  void whatTheOwnerGaveAPersonEndsAndDoesNotBeginAgain() {
    RestClient ann = person("ann");
    String path = autoRun(bot(ann, "Bee"));
    assertThat(owner.send("PUT", path, "{'brain':'echo'}").http().statusCode()).isEqualTo(200);
    assertThat(ann.send("PUT", path, "{'brain':'echo','enabled':false}").http().statusCode())
        .isEqualTo(200);
    assertThat(ann.send("PUT", path, "{'brain':'echo'}").code()).isEqualTo("forbidden");
  }
}
