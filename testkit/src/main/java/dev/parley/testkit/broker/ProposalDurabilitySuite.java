package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.message.MessageId;
import dev.parley.core.proposals.Tally;
import dev.parley.core.store.StoreException.Reason;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of proposals when the hub is restarted or a commit fails. */
abstract class ProposalDurabilitySuite extends ProposalFixture {

  @Test
  @DisplayName("DUR-2 open proposals, votes and deadlines survive a restart")
  void survivesRestart() {
    MessageId id = propose(",\"quorum\":2,\"deadline\":" + (START + 60_000));
    MessageId other = propose("");
    vote("bob", id, "yes");
    vote("bob", other, "no");
    time.advance(Duration.ofSeconds(30));
    restart();

    assertThat(tally(other).votes()).containsEntry("bob", "no");
    vote("eve", id, "yes");
    assertThat(tally(id).outcome()).isEqualTo("yes");
    restart();
    assertThat(tally(id).outcome()).isEqualTo("yes");
    advance(Duration.ofMinutes(20));
    assertThat(announcements("bob")).hasSize(1);
  }

  @Test
  @DisplayName("DUR-2 a deadline that passed while the hub was down decides at the start, once")
  void deadlineWhileDown() {
    MessageId id = propose(",\"deadline\":" + (START + 60_000));
    broker.close();
    time.advance(Duration.ofHours(1));
    restart();

    advance(Duration.ofSeconds(1));

    eventually(() -> tally(id).decided());
    restart();
    advance(Duration.ofHours(1));
    assertThat(announcements("ada")).hasSize(1);
  }

  @Test
  @DisplayName("DUR-3 a decision whose commit failed is made again, and nobody has seen it before")
  void failedCommit() {
    MessageId id = propose(",\"quorum\":1,\"deadline\":" + (START + 60_000));
    store.failCommit(1, Reason.FULL);
    assertThat(refusal(routing(ballot("bob", id, "yes"))).code()).isEqualTo(ErrorCode.STORE_FULL);
    assertThat(tally(id).votes()).isEmpty();

    store.failCommit(1, Reason.FULL);
    advance(Duration.ofSeconds(60));
    advance(Duration.ofSeconds(2));

    eventually(() -> tally(id).decided());
    assertThat(tally(id).outcome()).isEqualTo(Tally.NO_QUORUM);
    assertThat(announcements("bob")).hasSize(1);
  }

  @Test
  @DisplayName("DUR-3 a proposal whose commit failed does not exist")
  void failedProposal() {
    store.failCommit(1, Reason.FULL);
    MessageId own = MessageId.parse("0198c0de-0000-4000-8000-000000000009");
    refusal(routing(proposal(ASKED, "").id(own)));

    assertThat(refusal(broker.tally(own)).code()).isEqualTo(ErrorCode.NOT_FOUND);
  }
}
