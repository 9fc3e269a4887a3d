package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.sending.Receipt;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who may attach a blob to a message, and who may have it because of that. */
public abstract class AttachmentSuite extends BrokerSuite {
  private static final String FILE = "ab".repeat(32);
  private static final String OTHER = "cd".repeat(32);

  @BeforeEach
  void participants() {
    create("ada", "bob", "eve");
  }

  private void stored(String sha256, String by) {
    result(broker.blobHolders().onStored(sha256, 100, agent(by), 150));
  }

  private static Draft.Builder attaching(String from, String path, String sha256) {
    return draft(from, path)
        .extras(
            ("\"attachments\":[{\"name\":\"a.txt\",\"sha256\":\"" + sha256 + "\"}]")
                .getBytes(StandardCharsets.UTF_8));
  }

  private boolean mayHave(String agent, String sha256) {
    return result(broker.blobHolders().mayHave(agent(agent), sha256, _ -> false));
  }

  private void assertNotAttached(CompletableFuture<Receipt> sending) {
    long numberBefore = store.nextNumber();
    assertThat(refusal(sending))
        .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("there is no file " + FILE);
    assertThat(store.nextNumber()).isEqualTo(numberBefore);
  }

  @Test
  @DisplayName("ATT-1 an agent stores so many bytes, and has them again when a blob goes")
  void bytesOfAnAgent() {
    stored(FILE, "ada");
    stored(FILE, "ada");
    broker.blobHolders().requireRoom(agent("ada"), 150);
    stored(OTHER, "ada");

    assertThatThrownBy(() -> broker.blobHolders().requireRoom(agent("ada"), 150))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("'ada' has stored 200 bytes");
    assertThat(refusal(broker.blobHolders().onStored("ef".repeat(32), 1, agent("ada"), 150)))
        .hasMessageContaining("limits.blobsMbPerAgentMax");
    stored(OTHER, "bob");

    result(broker.blobHolders().forget(OTHER, Long.MAX_VALUE, Long.MAX_VALUE));

    broker.blobHolders().requireRoom(agent("ada"), 150);
    stored("ef".repeat(32), "ada");
  }

  @Test
  @DisplayName("ATT-1 who has stored a blob may attach it, and who gets the message may have it")
  void attached() {
    stored(FILE, "ada");
    assertThat(mayHave("ada", FILE)).isTrue();
    assertThat(mayHave("bob", FILE)).isFalse();

    route(attaching("ada", "agent/bob", FILE));

    assertThat(mayHave("bob", FILE)).isTrue();
    assertThat(mayHave("eve", FILE)).isFalse();
    restart();
    assertThat(mayHave("ada", FILE)).isTrue();
    assertThat(mayHave("bob", FILE)).isTrue();
    assertThat(mayHave("eve", FILE)).isFalse();
  }

  @Test
  @DisplayName("ATT-1 a blob that nobody has stored cannot be attached, not even by the owner")
  void unknown() {
    assertNotAttached(routing(attaching("ada", "agent/bob", FILE)));
    Draft draft = attaching("ada", "agent/bob", FILE).build();
    assertNotAttached(broker.route(draft, Senders.ownerAs("ada")));
    assertThat(history(inbox("bob"))).isEmpty();
  }

  @Test
  @DisplayName(
      "ATT-1 an agent gains nothing by attaching a blob of others, to itself or to a friend")
  void foreign() {
    stored(FILE, "ada");
    route(attaching("ada", "agent/bob", FILE));

    assertNotAttached(routing(attaching("eve", "agent/eve", FILE)));
    assertNotAttached(routing(attaching("eve", "agent/bob", FILE)));

    assertThat(mayHave("eve", FILE)).isFalse();
  }

  @Test
  @DisplayName("ATT-1 what an agent was sent it may pass on")
  void passedOn() {
    stored(FILE, "ada");
    route(attaching("ada", "agent/bob", FILE));

    route(attaching("bob", "agent/eve", FILE));

    assertThat(mayHave("eve", FILE)).isTrue();
  }

  @Test
  @DisplayName("ATT-1 the owner may attach whatever there is, in anybody's name")
  void byTheOwner() {
    stored(FILE, "ada");
    Draft draft = attaching("eve", "agent/bob", FILE).build();

    result(broker.route(draft, Senders.ownerAs("eve")));

    assertThat(mayHave("bob", FILE)).isTrue();
    assertThat(mayHave("eve", FILE)).as("it is in her outbox").isTrue();
  }

