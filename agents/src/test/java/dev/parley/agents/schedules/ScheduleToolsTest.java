package dev.parley.agents.schedules;

import static dev.parley.agents.schedules.ScheduleHub.ADA;
import static dev.parley.agents.schedules.ScheduleHub.done;
import static dev.parley.agents.schedules.ScheduleHub.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.TurnOrigin;
import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.tools.ToolResult;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.tools.Toolbox;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules as an agent's brain makes them. */
class ScheduleToolsTest {
  private static final String DAILY =
      "'name':'report','cron':'0 9 * * *','to':'bob','text':'Where are we?'";

  private final ManualTime time =
      new ManualTime(Instant.parse("2026-01-01T08:00:00Z").toEpochMilli());
  private final ScheduleHub hub = new ScheduleHub(new MemoryStore(), time);
  private final Toolbox tools = new Toolbox().register(new ScheduleTools(hub.schedules).tool());

  @AfterEach
  void close() {
    hub.close();
  }

  private ToolResult use(Origin origin, String action, String more) throws InterruptedException {
    Message message =
        new Message(
            new MessageId(1, 2),
            1,
            Draft.from("eve").to(Path.parse("agent/ada")).content("x").build(),
            0,
            0,
            origin,
            0,
            null);
    return tools.use(
        new ToolUse(
            new BrainRequest(SessionKey.parse("ada/main"), new UUID(1, 1), List.of(message))),
        "schedule",
        ("{'action':'" + action + "'" + (more.isEmpty() ? "" : "," + more) + "}")
            .replace('\'', '"'));
  }

  private String asOwner(String action, String more) throws InterruptedException {
    return use(Origin.OWNER, action, more).text();
  }

  @Test
  void whatItHasMadeFiresAsTheAgent() throws InterruptedException {
    assertThat(asOwner("create", DAILY))
        .startsWith("made\nreport: cron 0 9 * * * UTC, to agent/bob");
    time.advance(Duration.ofHours(1));
    soon(time, () -> hub.times().equals(List.of(time.millis())));
    assertThat(hub.messages().getFirst().draft().from()).isEqualTo("ada");
    assertThat(asOwner("history", "'name':'report'")).isEqualTo("2026-01-01T09:00:00Z sent");
  }

  @Test
  void itIsShownChangedSilencedSentAtOnceAndDeleted() throws InterruptedException {
    assertThat(asOwner("list", "")).isEqualTo("none");
    String _ = asOwner("create", DAILY);
    assertThat(asOwner("get", "'name':'report'"))
        .contains("next 2026-01-01T09:00:00Z", "| Where are we?");
    assertThat(asOwner("update", "'name':'report','text':'Well?','task':true"))
        .contains("to agent/bob, task", "| Well?");
    assertThat(asOwner("update", "'name':'report','at':'2026-01-02T10:00:00+01:00','to':'ada'"))
        .contains("at 2026-01-02T09:00:00Z, to agent/ada, task", "| Well?");
    assertThat(asOwner("update", "'name':'report','to':'bob','task':false")).contains("message");
    assertThat(asOwner("disable", "'name':'report'")).contains("does not fire");
    assertThat(asOwner("enable", "'name':'report'")).contains("next 2026-01-02T09:00:00Z");
    assertThat(asOwner("trigger", "'name':'report'")).isEqualTo("sent");
    assertThat(hub.messages())
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.draft().content()).isEqualTo("Well?");
              assertThat(message.draft().type()).isEqualTo(MessageType.MESSAGE);
            });
    assertThat(asOwner("history", "'name':'report'")).endsWith("triggered");
    assertThat(asOwner("delete", "'name':'report'")).isEqualTo("deleted");
    assertThat(asOwner("list", "")).isEqualTo("none");
  }

  /** A schedule outlives the turn, and nothing has led to what it says: no governor follows it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "create", "get", "list", "update", "delete", "enable", "disable", "trigger", "history"
      })
  void othersHaveNoPartInIt(String action) throws InterruptedException {
    String _ = asOwner("create", DAILY);
    ToolResult refused = use(Origin.PEER, action, action.equals("list") ? "" : DAILY);
    assertThat(refused.text())
        .isEqualTo(
            "refused (forbidden): schedule (%s) may not be used in a turn that others have caused"
                .formatted(action));
    assertThat(hub.schedules.of(ADA))
        .singleElement()
        .satisfies(each -> assertThat(each.runs()).isZero());
    assertThat(tools.offered(TurnOrigin.COMM)).isEmpty();
  }

  @Test
  void whatTheOwnerMadeItSeesAndDoesNotTouch() throws InterruptedException {
    Schedule _ = hub.cron("owners", "0 9 * * *", "UTC", Missed.SKIP);
    assertThat(asOwner("list", "")).contains("owners", "your owner's");
    for (String action : List.of("delete", "enable", "disable", "trigger", "update")) {
      assertThat(asOwner(action, "'name':'owners'")).startsWith("refused (forbidden)");
    }
    assertThat(hub.schedules.of(ADA)).singleElement().matches(each -> each.enabled());
  }

  @Test
  void limitsHoldAndMistakesAreTold() throws InterruptedException {
    assertThat(asOwner("create", "'name':'x','cron':'*/5 * * * * *','to':'bob','text':'x'"))
        .contains("at least 10 s apart");
    assertThat(asOwner("create", "'name':'x','to':'bob','text':'x'")).contains("'cron' or 'at'");
    assertThat(asOwner("create", DAILY + ",'at':'2026-01-02T10:00:00Z'")).contains("either");
    assertThat(asOwner("create", "'name':'x','at':'tomorrow','to':'bob','text':'x'"))
        .contains("'at' must be a moment");
    assertThat(asOwner("create", "'name':'x','at':'2025-01-01T00:00:00Z','to':'bob','text':'x'"))
        .contains("has passed already");
    assertThat(asOwner("create", "'name':'x','cron':'0 9 * * *','to':'a b','text':'x'"))
        .startsWith("refused (bad_request): 'to'");
    assertThat(asOwner("update", "'name':'nothing','text':'x'")).startsWith("refused (not_found)");
    assertThat(hub.schedules.of(ADA)).isEmpty();
    for (int i = 0; i < 20; i++) {
      done(
          hub.schedules.create(
              ADA,
              "s" + i,
              Timing.Cron.parse("0 9 * * *", "UTC"),
              ScheduleHub.HI,
              Missed.SKIP,
              true,
              false));
    }
    assertThat(asOwner("create", DAILY)).startsWith("refused (overloaded)");
  }

  @Test
  void allActionsThatThereAreToBeAreThere() {
    Tool tool = new ScheduleTools(hub.schedules).tool();
    assertThat(tool.resources().get(Tool.ITSELF))
        .extracting(Action::name)
        .containsExactly(
            "create", "get", "list", "update", "delete", "enable", "disable", "trigger", "history");
  }
}
