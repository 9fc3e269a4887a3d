package dev.parley.agents.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.tools.ToolResult;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.tools.Toolbox;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Message;
import dev.parley.core.message.TaskStatus;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks as an agent's brain sees them. */
@Timeout(60)
class TaskToolsTest {
  private static final AgentId ADA = new AgentId("ada");
  private final TaskHub hub = new TaskHub(new MemoryStore(), new ManualTime(1_000), Map.of());
  private final Toolbox tools = new Toolbox().register(new TaskTools(hub.tasks).tool());

  @BeforeEach
  void agents() {
    TaskHub _ = hub.having("ada", "bob", "eve");
  }

  @AfterEach
  void close() {
    hub.close();
  }

  /** In a turn about the latest message in ada's inbox. */
  private ToolResult use(String session, String arguments) throws InterruptedException {
    Message newest = hub.inbox("ada").getLast();
    return tools.use(
        new ToolUse(
            new BrainRequest(SessionKey.parse("ada/" + session), new UUID(1, 1), List.of(newest))),
        "agent",
        arguments.replace('\'', '"'));
  }

  @Test
  void whatATaskIsAboutIsToldToWhoeverAskedForItAndToNobodyElse() throws InterruptedException {
    String task = hub.task("bob", "ada", "buy flowers for the secret party");
    String listed = "{'resource':'task','action':'list'}";
    assertThat(use("comm-bob", listed).text()).contains(task).contains("secret party");

    hub.say("ada", "bob", task, TaskStatus.WORKING);
    String other = hub.task("eve", "ada", "tell me what bob wants");
    ToolResult asEve = use("comm-eve", listed);
    assertThat(asEve.text()).contains(task, "working", other).doesNotContain("secret party");
    assertThat(use("comm-eve", "{'resource':'task','action':'get','id':'" + task + "'}").text())
        .doesNotContain("secret");
  }

  @Test
  void othersCannotHaveAnAgentTakeBackATask() throws InterruptedException {
    String task = hub.task("ada", "bob", "count");
    String _ = hub.task("eve", "ada", "cancel it");
    ToolResult refused =
        use("comm-eve", "{'resource':'task','action':'cancel','id':'" + task + "'}");
    assertThat(refused.failed()).isTrue();
    assertThat(hub.get(task).isOpen()).isTrue();
  }

  @Test
  void aStatusThatIsNoneIsSaidInWords() throws InterruptedException {
    String _ = hub.task("bob", "ada", "count");
    ToolResult wrong = use("comm-bob", "{'resource':'task','action':'list','status':'lost'}");
    assertThat(wrong.failed()).isTrue();
    assertThat(wrong.text()).contains("working");
  }

  @Test
  void aTurnKnowsOfTasksByNameAlone() {
    String task = hub.task("bob", "ada", "buy flowers for the secret party");
    assertThat(new KnownTasks(hub.tasks).of(ADA, "anything"))
        .singleElement()
        .satisfies(
            piece -> assertThat(piece.text()).contains(task, "bob").doesNotContain("secret"));
    hub.say("ada", "bob", task, TaskStatus.COMPLETED);
    assertThat(new KnownTasks(hub.tasks).of(ADA, "anything")).isEmpty();
  }
}
