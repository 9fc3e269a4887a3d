package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.Instructions;
import dev.parley.agents.definitions.Applied;
import dev.parley.agents.definitions.DefinitionFile;
import dev.parley.agents.definitions.Definitions;
import dev.parley.agents.definitions.Order;
import dev.parley.agents.turns.Turns;
import dev.parley.agents.turns.TurnsConfig;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.hub.cli.CliRun;
import dev.parley.hub.cli.CliRun.Result;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code parley agents new} writes, applied for a brain of each coding agent. */
class TemplatesTest {
  private static final Brain ANY = (_, _) -> new Outcome.Answered("yes");

  private final MemoryStore store = new MemoryStore();
  private final Broker broker =
      new Broker(store, new ManualTime(1_000_000), BrokerConfig.DEFAULT).start();
  private final Instructions instructions = Instructions.open(broker);
  private Turns turns;
  private Definitions definitions;

  @BeforeEach
  void open() {
    turns =
        Turns.open(
            broker,
            TurnsConfig.of(Map.of("claude", ANY, "codex", ANY, "opencode", ANY, "gemini", ANY)));
    definitions = Definitions.open(broker, turns, instructions);
  }

  @AfterEach
  void close() {
    definitions.close();
    turns.close();
    instructions.close();
    broker.close();
    store.close();
  }

  private List<Applied> applied(String... command) {
    Result written = new CliRun().run(command);
    assertThat(written.exitCode()).as(written.err()).isZero();
    return definitions.apply(
        new Order(
            List.of(new DefinitionFile("x.yaml", written.out())),
            Map.of(),
            "folder",
            true,
            false,
            false));
  }

  @ParameterizedTest
  @CsvSource({
    "planner, claude", "planner, codex", "planner, opencode", "planner, gemini",
    "reviewer, claude", "reviewer, codex", "reviewer, opencode", "reviewer, gemini",
    "coder, claude", "coder, codex", "coder, opencode", "coder, gemini",
    "researcher, claude", "assistant, gemini",
  })
  void eachTemplateRunsByItselfOnEachCodingAgent(String template, String harness) {
    List<Applied> result =
        applied("agents", "new", "bob", "--template", template, "--brain", harness, "--to", "-");
    assertThat(result)
        .singleElement()
        .satisfies(each -> assertThat(each.outcome()).isEqualTo(Applied.Outcome.CREATED));
    assertThat(turns.said("bob").orElseThrow().brains()).containsExactly(harness);
    assertThat(turns.said("bob").orElseThrow().enabled()).isTrue();
    assertThat(broker.participants().requireAgent(new AgentId("bob")).name()).isEqualTo("bob");
  }

  @Test
  void severalBrainsAreAnOrderOfPreference() {
    var _ = applied("agents", "new", "bob", "--brain", "claude,codex", "--to", "-");
    assertThat(turns.said("bob").orElseThrow().brains()).containsExactly("claude", "codex");
  }

  @Test
  void withoutABrainItIsAPlainInbox() {
    var _ = applied("agents", "new", "bob", "--template", "coder", "--to", "-");
    assertThat(turns.said("bob")).isEmpty();
  }

  @Test
  void aBrainCannotAddKeys() {
    assertThat(new CliRun().run("agents", "new", "bob", "--brain", "x]\nid: eve #").exitCode())
        .isEqualTo(2);
  }
}
