package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Saying the same again, and messages that are of no use after a while. */
abstract class RepeatSuite extends DoorSuite {

  @Test
  @Needs(Ability.OWN_ID)
  void aMessageKeepsTheIdItsSenderGaveIt() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String id = UUID.randomUUID().toString();

    assertThat(as(ada).send(Letter.to(bob).content("mine").with("id", id)).id()).isEqualTo(id);

    assertThat(takeOne(bob).id()).isEqualTo(id);
  }

  @Test
  @Needs(Ability.OWN_ID)
  void theSameIdIsDeliveredOnce() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Letter letter = Letter.to(bob).content("again").with("id", UUID.randomUUID().toString());

    Sent first = as(ada).send(letter);
    Sent second = as(ada).send(letter);

    assertThat(second.id()).isEqualTo(first.id());
    assertThat(inboxOf(bob)).hasSize(1);
  }

  @Test
  @Needs({Ability.OWN_ID, Ability.OUTCOME})
  void whoSaysItAgainIsToldSo() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Letter letter = Letter.to(bob).content("again").with("id", UUID.randomUUID().toString());

    assertThat(as(ada).send(letter).duplicate()).isFalse();
    assertThat(as(ada).send(letter).duplicate()).isTrue();
  }

  @Test
  @Needs(Ability.OWN_ID)
  void theSameIdWithOtherContentIsRefused() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String id = UUID.randomUUID().toString();
    as(ada).send(Letter.to(bob).content("first").with("id", id));

    assertRefused(() -> as(ada).send(Letter.to(bob).content("other").with("id", id)), "conflict");

    assertThat(Seen.contents(inboxOf(bob))).containsExactly("first");
  }

  @Test
  @Needs({Ability.OWN_ID, Ability.HUB_WIDE_IDS})
  void theSameIdToAnotherAgentIsRefused() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String id = UUID.randomUUID().toString();
    as(ada).send(Letter.to(bob).content("first").with("id", id));

    assertRefused(() -> as(ada).send(Letter.to(eve).content("first").with("id", id)), "conflict");

    assertThat(inboxOf(eve)).isEmpty();
  }

  @Test
  @Needs(Ability.IDEMPOTENCY_KEY)
  void theSameIdempotencyKeyWithOtherContentIsRefused() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String key = unique("key");
    as(ada).send(Letter.to(bob).content("first").with("idempotencyKey", key));

    assertRefused(
        () -> as(ada).send(Letter.to(eve).content("first").with("idempotencyKey", key)),
        "conflict");

    assertThat(inboxOf(eve)).isEmpty();
  }

  @Test
  @Needs({Ability.OWN_ID, Ability.OUTCOME})
  void whoSaysItAgainGetsTheFirstReceiptWhateverBecameOfTheCopies() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Letter letter = Letter.to(bob).content("again").with("id", UUID.randomUUID().toString());
    as(ada).send(letter);
    house().clear(bob.id());

    Sent second = as(ada).send(letter);

    assertThat(second.duplicate()).isTrue();
    assertThat(second.delivered()).isTrue();
    assertThat(inboxOf(bob)).isEmpty();
  }

  @Test
  @Needs({Ability.OWN_ID, Ability.HUB_WIDE_IDS})
  void anotherSendersIdIsRefused() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String id = UUID.randomUUID().toString();
    as(ada).send(Letter.to(bob).content("mine").with("id", id));

    assertRefused(() -> as(eve).send(Letter.to(bob).content("forged").with("id", id)), "conflict");

    assertThat(Seen.contents(inboxOf(bob))).containsExactly("mine");
  }

  @Test
  @Needs(Ability.IDEMPOTENCY_KEY)
  void theSameIdempotencyKeyIsDeliveredOnce() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Letter letter = Letter.to(bob).content("again").with("idempotencyKey", unique("key"));

    Sent first = as(ada).send(withIdOfItsOwn(letter));
    Sent second = as(ada).send(withIdOfItsOwn(letter));

    assertThat(second.id()).isEqualTo(first.id());
    assertThat(second.duplicate()).isTrue();
    assertThat(inboxOf(bob)).hasSize(1);
  }

  /** Where senders choose ids, the key counts and not the id. */
  private Letter withIdOfItsOwn(Letter letter) {
    return door().lacks().containsKey(Ability.OWN_ID)
        ? letter
        : letter.with("id", UUID.randomUUID().toString());
  }

  @Test
  @Needs(Ability.IDEMPOTENCY_KEY)
  void anIdempotencyKeyBelongsToItsSender() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Letter letter = Letter.to(bob).content("mine").with("idempotencyKey", unique("key"));

    as(ada).send(letter);
    as(bob).send(letter);

    assertThat(inboxOf(bob)).hasSize(2);
  }

  @Test
  @Needs(Ability.EXPIRY)
  void anExpiredMessageIsHandedToNobody() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    String id = as(ada).send(Letter.to(bob).content("too late").with("ttlMs", 1)).id();

    eventually(() -> "expired".equals(house().states(id).get(bob.id())));
    assertThat(takeAll(bob)).isEmpty();
  }

  @Test
  @Needs(Ability.EXPIRY)
  void aMessageThatHasExpiredAlreadyIsRefused() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    for (Map.Entry<String, Integer> late :
        List.of(Map.entry("expiresAt", 1), Map.entry("expiresAt", 0), Map.entry("ttlMs", 0))) {
      assertRefused(
          () -> as(ada).send(Letter.to(bob).content("late").with(late.getKey(), late.getValue())),
          "bad_request");
    }

    assertThat(inboxOf(bob)).isEmpty();
  }

  @Test
  @Needs(Ability.EXPIRY)
  void aLifetimeBecomesATimeToExpire() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    as(ada).send(Letter.to(bob).content("in time").with("ttlMs", 3_600_000));

    Seen seen = takeOne(bob);
    assertThat(seen.number("expiresAt")).isEqualTo(seen.number("timestamp") + 3_600_000);
  }
}
