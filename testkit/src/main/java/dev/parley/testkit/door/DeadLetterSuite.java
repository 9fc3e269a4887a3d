package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that nobody receives. */
abstract class DeadLetterSuite extends DoorSuite {

  private static List<Seen> of(List<Seen> letters, String id) {
    return letters.stream().filter(letter -> letter.id().equals(id)).toList();
  }

  @Test
  @Needs(Ability.PATHS)
  void aMessageThatNobodyReceivesIsKeptAsADeadLetter() {
    TestAgent ada = agent("ada");

    String id = as(ada).send(Letter.toPath(uniquePath("nowhere")).content("anybody?")).id();

    List<Seen> letters = of(house().deadLetters(), id);
    assertThat(Seen.contents(letters)).containsExactly("anybody?");
    assertThat(letters.getFirst().text("reason", "")).isNotBlank();
  }

  @Test
  @Needs({Ability.OUTCOME, Ability.PATHS})
  void theSenderIsToldThatNobodyReceivesIt() {
    TestAgent ada = agent("ada");

    Sent sent = as(ada).send(Letter.toPath(uniquePath("nowhere")).content("anybody?"));

    assertThat(sent.delivered()).isFalse();
  }

  @Test
  @Needs(Ability.UNKNOWN_RECIPIENT)
  void aMessageToAnAgentThatDoesNotExistIsADeadLetter() {
    TestAgent ada = agent("ada");
    requires(Ability.UNKNOWN_RECIPIENT);

    String id = as(ada).send(Letter.to(unique("nobody")).content("hello?")).id();

    assertThat(of(house().deadLetters(), id)).hasSize(1);
  }

  @Test
  @Needs({Ability.OWNER, Ability.DEAD_LETTERS, Ability.PATHS})
  void theOwnerSeesDeadLettersWithTheReason() {
    TestAgent ada = agent("ada");
    String id = as(ada).send(Letter.toPath(uniquePath("nowhere")).content("anybody?")).id();

    List<Seen> letters = of(door().owner().deadLetters(), id);

    assertThat(letters).hasSize(1);
    assertThat(letters.getFirst().text("reason", "")).isNotBlank();
    assertThat(letters.getFirst().from()).isEqualTo(ada.id());
  }

  @Test
  @Needs({Ability.OWNER, Ability.DEAD_LETTERS, Ability.PATHS})
  void aReplayedDeadLetterReachesWhoSubscribesByThen() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String path = uniquePath("later");
    String id = as(ada).send(Letter.toPath(path).content("patience")).id();
    house().subscribe(bob.id(), path);

    assertThat(door().owner().replay(List.of(id))).isEqualTo(1);

    assertThat(takeOne(bob).id()).isEqualTo(id);
    assertThat(of(house().deadLetters(), id)).isEmpty();
  }

  @Test
  @Needs({Ability.OWNER, Ability.DEAD_LETTERS, Ability.PATHS})
  void aDeadLetterThatStillReachesNobodyStays() {
    TestAgent ada = agent("ada");
    String id = as(ada).send(Letter.toPath(uniquePath("nowhere")).content("anybody?")).id();

    assertThat(door().owner().replay(List.of(id))).isZero();

    assertThat(of(house().deadLetters(), id)).hasSize(1);
  }

  @Test
  @Needs(Ability.DEAD_LETTERS)
  void agentsDoNotSeeDeadLetters() {
    TestAgent ada = agent("ada");

    assertRefused(() -> as(ada).deadLetters(), "forbidden");
  }
}
