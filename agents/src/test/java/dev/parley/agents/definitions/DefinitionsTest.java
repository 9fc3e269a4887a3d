package dev.parley.agents.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.agents.definitions.Applied.Outcome;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.Refused;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What files say of agents becomes true, once, and is taken back when they say it no more. */
@Timeout(60)
class DefinitionsTest {
  private static final String PLANNER =
      """
      id: planner
      name: Planner
      description: plans the work of team ${TEAM}
      identity:
        creature: owl
        role: planner
        vibe: calm
      instructions: |
        You plan.
        Nothing else.
      brains: [echo, cheap]
      models: [large, small]
      autoRun:
        triage: cheap
        debounceMs: 100
      capabilities: [planning]
      subscriptions: [plans/**]
      groups: [team]
      metadata:
        cost: 3
        where: {floor: "${FLOOR:-2}"}
      mcpServers:
        tickets:
          command: tickets-mcp
          args: [--team, "${TEAM}"]
          env: {TOKEN: "${EMPTY:-none}"}
      """;

  @TempDir Path directory;
  private final ManualTime time = new ManualTime(1_000_000);
  private DefinitionHub hub;

  @BeforeEach
  void start() {
    hub = new DefinitionHub(directory.resolve("store"), time);
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  private void restart() {
    hub.close();
    start();
  }

  @Test
  void aFileMakesAnAgentWhatItSays() {
    List<Applied> applied = hub.apply("planner.yaml", PLANNER);

    assertThat(applied).extracting(Applied::outcome).containsExactly(Outcome.CREATED);
    assertThat(hub.agent("planner").name()).isEqualTo("Planner");
    assertThat(hub.agent("planner").description()).isEqualTo("plans the work of team blue");
    assertThat(MetadataJson.parse(hub.agent("planner").metadata()).toString())
        .contains("\"capabilities\":[\"planning\"]", "\"cost\":3", "{\"floor\":\"2\"}", "\"owl\"");
    assertThat(hub.subscriptions("planner")).containsExactly("plans/**");
    assertThat(hub.broker.participants().group(new GroupName("team")).orElseThrow().members())
        .containsExactly(new AgentId("planner"));
    assertThat(hub.turns.said("planner").orElseThrow().triage()).isEqualTo("cheap");
    assertThat(hub.turns.said("planner").orElseThrow().brain()).isEqualTo("echo,cheap,grand");
    assertThat(hub.instructions("planner")).isEqualTo("You plan.\nNothing else.\n");
    var server = hub.definitions.of(new AgentId("planner")).orElseThrow().definition().mcpServers();
    assertThat(server.get("tickets").args()).containsExactly("--team", "blue");
    assertThat(server.get("tickets").env()).containsEntry("TOKEN", "none");
  }

  @Test
  void applyingTwiceChangesNothing() {
    hub.apply("planner.yaml", PLANNER);
    long numbers = hub.broker.journal().end();
    long since = hub.turns.said("planner").orElseThrow().since();
    restart();
    assertThat(hub.apply("planner.yaml", PLANNER))
        .containsExactly(
            new Applied("planner", "agents/planner.yaml", Outcome.UNCHANGED, List.of()));
    assertThat(hub.broker.journal().end()).isEqualTo(numbers);
    assertThat(hub.turns.said("planner").orElseThrow().since()).isEqualTo(since);
  }

  @Test
  void whatAFileNoLongerSaysIsTakenBack() {
    hub.apply("planner.yaml", PLANNER);
    Applied applied = hub.apply("planner.yaml", "id: planner\n").getFirst();

    assertThat(applied.outcome()).isEqualTo(Outcome.UPDATED);
    assertThat(applied.changes())
        .contains("name", "description", "metadata", "subscription -plans/**", "group -team")
        .contains("autoRun", "instructions", "mcpServers");
    assertThat(hub.agent("planner").name()).isEqualTo("planner");
    assertThat(hub.agent("planner").description()).isEmpty();
    assertThat(hub.agent("planner").metadata()).isEqualTo("{}");
    assertThat(hub.subscriptions("planner")).isEmpty();
    assertThat(hub.turns.said("planner")).isEmpty();
    assertThat(hub.instructions("planner")).isEmpty();
    assertThat(hub.apply("planner.yaml", "id: planner\n").getFirst().outcome())
        .isEqualTo(Outcome.UNCHANGED);
  }

  @Test
  void whatOthersHaveSaidStays() {
    AgentId planner = new AgentId("planner");
    hub.broker.participants().createAgent(planner, "Own", "own", "{\"mine\":1}", null).join();
    hub.broker.participants().subscribe(planner, Pattern.parse("plans/**")).join();

    assertThat(hub.apply("planner.yaml", PLANNER).getFirst().outcome()).isEqualTo(Outcome.UPDATED);
    hub.broker.participants().updateAgent(planner, "By hand", null, null).join();
    hub.apply("planner.yaml", "id: planner\n");

    assertThat(hub.subscriptions("planner")).as("it was there before").containsExactly("plans/**");
    assertThat(hub.agent("planner").name()).isEqualTo("By hand");
    assertThat(hub.agent("planner").metadata()).isEqualTo("{\"mine\":1}");
  }

  @Test
  void aDryRunSaysWhatWouldBeAndChangesNothing() {
    List<Applied> applied =
        hub.definitions.apply(DefinitionHub.order("planner.yaml", PLANNER, true));
    assertThat(applied).extracting(Applied::outcome).containsExactly(Outcome.CREATED);
    assertThat(hub.has("planner")).isFalse();
    assertThat(hub.definitions.list()).isEmpty();
  }

  @Test
  void anAgentWhoseFileIsGoneStaysUnlessPruned() {
    AgentId guest = new AgentId("guest");
    hub.broker.participants().createAgent(guest, "Guest", null, null, null).join();
    hub.definitions.apply(
        DefinitionHub.order(
            Map.of("a.yaml", "name: A\n", "b.yaml", "", "guest.yaml", "groups: [team]\n"),
            false,
            false));
    assertThat(hub.has("a")).isTrue();

    Order none = DefinitionHub.order(Map.of(), false, false);
    assertThat(hub.definitions.apply(none))
        .extracting(Applied::outcome)
        .containsExactly(Outcome.LEFT, Outcome.LEFT);
    assertThat(hub.has("a")).isTrue();

    Order pruned = DefinitionHub.order(Map.of(), true, false);
    assertThat(hub.definitions.apply(pruned))
        .extracting(Applied::outcome)
        .containsExactly(Outcome.REMOVED, Outcome.REMOVED);
    assertThat(hub.has("a")).isFalse();
    assertThat(hub.has("guest")).as("no file made it").isTrue();
    assertThat(hub.broker.participants().group(new GroupName("team")).orElseThrow().members())
        .isEmpty();
    assertThat(hub.definitions.apply(pruned)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          id: a;nmae: x                    | :2:1: an agent has no 'nmae'; did you mean 'name'?
          id: a;name: [x]                  | :2:7: 'name' must be text, not a list
          id: a;brain: genius              | :2:1: 'brain': there is no brain 'genius' on this hub; it has cheap, echo
          id: a;autoRun: true              | :2:1: 'autoRun' needs a brain: say 'brain: NAME'
          brain: echo;autoRun:;  maxBatchSize: 0 | :3:3: 'maxBatchSize' must be a whole number from 1 to 100, not '0'
          brain: echo;autoRun: {debounce: 1} | did you mean 'debounceMs'?
          id: a;description: ${NOWHERE}    | the variable NOWHERE is not set
          id: a;description: ${9}          | write ${NAME} or ${NAME:-default}
          id: a b                          | :1:1: 'id'
          id: developer                    | is you, the owner
          id: a;groups: [ok, a b]           | :2:14: 'groups'
          id: a;id: b                      | :2:1: 'id' stands there twice; the first is in line 1
          - id: a                          | keys with values are expected
          id: [                            | not YAML
          id: a;mcpServers: {x: {}}        | has either a 'command' or an 'url'
          id: a;prompt: x;instructions: y  | 'prompt' means the same as 'instructions'
          """)
  void whatIsWrongIsSaidWithItsPlace(String text, String says) {
    assertThatThrownBy(() -> hub.apply("x.yaml", text.replace(';', '\n')))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("agents/x.yaml:")
        .hasMessageContaining(says);
    assertThat(hub.definitions.list()).isEmpty();
  }

  @Test
  void oneBadFileKeepsAllOthersFromBeingApplied() {
    assertThatThrownBy(
            () ->
                hub.definitions.apply(
                    DefinitionHub.order(
                        Map.of("a.yaml", "id: one\n", "b.yaml", "id: one\nnane: x\n"),
                        false,
                        false)))
        .hasMessageContaining("agents/b.yaml:1:1: 'one' is defined at agents/a.yaml:1:1 already")
        .hasMessageContaining("agents/b.yaml:2:1: an agent has no 'nane'");
    assertThat(hub.has("one")).isFalse();
  }

  @Test
  void aFileMayDefineSeveralAgents() {
    assertThat(hub.apply("team.yaml", "id: a\n---\nid: b\n---\n"))
        .extracting(Applied::agent)
        .containsExactly("a", "b");
  }

  @Test
  void aValueCannotAddKeys() {
    Order order =
        new Order(
            List.of(new DefinitionFile("x.yaml", "id: a\nname: ${BAD}\n")),
            Map.of("BAD", "x\nsubscriptions: ['**']"),
            "",
            false,
            false,
            false);
    hub.definitions.apply(order);
    assertThat(hub.subscriptions("a")).isEmpty();
  }

  @Test
  void whatWasBrokenOffIsFinishedByTheNextStart() {
    hub.apply("planner.yaml", PLANNER);
    Kept kept = hub.definitions.of(new AgentId("planner")).orElseThrow();
    // As a crash leaves it: the record is there, the subscription and the brain are not yet.
    hub.broker
        .records()
        .put(
            Definitions.TABLE,
            "planner",
            new Kept(
                    kept.definition(),
                    kept.origin(),
                    kept.file(),
                    true,
                    false,
                    kept.subscriptions(),
                    kept.groups(),
                    0)
                .toJson())
        .join();
    hub.broker.participants().unsubscribe(new AgentId("planner"), Pattern.parse("plans/**")).join();
    hub.turns.clear("planner").join();
    restart();
    assertThat(hub.subscriptions("planner")).containsExactly("plans/**");
    assertThat(hub.turns.said("planner")).isPresent();
    assertThat(hub.definitions.of(new AgentId("planner")).orElseThrow().settled()).isTrue();
  }

  @Test
  void whatWasSaidOfAnAgentGoesWithIt() {
    hub.apply("planner.yaml", PLANNER);
    hub.broker.participants().deleteAgent(new AgentId("planner")).join();
    assertThat(hub.definitions.of(new AgentId("planner"))).isEmpty();
    assertThat(hub.apply("planner.yaml", PLANNER).getFirst().outcome()).isEqualTo(Outcome.CREATED);
  }

  @Test
  void anAgentThinksWithTheFirstBrainThatCanByNameAndByModel() {
    hub.apply("p.yaml", "id: p\nbrains: [echo, cheap]\nmodels: [huge, large]\nautoRun: true\n");
    assertThat(hub.turns.said("p").orElseThrow().brains())
        .containsExactly("echo", "cheap", "grand");
    hub.apply("p.yaml", "id: p\nmodel: large\nautoRun: true\n");
    assertThat(hub.turns.said("p").orElseThrow().brains()).containsExactly("grand");
    assertThatThrownBy(() -> hub.apply("p.yaml", "id: p\nmodel: huge\nautoRun: true\n"))
        .hasMessageContaining("'autoRun' needs a brain");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a__b: {command: x}",
        "a_: {command: x}",
        "hub: {command: x}",
        "a.b: {command: x}",
        "abcdefghijklmnopqrstuvwxy: {command: x}",
        "a: {url: 'ftp://x/'}",
        "a: {url: 'http://user:pass@x/'}",
        "a: {command: x, url: 'http://x/'}",
      })
  void aServerThatCannotBeIsRefused(String server) {
    assertThatThrownBy(() -> hub.apply("p.yaml", "id: p\nmcpServers:\n  " + server + "\n"))
        .hasMessageContaining("p.yaml:3:");
    assertThat(hub.has("p")).isFalse();
  }

  @Test
  void whatMayBeUsedOfAServerIsRemembered() {
    hub.apply(
        "p.yaml",
        "id: p\nmcpServers: {t: {command: x, allow: [find], comm: ['*'], env: {KEY: secret-1}}}\n");
    var server = hub.definitions.servers(new AgentId("p")).get("t");
    assertThat(server.allows("find")).isTrue();
    assertThat(server.allows("close")).isFalse();
    assertThat(server.isForComm("close")).isTrue();
    assertThat(server.secrets()).containsExactly("secret-1");
    String before = "{\"command\":\"x\",\"args\":[],\"env\":{},\"url\":null,\"headers\":{}}";
    assertThat(
            new tools.jackson.databind.json.JsonMapper()
                .readValue(before, Definition.McpServer.class)
                .hasForComm())
        .isFalse();
  }
}
