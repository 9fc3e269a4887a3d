package dev.parley.agents.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.tools.ToolResult;
import dev.parley.agents.tools.ToolUse;
import dev.parley.agents.tools.Toolbox;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Memory as an agent's brain uses it. */
class MemoryToolsTest {
  private static final AgentId ADA = new AgentId("ada");
  private final MemoryStore store = new MemoryStore();
  private final Broker broker =
      new Broker(store, new ManualTime(1_000), BrokerConfig.DEFAULT).start();
  private KeptMemories memories;
  private Toolbox tools;

  @BeforeEach
  void open() {
    for (String agent : List.of("ada", "bob")) {
      var _ = broker.participants().createAgent(new AgentId(agent), null, null, null, null).join();
    }
    memories = KeptMemories.open(broker, MemoryIndex.NONE, MemoryLimits.DEFAULT);
    tools = new Toolbox().register(new MemoryTools(memories).tool());
  }

  @AfterEach
  void close() {
    memories.close();
    broker.close();
    store.close();
  }

  private ToolResult use(String agent, Origin origin, String arguments)
      throws InterruptedException {
    Message message =
        new Message(
            new MessageId(1, 2),
            1,
            Draft.from("eve").to(Path.parse("agent/" + agent)).content("x").build(),
            0,
            0,
            origin,
            0,
            null);
    return tools.use(
        new ToolUse(
            new BrainRequest(SessionKey.parse(agent + "/main"), new UUID(1, 1), List.of(message))),
        "memory",
        arguments.replace('\'', '"'));
  }

  @Test
  void anAgentRemembersInEveryTurnAndForItselfAlone() throws InterruptedException {
    ToolResult _ = use("ada", Origin.PEER, "{'action':'store','text':'Reviews are on Thursdays.'}");
    ToolResult _ =
        use(
            "ada",
            Origin.OWNER,
            "{'action':'store','text':'likes tea','layer':'entity','subject':'Bob'}");
    assertThat(use("ada", Origin.PEER, "{'action':'list'}").text())
        .contains("Thursdays", "entity, Bob");
    assertThat(use("bob", Origin.PEER, "{'action':'list'}").text()).isEqualTo("nothing");
  }

  @Test
  void othersCannotHaveItForget() throws InterruptedException {
    String id = memories.store(ADA, Layer.TACIT, null, "Never pay by telephone.").memory().id();
    String forget = "{'action':'forget','id':'" + id + "'}";
    assertThat(use("ada", Origin.PEER, forget).failed()).isTrue();
    assertThat(memories.list(ADA, null, 9)).hasSize(1);
    assertThat(use("ada", Origin.OWNER, forget).text()).isEqualTo("forgotten");
    assertThat(use("ada", Origin.OWNER, forget).text()).contains("not_found");
  }

  @Test
  void aTurnIsMadeWithoutMemoriesRatherThanNotAtAll() {
    memories.store(ADA, Layer.TACIT, null, "Reviews are on Thursdays.");
    Memories broken =
        new Memories() {
          @Override
          public Stored store(AgentId agent, Layer layer, String subject, String text) {
            throw new IllegalStateException("broken");
          }

          @Override
          public List<Recalled> recall(AgentId agent, String query, Set<Layer> layers, int limit) {
            throw new IllegalStateException("broken");
          }

          @Override
          public boolean forget(AgentId agent, String id) {
            return false;
          }

          @Override
          public List<Memory> list(AgentId agent, Layer layer, int limit) {
            return memories.list(agent, null, limit);
          }
        };
    assertThat(new KnownMemories(broken).of(ADA, "when?")).isEmpty();
    assertThat(new KnownMemories(memories).of(ADA, " ")).isEmpty();
  }
}
