package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What cannot be taken is refused and changes nothing. */
abstract class RefusalSuite extends DoorSuite {
  private static final int CONTENT_MAX = 1 << 20;

  private void refusedAsBadRequest(TestAgent bob, Letter letter) {
    TestAgent ada = agent("ada");

    assertRefused(() -> as(ada).send(letter), "bad_request");

    assertThat(inboxOf(bob)).isEmpty();
    assertThat(house().outbox(ada.id(), 10)).isEmpty();
  }

  @Test
  @Needs(Ability.CODES)
  void aRefusalNamesItsCode() {
    requires(Ability.CODES);
    TestAgent bob = agent("bob");
    refusedAsBadRequest(bob, Letter.to(bob).content("hello").with("priority", "extreme"));
  }

  @Test
  void aMessageToNobodyIsRefused() {
    refusedAsBadRequest(agent("bob"), Letter.unaddressed().content("hello"));
  }

  @Test
  void aRecipientThatCannotBeOneIsRefused() {
    refusedAsBadRequest(agent("bob"), Letter.to("no such name!").content("hello"));
  }

  @Test
  @Needs(Ability.PATHS)
  void aPathThatIsTooDeepIsRefused() {
    refusedAsBadRequest(agent("bob"), Letter.toPath("a/".repeat(64) + "b").content("hello"));
  }

  @Test
  @Needs(Ability.PRIORITY)
  void anUnknownPriorityIsRefused() {
    TestAgent bob = agent("bob");
    refusedAsBadRequest(bob, Letter.to(bob).content("hello").with("priority", "extreme"));
  }

  @Test
  @Needs(Ability.PAYLOAD)
  void anUnknownTypeIsRefused() {
    TestAgent bob = agent("bob");
    refusedAsBadRequest(bob, Letter.to(bob).content("hello").with("messageType", "rumour"));
  }

  @Test
  @Needs({Ability.OWN_ID, Ability.STRICT_IDS})
  void anIdThatIsNoUuidIsRefused() {
    requires(Ability.STRICT_IDS);
    TestAgent bob = agent("bob");
    refusedAsBadRequest(bob, Letter.to(bob).content("hello").with("id", "7"));
  }

  @Test
  @Needs(Ability.STRICT_IDS)
  void aReplyToWhatIsNoIdIsRefused() {
    requires(Ability.STRICT_IDS);
    TestAgent bob = agent("bob");
    refusedAsBadRequest(bob, Letter.to(bob).content("hello").with("replyTo", "yesterday"));
  }

  @Test
  @Needs(Ability.ENVELOPE)
  void aContentThatIsNoTextIsRefused() {
    requires(Ability.ENVELOPE);
    TestAgent bob = agent("bob");
    refusedAsBadRequest(bob, Letter.to(bob).with("content", Map.of("a", 1)));
  }

  @Test
  void aContentThatIsTooLongIsRefused() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Letter letter = Letter.to(bob).content("x".repeat(CONTENT_MAX + 1));

    assertRefused(() -> as(ada).send(letter), "too_large");

    assertThat(inboxOf(bob)).isEmpty();
    as(ada).send(Letter.to(bob).content("shorter"));
    assertThat(Seen.contents(inboxOf(bob))).containsExactly("shorter");
  }

  @Test
  @Needs(Ability.METADATA)
  void metadataCountsAsWell() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Map<String, Object> much = Map.of("much", "x".repeat(CONTENT_MAX));

    assertRefused(
        () -> as(ada).send(Letter.to(bob).content("a little").with("metadata", much)), "too_large");

    assertThat(inboxOf(bob)).isEmpty();
  }

  @Test
  @Needs(Ability.ENVELOPE)
  void halfOfACharacterIsRefused() {
    requires(Ability.ENVELOPE);
    TestAgent bob = agent("bob");
    refusedAsBadRequest(bob, Letter.to(bob).content("half \uD83D of a face"));
  }

  @Test
  @Needs(Ability.TASK)
  void anUnknownStatusOfATaskIsRefused() {
    TestAgent bob = agent("bob");
    refusedAsBadRequest(bob, Letter.to(bob).content("hello").with("taskStatus", "bored"));
  }

  @Test
  @Needs(Ability.BAD_JSON)
  void whatIsNoJsonIsRefused() {
    assertThat(door().garbage(agent("ada"))).isEqualTo("bad_json");
  }

  @Test
  @Needs(Ability.OWNER)
  void theInboxOfAnAgentThatDoesNotExistIsNotFound() {
    assertRefused(() -> door().owner().receive(unique("nobody"), 10), "not_found");
  }

  @Test
  @Needs({Ability.OWNER, Ability.REGISTRY})
  void anAgentThatIsThereIsNotMadeAgain() {
    TestAgent bob = agent("bob");

    assertRefused(() -> door().owner().createAgent(bob.id()), "already_exists");

    assertThat(as(bob).receive(bob.id(), 1)).isEmpty();
  }
}
