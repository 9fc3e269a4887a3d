package dev.parley.brains.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A harness remembers what was said in its sessions: who has none of his own there gets another.
 */
class HarnessTalksTest {

  private record Words(String from, Origin origin) {}

  private static final Words OWNER = new Words("developer", Origin.OWNER);
  private static final Words ANN = new Words("ann", Origin.PEER);
  private static final Words EVE = new Words("eve", Origin.PEER);

  private static String talk(String session, Words... words) {
    List<Message> messages =
        Stream.of(words)
            .map(
                each ->
                    new Message(
                        new MessageId(1, 1),
                        0,
                        Draft.from(each.from).to(Path.parse("agent/ada")).build(),
                        0,
                        0,
                        each.origin,
                        0,
                        null))
            .toList();
    SessionKey key = SessionKey.parse("ada/" + session);
    return Harnesses.talk(new BrainRequest(key, UUID.randomUUID(), messages)).session().value();
  }

  @Test
  void theOwnersSessionsAreTheOwnersAlone() {
    assertThat(talk("main", OWNER)).isEqualTo("main");
    assertThat(talk("main", EVE)).isEqualTo("main+others");
    assertThat(talk("main", OWNER, EVE)).isEqualTo("main+others");
    assertThat(talk("events-daily", OWNER)).isEqualTo("events-daily");
    assertThat(talk("events-daily", EVE)).isEqualTo("others+events-daily");
    assertThat(talk("events-daily", OWNER, EVE)).isEqualTo("others+events-daily");
  }

  @Test
  void aPersonsSessionIsThePersonsAlone() {
    assertThat(talk("main@ann", ANN)).isEqualTo("main@ann");
    assertThat(talk("main@ann", EVE)).isEqualTo("others+main@ann");
    assertThat(talk("main@ann", ANN, EVE)).isEqualTo("others+main@ann");
    assertThat(talk("main@ann", OWNER)).isEqualTo("others+main@ann");
    assertThat(talk("main@ann", new Words("ann", Origin.EXTERNAL))).isEqualTo("others+main@ann");
  }

  @Test
  void othersHaveTheirOwn() {
    assertThat(talk("comm-1", EVE)).isEqualTo("comm-1");
    assertThat(talk("task-1", OWNER)).isEqualTo("task-1");
  }
}
