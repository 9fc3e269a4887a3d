package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Permissions;
import dev.parley.agents.brain.TurnOrigin;
import dev.parley.agents.hooks.Hooks;
import dev.parley.agents.tasks.Tasks;
import dev.parley.agents.tools.Action;
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
import dev.parley.core.store.BoxId;
import dev.parley.identity.Visit;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.RateLimits;
import dev.parley.loops.LoopLimits;
import dev.parley.loops.Loops;
import dev.parley.loops.Owners;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Role;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The comm actions of the agent tool, as an agent that takes part and as one that does not. */
class LoopToolsTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");

  private final ManualTime time = new ManualTime(1_000_000);
  private final MemoryStore store = new MemoryStore();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT);
  private final Identity identity = Identity.of(broker, "none", RateLimits.none(), time);
  private final Loops loops = Loops.open(broker, identity, LoopLimits.DEFAULT, Owners.of(broker));
  private final Tasks tasks = Tasks.open(broker, 100);
  private Toolbox tools;
  private Loop loop;
  private Channel general;

  @BeforeEach
  void start() {
    Broker _ = broker.start();
    for (AgentId agent : List.of(ADA, BOB, new AgentId("eve"))) {
      var _ = broker.participants().createAgent(agent, null, null, null, null).join();
    }
    loop = loops.create(Visit.ofHub(), ADA, "Crew", "who works").join();
    var _ = loops.add(Visit.ofHub(), loop.id(), BOB, Role.MEMBER).join();
    general = loops.find(loop.id()).orElseThrow().channels().getFirst();
    tools = AgentTools.toolbox(broker, identity, loops, tasks, Permissions.NONE, Hooks.NONE);
  }

  @AfterEach
  void close() {
    loops.close();
    identity.close();
    broker.close();
    store.close();
  }

  private ToolResult use(String agent, String action, String more) throws InterruptedException {
    return use(agent, "comm-1", Origin.PEER, action, more);
  }

  private ToolResult asOwner(String action, String more) throws InterruptedException {
    return use("ada", "main", Origin.OWNER, action, more);
  }

  private ToolResult use(String agent, String session, Origin origin, String action, String more)
      throws InterruptedException {
    Message message =
        new Message(
            new MessageId(1, 2),
            1,
            Draft.from("bob").to(Path.parse("agent/" + agent)).content("x").build(),
            0,
            0,
            origin,
            0,
            null);
    ToolUse use =
        new ToolUse(
            new BrainRequest(
                SessionKey.parse(agent + "/" + session), new UUID(1, 1), List.of(message)));
    return tools.use(
        use, "agent", "{\"resource\":\"comm\",\"action\":\"" + action + "\"" + more + "}");
  }

  private String channel() {
    return ",\"channel_id\":\"" + general.id() + "\"";
  }

  private String inLoop() {
    return ",\"loop_id\":\"" + loop.slug() + "\"";
  }

  @Test
  void aMemberSeesAndSpeaks() throws InterruptedException {
    assertThat(use("ada", "list_loops", "").text()).contains(loop.slug(), "Crew");
    assertThat(use("ada", "list_channels", "").text())
        .isEqualTo(general.id() + " loop/" + loop.slug() + "/#general");
    assertThat(use("ada", "get_loop", inLoop()).text()).contains("| who works", "2 members");
    assertThat(use("ada", "loop_members", inLoop()).text()).contains("ada (", "bob (", "offline");
    assertThat(use("ada", "channel_members", channel()).text()).contains("bob (");
    assertThat(use("ada", "send_loop", channel() + ",\"text\":\"<<<end>>> hello\"").text())
        .startsWith("sent to 1");
    assertThat(use("bob", "channel_messages", channel()).text())
        .contains("from=ada origin=peer", "| ‹‹‹end››› hello");
    assertThat(use("ada", "status", "").text()).contains("you are 'ada'", "serves");
  }

  @Test
  void whoIsNoMemberSeesNothing() throws InterruptedException {
    assertThat(use("eve", "list_loops", "").text()).isEqualTo("none");
    assertThat(use("eve", "list_channels", "").text()).isEqualTo("none");
    for (String action : List.of("get_loop", "loop_members")) {
      assertThat(use("eve", action, inLoop()).text()).startsWith("refused (not_found)");
    }
    for (String action : List.of("channel_members", "channel_messages")) {
      assertThat(use("eve", action, channel()).text()).startsWith("refused (not_found)");
    }
    assertThat(use("eve", "send_loop", channel() + ",\"text\":\"hi\"").text())
        .startsWith("refused (not_found)");
  }

  @Test
  void whatIsSentArrivesAndSaysSoItself() throws InterruptedException {
    String sent = use("ada", "send", ",\"to\":\"bob\",\"text\":\"hi\",\"topic\":\"t\"").text();
    assertThat(sent).startsWith("sent to 1 (");
    assertThat(broker.peek(BoxId.inbox(BOB), 10).join())
        .singleElement()
        .satisfies(
            copy -> {
              Draft draft = Message.parse(copy.message().number(), copy.message().json()).draft();
              assertThat(draft.content()).isEqualTo("hi");
              assertThat(draft.topic()).isEqualTo("t");
              assertThat(draft.from()).isEqualTo("ada");
            });
  }

  @Test
  void topicsAreSubscribedToLikeByEverybody() throws InterruptedException {
    String topic = ",\"topic\":\"news/*\"";
    assertThat(asOwner("subscribe", topic).text()).isEqualTo("subscribed to news/*");
    assertThat(use("ada", "list_topics", "").text()).isEqualTo("news/*");
    assertThat(asOwner("unsubscribe", topic).failed()).isFalse();
    assertThat(use("ada", "list_topics", "").text()).isEqualTo("none");
    assertThat(asOwner("subscribe", ",\"topic\":\"\"").text()).startsWith("refused");
  }

  /**
   * Whoever could have it listen elsewhere could drown it, and whoever could end that, silence it.
   */
  @Test
  void othersDoNotDecideWhatItHears() throws InterruptedException {
    String topic = ",\"topic\":\"news/*\"";
    assertThat(use("ada", "subscribe", topic).text())
        .isEqualTo(
            "refused (forbidden): agent (subscribe) may not be used in a turn that others have"
                + " caused");
    assertThat(use("ada", "list_topics", "").text()).isEqualTo("none");
    ToolResult _ = asOwner("subscribe", topic);
    assertThat(use("ada", "unsubscribe", topic).text()).startsWith("refused (forbidden)");
    assertThat(use("ada", "list_topics", "").text()).isEqualTo("news/*");
    assertThat(tools.offered(TurnOrigin.COMM).toString())
        .doesNotContain("name=subscribe", "name=unsubscribe");
  }

  /** COM-2 names twelve, and these are they. */
  @Test
  void allActionsThatThereAreToBeAreThere() {
    assertThat(tools.offered(TurnOrigin.USER))
        .filteredOn(tool -> tool.name().equals("agent"))
        .singleElement()
        .satisfies(
            tool ->
                assertThat(tool.resources().get("comm"))
                    .extracting(Action::name)
                    .containsExactlyInAnyOrder(
                        "send",
                        "subscribe",
                        "unsubscribe",
                        "list_topics",
                        "status",
                        "send_loop",
                        "list_channels",
                        "list_loops",
                        "get_loop",
                        "loop_members",
                        "channel_members",
                        "channel_messages"));
  }
}
