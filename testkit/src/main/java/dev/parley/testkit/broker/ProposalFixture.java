package dev.parley.testkit.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.proposals.Tally;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.Copy;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Three agents who are asked, and words to ask and to vote with. */
abstract class ProposalFixture extends BrokerSuite {
  static final String ASKED = "agent/bob,eve,zoe";

  @BeforeEach
  void participants() {
    create("ada", "bob", "eve", "zoe");
  }

  static Draft.Builder proposal(String path, String more) {
    String payload = "{\"question\":\"Ship it?\",\"options\":[\"yes\",\"no\"]" + more + "}";
    return draft("ada", path).type(MessageType.PROPOSAL).payload(payload.getBytes(UTF_8));
  }

  final MessageId propose(String more) {
    return idOf(route(proposal(ASKED, more)));
  }

  static Draft.Builder ballot(String voter, MessageId proposal, String option) {
    byte[] payload = ("{\"vote\":\"" + option + "\"}").getBytes(UTF_8);
    return draft(voter, "agent/ada").replyTo(proposal).payload(payload);
  }

  final Receipt vote(String voter, MessageId proposal, String option) {
    return route(ballot(voter, proposal, option));
  }

  final Tally tally(MessageId proposal) {
    return result(broker.tally(proposal));
  }

  final List<Copy> announcements(String agent) {
    return result(broker.peek(inbox(agent), 100)).stream()
        .filter(copy -> "proposal.decided".equals(EnvelopeFields.of(copy.message(), "command")))
        .toList();
  }
}
