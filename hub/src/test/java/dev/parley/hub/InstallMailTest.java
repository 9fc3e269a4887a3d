package dev.parley.hub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.RateLimits;
import dev.parley.loops.Conversations;
import dev.parley.loops.LoopLimits;
import dev.parley.loops.Loops;
import dev.parley.loops.Owners;
import dev.parley.loops.model.Conversation;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** News of the store reach a bot on its own stream, once each, and nobody else. */
class InstallMailTest {
  private static final AgentId BOT = new AgentId("bot");
  private static final AgentId OWNER = new AgentId(Sender.OWNER_NAME);
  private static final byte[] NEWS = "{\"type\":\"app_updated\"}".getBytes(UTF_8);

  private final ManualTime time = new ManualTime(1_790_000_000_000L);
  private final MemoryStore store = new MemoryStore();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT);
  private final Identity identity = Identity.of(broker, "none", RateLimits.none(), time);
  private final Loops loops = Loops.open(broker, identity, LoopLimits.DEFAULT, Owners.of(broker));
  private InstallMail mail;

  @BeforeEach
  void start() {
    Broker _ = broker.start();
    var _ = broker.participants().createOwnersAgent("Developer").join();
    var _ = broker.participants().createAgent(BOT, null, null, null, null).join();
    mail = new InstallMail(broker, loops);
  }

  @AfterEach
  void close() {
    loops.close();
    identity.close();
    broker.close();
    store.close();
  }

  private List<Conversations.Numbered> heard() {
    Conversation stream = loops.conversations().stream(OWNER, BOT, "installs").join();
    return loops.conversations().after(stream.id(), 0, 10).join();
  }

  @Test
  void theSameNewsIsToldOnce() {
    MessageId id = MessageId.of(time.millis(), 7, 7);
    mail.tell(BOT, id, NEWS);
    mail.tell(BOT, id, NEWS);
    mail.tell(BOT, MessageId.of(time.millis(), 8, 8), NEWS);
    assertThat(heard()).hasSize(2);
    assertThat(new String(heard().getFirst().message().json(), UTF_8))
        .contains("\"stream\":\"installs\"", "\"type\":\"app_updated\"", "\"system\"");
  }

  @Test
  void whoIsNotThereIsNotTold() {
    assertThatThrownBy(
            () -> mail.tell(new AgentId("gone"), MessageId.of(time.millis(), 9, 9), NEWS))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }
}
