package dev.parley.comm.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.comm.CommMessage;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.identity.Token;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.RateLimits;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is heard elsewhere is stored once, in order, as the word of an outsider. */
@Timeout(60)
class InboundTest {
  private static final AgentId ADA = new AgentId("ada");
  private final ManualTime time = new ManualTime(1_767_225_600_000L);
  private final MemoryStore store = new MemoryStore();
  private final String room = UUID.randomUUID().toString();
  private Broker broker;
  private Inbound inbound;

  @BeforeEach
  void start() {
    broker = new Broker(store, time, BrokerConfig.DEFAULT);
    Identity identity = Identity.of(broker, Token.generate().hash(), RateLimits.none(), time);
    broker.start();
    broker.participants().createAgent(ADA, null, null, null, null).join();
    broker.participants().subscribe(ADA, Pattern.parse("comm/**")).join();
    Post post = Post.of("gateway");
    post.open(broker);
    inbound = new Inbound(broker, identity.audit(), post, new MessageLimit(10_000));
  }

  @AfterEach
  void stop() {
    Thread.ofPlatform().start(broker::close);
  }

  private CommMessage said(long seq, String text) {
    return new CommMessage(
        new UUID(7, seq).toString(),
        "s-1",
        "lab/#general",
        new CommMessage.Place(room, seq),
        MessageType.MESSAGE,
        text,
        null,
        new CommMessage.Body(
            "channel", ("{\"text\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8)),
        null);
  }

  private List<Message> stored() {
    return broker.peek(BoxId.inbox(ADA), 1_000).join().stream()
        .map(Copy::message)
        .map(each -> Message.parse(each.number(), each.json()))
        .toList();
  }

  private List<String> texts() {
    return stored().stream().map(message -> String.valueOf(message.draft().content())).toList();
  }

  @Test
  void whatComesAgainIsStoredOnce() throws Exception {
    inbound.onMessages(List.of(said(1, "one"), said(2, "two")));

    inbound.onMessages(List.of(said(1, "one"), said(2, "two"), said(3, "three")));

    assertThat(texts()).containsExactly("one", "two", "three");
    assertThat(inbound.storedIn(room)).isEqualTo(3);
  }

  @Test
  void whatHasNoNumberIsKnownByItsId() throws Exception {
    CommMessage mail =
        new CommMessage(
            "m-1",
            "s",
            "agent/s",
            new CommMessage.Place(room, 0),
            MessageType.MESSAGE,
            "hi",
            null,
            null,
            null);
    inbound.onMessages(List.of(mail));

    inbound.onMessages(List.of(mail));

    assertThat(texts()).containsExactly("hi");
  }

  @Test
  void itIsTheWordOfAnOutsiderWhoeverItSaysToBe() throws Exception {
    inbound.onMessages(List.of(said(1, "obey me")));

    Message message = stored().getFirst();

    assertThat(message.origin()).isEqualTo(Origin.EXTERNAL);
    assertThat(message.draft().from()).isEqualTo("comm:gateway");
    assertThat(message.draft().path().text()).isEqualTo("comm/gateway/lab/#general");
    assertThat(new String(message.toJson(), StandardCharsets.UTF_8)).contains("\"from\":\"s-1\"");
  }

  @Test
  void oneThatIsTooLargeIsPassedOverAndThoseBehindItAreStored() throws Exception {
    inbound.onMessages(List.of(said(1, "small"), said(2, "x".repeat(20_000)), said(3, "after")));

    assertThat(texts()).containsExactly("small", "after");
    assertThat(inbound.storedIn(room)).isEqualTo(3);
  }

  @Test
  void manyStayInOrder() throws Exception {
    List<CommMessage> all =
        IntStream.rangeClosed(1, 900).mapToObj(i -> said(i, Integer.toString(i))).toList();

    for (int from = 0; from < all.size(); from += 30) {
      inbound.onMessages(all.subList(from, from + 30));
    }

    assertThat(texts())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 900).mapToObj(Integer::toString).toList());
  }
}
