package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sessions: an agent's further inboxes, each with subscriptions of its own. */
abstract class SessionSuite extends DoorSuite {

  @Test
  @Needs(Ability.SESSION_INBOX)
  void whatASessionSubscribesToReachesItAndItsAgent() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String room = uniquePath("room");
    as(bob).createSession(bob.id(), "s1");
    as(bob).subscribeSession(bob.id(), "s1", room);

    as(ada).send(Letter.toPath(room).content("for the session"));

    assertThat(Seen.contents(as(bob).receiveOfSession(bob.id(), "s1")))
        .containsExactly("for the session");
    assertThat(Seen.contents(takeAll(bob))).containsExactly("for the session");
  }

  @Test
  @Needs(Ability.HANDLED)
  void anAgentSeesWhichOfItsSessionsGotAMessageToo() {
    requires(Ability.HANDLED);
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    String room = uniquePath("room");
    house().createSession(bob.id(), "s1");
    house().subscribeSession(bob.id(), "s1", room);

    as(ada).send(Letter.toPath(room).content("for the session"));

    Seen copy = takeOne(bob);
    assertThat(copy.field("handled")).isEqualTo(true);
    assertThat(copy.field("handledBy"))
        .isEqualTo(List.of(Map.of("agentId", bob.id(), "sessionId", "s1")));
  }

  @Test
  @Needs(Ability.SESSION_INBOX)
  void nobodyReadsTheSessionOfAnother() {
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    house().createSession(bob.id(), "s1");

    assertRefused(() -> as(eve).receiveOfSession(bob.id(), "s1"), "forbidden");
  }

  @Test
  @Needs(Ability.SESSION_INBOX)
  void aSessionThatDoesNotExistIsNotFound() {
    TestAgent bob = agent("bob");

    assertRefused(() -> as(bob).receiveOfSession(bob.id(), "nope"), "not_found");
  }
}
