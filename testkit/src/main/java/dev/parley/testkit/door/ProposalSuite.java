package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Proposals and votes. */
@Needs(Ability.PAYLOAD)
abstract class ProposalSuite extends DoorSuite {

  private static Letter proposal(Letter to) {
    return to.with("messageType", "proposal")
        .payload(Map.of("question", "tea?", "options", List.of("yes", "no")));
  }

  private static Letter vote(TestAgent to, String proposal, String option) {
    return Letter.to(to).with("replyTo", proposal).payload(Map.of("vote", option));
  }

  @Test
  void whenEverybodyHasVotedTheHubTellsTheOutcome() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String id = as(ada).send(proposal(Letter.toSeveral(bob, eve))).id();

    as(bob).send(vote(ada, id, "yes"));
    as(eve).send(vote(ada, id, "yes"));

    eventually(() -> decisions(ada).size() == 1);
    Seen told = decisions(ada).getFirst();
    assertThat(told.from()).isEqualTo("system");
    assertThat(told.origin()).isEqualTo("system");
    assertThat(told.replyTo()).isEqualTo(id);
    assertThat(house().tally(id)).isEqualTo(new Tally(Map.of("yes", 2, "no", 0), true, "yes"));
  }

  private List<Seen> decisions(TestAgent agent) {
    return inboxOf(agent).stream()
        .filter(message -> message.command().equals("proposal.decided"))
        .toList();
  }

  @Test
  void ofTwoVotesOfOneAgentTheFirstCounts() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String id = as(ada).send(proposal(Letter.toSeveral(bob, eve))).id();

    as(bob).send(vote(ada, id, "yes"));
    try {
      as(bob).send(vote(ada, id, "no"));
    } catch (DoorRefusal e) {
      // Refused or not, it does not count.
    }

    assertThat(house().tally(id)).isEqualTo(new Tally(Map.of("yes", 1, "no", 0), false, ""));
  }

  @Test
  @Needs(Ability.TALLY)
  void theProposerSeesHowItStands() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    String id = as(ada).send(proposal(Letter.toSeveral(bob, eve))).id();

    as(bob).send(vote(ada, id, "no"));

    assertThat(as(ada).tally(id)).isEqualTo(new Tally(Map.of("yes", 0, "no", 1), false, ""));
  }

  @Test
  void aProposalWithoutOptionsIsRefused() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    Letter bad = Letter.to(bob).with("messageType", "proposal").payload(Map.of("question", "tea?"));

    assertRefused(() -> as(ada).send(bad), "bad_request");

    assertThat(inboxOf(bob)).isEmpty();
  }
}