  @Test
  @DisplayName("ATT-1 an attachment without a hash, such as a link, is carried untouched")
  void links() {
    byte[] extras = "\"attachments\":[{\"url\":\"x\"},7,[]]".getBytes(StandardCharsets.UTF_8);

    Receipt receipt = route(draft("ada", "agent/bob").extras(extras));

    assertThat(new String(receipt.message().json(), StandardCharsets.UTF_8))
        .contains("\"attachments\":[{\"url\":\"x\"},7,[]]");
  }

  @Test
  @DisplayName("ATT-1 a hash that cannot be one is refused by its place in the list")
  void malformed() {
    assertThat(refusal(routing(attaching("ada", "agent/bob", "00FF"))))
        .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("'attachments[0].sha256' must be 64 hexadecimal digits");
  }

  @Test
  @DisplayName("ATT-1 a message has so many attached blobs at most")
  void tooMany() {
    stored(FILE, "ada");
    String one = "{\"sha256\":\"" + FILE + "\"}";
    String many = "\"attachments\":[" + (one + ",").repeat(32) + one + "]";

    assertThat(
            refusal(
                    routing(
                        draft("ada", "agent/bob").extras(many.getBytes(StandardCharsets.UTF_8))))
                .code())
        .isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  @DisplayName("ATT-1 recipients of one message to very many may have what it attaches")
  void toMany() {
    List<AgentId> crowd =
        java.util.stream.IntStream.range(0, 300).mapToObj(i -> agent("crowd" + i)).toList();
    crowd.forEach(each -> create(each.value()));
    stored(FILE, "ada");

    route(attaching("ada", "agent/**", FILE));
    create("late");

    assertThat(mayHave("crowd299", FILE)).isTrue();
    assertThat(mayHave("bob", FILE)).isTrue();
    assertThat(mayHave("late", FILE)).isFalse();
    route(attaching("crowd7", "agent/late", FILE));
    assertThat(mayHave("late", FILE)).isTrue();
  }

  @Test
  @DisplayName("ATT-1 whoever gets a dead letter that is replayed may have what it attaches")
  void replayed() {
    stored(FILE, "ada");
    route(attaching("ada", "agent/zoe", FILE));
    create("zoe");
    assertThat(mayHave("zoe", FILE)).isFalse();

    result(broker.replayDeadLetters(List.of()));

    assertThat(mayHave("zoe", FILE)).isTrue();
  }

  @Test
  @DisplayName("ATT-1 a new agent does not inherit what one of its name had")
  void namesakes() {
    stored(FILE, "eve");
    stored(OTHER, "ada");
    route(attaching("ada", "agent/eve", OTHER));
    result(broker.participants().deleteAgent(agent("eve")));
    time.advance(Duration.ofSeconds(1));
    create("eve");

    assertThat(mayHave("eve", FILE)).isFalse();
    assertThat(mayHave("eve", OTHER)).isFalse();
  }

  @Test
  @DisplayName("ATT-1 who may read the boxes of a recipient may have what it was sent")
  void readers() {
    stored(FILE, "ada");
    route(attaching("ada", "agent/bob", FILE));

    assertThat(result(broker.blobHolders().mayHave(agent("eve"), FILE, agent("bob")::equals)))
        .isTrue();
  }

  @Test
  @DisplayName("ATT-1 a blob is forgotten unless it was attached or stored again meanwhile")
  void forgotten() {
    stored(FILE, "ada");
    time.advance(Duration.ofDays(8));
    long end = store.nextNumber();
    long stale = time.millis();
    route(attaching("ada", "agent/bob", FILE));

    assertThat(result(broker.blobHolders().forget(FILE, end, stale + 1))).isFalse();
    assertThat(mayHave("bob", FILE)).isTrue();
    time.advance(Duration.ofDays(8));
    assertThat(result(broker.blobHolders().forget(FILE, store.nextNumber(), time.millis())))
        .isTrue();

    assertThat(mayHave("bob", FILE)).isFalse();
    assertNotAttached(routing(attaching("ada", "agent/bob", FILE)));
  }
}
