package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Sender;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who may say what: whatever the way in, nobody speaks in another's name. */
public abstract class SenderSuite extends BrokerSuite {

  @BeforeEach
  void agents() {
    create("ada", "bob");
  }

  @Test
  @DisplayName("SND-1 a draft that is from somebody else is refused and changes nothing")
  void forging() {
    Draft forged = draft("ada", "agent/bob").content("forged").build();

    assertThat(refusal(broker.route(forged, Senders.agent("eve"))).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    assertThatThrownBy(() -> broker.request(forged, Senders.agent("eve"), Duration.ofSeconds(1)))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.FORBIDDEN));
    MessageId heard = idOf(send("ada", "bob", "true"));
    assertThat(
            refusal(broker.reply(Draft.from("ada").content("x"), heard, Senders.agent("bob")))
                .code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(receive("bob")).containsExactly("true");
    assertThat(receive("ada")).isEmpty();
  }

  @Test
  @DisplayName("SND-2 the origin follows from the sender, whatever the draft says")
  void origin() {
    Draft draft = draft("ada", "agent/bob").humanInjected(true).build();

    assertThat(originOf(draft, Senders.of(draft))).isEqualTo(Origin.PEER);
    assertThat(originOf(draft, Senders.ownerAs("ada"))).isEqualTo(Origin.HUMAN);
  }

  private Origin originOf(Draft draft, Sender sender) {
    var stored = result(broker.route(draft, sender)).message();
    return Message.parse(stored.number(), stored.json()).origin();
  }

  @Test
  @DisplayName("SND-3 the gate is asked before anything is taken")
  void gate() {
    broker.admitBy(
        (from, _) -> {
          if (from.name().equals("ada")) {
            throw new Refused(ErrorCode.FORBIDDEN, "not ada");
          }
        });

    assertThat(refusal(routing(draft("ada", "agent/bob").content("a"))).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    send("bob", "bob", "b");
    assertThat(receive("bob")).containsExactly("b");
    assertThat(broker.stats().get("refused")).isEqualTo(1);
  }
}
