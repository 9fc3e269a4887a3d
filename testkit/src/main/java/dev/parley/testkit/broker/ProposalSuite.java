package dev.parley.testkit.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.GroupName;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.proposals.Tally;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.StoreException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions put to the vote. */
abstract class ProposalSuite extends ProposalFixture {

  @Test
  @DisplayName("PROP-1 a proposal is open, and its tally visible, from the start")
  void opened() {
    MessageId id = propose("");

    Tally tally = tally(id);
    assertThat(tally.question()).isEqualTo("Ship it?");
    assertThat(tally.proposer()).isEqualTo("ada");
    assertThat(tally.eligible()).containsExactlyInAnyOrder("bob", "eve", "zoe");
    assertThat(tally.quorum()).isEqualTo(3);
    assertThat(tally.decided()).isFalse();
  }

  @Test
  @DisplayName("PROP-1 when everybody has voted it is decided and everybody is told once")
  void decidedByAll() {
    MessageId id = propose("");
    vote("bob", id, "yes");
    vote("eve", id, "no");
    assertThat(tally(id).decided()).isFalse();
    vote("zoe", id, "yes");

    Tally tally = tally(id);
    assertThat(tally.outcome()).isEqualTo("yes");
    assertThat(tally.count("yes")).isEqualTo(2);
    assertThat(tally.votes()).containsEntry("eve", "no");
    for (String agent : List.of("ada", "bob", "eve", "zoe")) {
      assertThat(announcements(agent)).as(agent).hasSize(1);
    }
    var fields = EnvelopeFields.of(announcements("bob").getFirst().message().json());
    assertThat(fields)
        .containsEntry("from", "system")
        .containsEntry("type", "info")
        .containsEntry("origin", "system")
        .containsEntry("replyTo", id.toString());
  }

  @Test
  @DisplayName("PROP-1 a quorum decides before everybody has voted")
  void quorum() {
    MessageId id = propose(",\"quorum\":2");
    vote("bob", id, "no");
    vote("eve", id, "no");

    assertThat(tally(id).outcome()).isEqualTo("no");
    vote("zoe", id, "yes");
    assertThat(tally(id).votes()).hasSize(2);
    assertThat(announcements("zoe")).hasSize(1);
  }

  @Test
  @DisplayName("PROP-1 as many votes for one as for the other is a tie")
  void tie() {
    MessageId id = propose(",\"quorum\":2");
    vote("bob", id, "no");
    vote("eve", id, "yes");

    assertThat(tally(id).outcome()).isEqualTo(Tally.TIE);
  }

  @Test
  @DisplayName(
      "PROP-1 at the deadline there is a decision if there is a quorum, else there is none")
  void deadline() {
    MessageId without = propose(",\"deadline\":" + (START + 60_000));
    MessageId with = propose(",\"quorum\":1,\"deadline\":" + (START + 60_000));
    MessageId earlier = propose(",\"quorum\":9,\"deadline\":" + (START + 60_000));
    vote("bob", without, "yes");
    vote("bob", with, "yes");
    assertThat(tally(with).outcome()).isEqualTo("yes");

    advance(Duration.ofSeconds(59));
    assertThat(tally(without).decided()).isFalse();
    advance(Duration.ofSeconds(1));

    eventually(() -> tally(without).decided());
    assertThat(tally(without).outcome()).isEqualTo(Tally.NO_QUORUM);
    eventually(() -> tally(earlier).decided());
    assertThat(announcements("ada")).hasSize(3);
    advance(Duration.ofDays(2));
    assertThat(announcements("ada")).hasSize(3);
  }

  @Test
  @DisplayName("PROP-1 a quorum above the number of those asked is told at once")
  void quorumOutOfReach() {
    MessageId id = propose(",\"quorum\":4");

    assertThat(tally(id).outcome()).isEqualTo(Tally.NO_QUORUM);
    assertThat(announcements("ada")).hasSize(1);
    assertThat(announcements("bob")).hasSize(1);
    vote("bob", id, "yes");
    assertThat(tally(id).votes()).isEmpty();
  }

  @Test
  @DisplayName("PROP-1 RT-2 a quorum may be reached by those who get the dead letter later")
  void quorumReachedByReplay() {
    MessageId id = idOf(route(proposal("agent/bob,late", ",\"quorum\":2")));
    assertThat(tally(id).decided()).isFalse();
    create("late");
    result(broker.replayDeadLetters(List.of()));

    vote("bob", id, "yes");
    vote("late", id, "yes");

    assertThat(tally(id).outcome()).isEqualTo("yes");
  }

  @Test
  @DisplayName("PROP-1 when all have voted and the quorum is not reached it is over")
  void allVotedWithoutQuorum() {
    MessageId id = idOf(route(proposal("agent/bob,eve,nobody", ",\"quorum\":3")));
    vote("bob", id, "yes");
    assertThat(tally(id).decided()).isFalse();
    vote("eve", id, "yes");

    assertThat(tally(id).outcome()).isEqualTo(Tally.NO_QUORUM);
  }

  @Test
  @DisplayName("PROP-1 votes that cannot change anything are not waited for, unless asked for")
  void settledEarly() {
    MessageId everybody = propose("");
    MessageId three = propose(",\"quorum\":3");
    for (MessageId id : List.of(everybody, three)) {
      vote("bob", id, "yes");
      assertThat(tally(id).decided()).isFalse();
      vote("eve", id, "yes");
    }

    assertThat(tally(everybody).outcome()).isEqualTo("yes");
    assertThat(tally(three).decided()).isFalse();
  }

  @Test
  @DisplayName("PROP-1 who only observes is not asked")
  void observers() {
    create("observer");
    subscribe("observer", "agent/**");
    subscribe("observer", "group/**");
    result(
        broker
            .participants()
            .putGroup(new GroupName("board"), List.of(agent("bob"), agent("eve"))));
    MessageId named = propose("");
    MessageId group = idOf(route(proposal("group/board", "")));

    assertThat(tally(named).eligible()).containsExactlyInAnyOrder("bob", "eve", "zoe");
    assertThat(tally(group).eligible()).containsExactlyInAnyOrder("bob", "eve");
    assertThat(refusal(routing(ballot("observer", named, "yes"))).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
  }

  @Test
  @DisplayName("PROP-1 a vote after the deadline does not count, even if nobody has noticed yet")
  void lateVote() {
    MessageId id = propose(",\"quorum\":1,\"deadline\":" + (START + 1_000));
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    inOneCommit(
        () -> {
          time.advance(Duration.ofSeconds(1));
          sent.add(routing(ballot("bob", id, "yes")));
        });

    assertThat(result(sent.getFirst()).delivered()).isTrue();
    eventually(() -> tally(id).decided());
    assertThat(tally(id).outcome()).isEqualTo(Tally.NO_QUORUM);
  }

  @Test
  @DisplayName("PROP-1 of two votes of one voter the first counts")
  void doubleVote() {
    MessageId id = propose("");
    vote("bob", id, "yes");
    vote("bob", id, "no");

    assertThat(tally(id).votes()).containsExactly(java.util.Map.entry("bob", "yes"));
  }

  @Test
  @DisplayName("PROP-1 votes in one commit are all counted, and decide once")
  void votesInOneCommit() {
    MessageId id = propose("");
    inOneCommit(
        () -> {
          for (String voter : List.of("bob", "eve", "zoe", "bob")) {
            String vote = voter.equals("eve") ? "no" : "yes";
            CompletableFuture<Receipt> _ = routing(ballot(voter, id, vote));
          }
        });
    settle();

    assertThat(tally(id).votes()).hasSize(3);
    assertThat(tally(id).outcome()).isEqualTo("yes");
    assertThat(announcements("eve")).hasSize(1);
  }

  @Test
  @DisplayName("PROP-1 who was not asked cannot vote, and an option must be one")
  void badVotes() {
    MessageId id = propose("");
    create("stranger");

    assertThat(refusal(routing(ballot("stranger", id, "yes"))).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(refusal(routing(ballot("ada", id, "yes"))).code()).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(refusal(routing(ballot("bob", id, "perhaps"))).code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(tally(id).votes()).isEmpty();
    assertThat(receive("ada")).isEmpty();
  }

  @ParameterizedTest(name = "PROP-1 a reply with {0} is a reply and no vote")
  @ValueSource(
      strings = {
        "{}",
        "{\"vote\":1}",
        "{\"vote\":{\"vote\":\"yes\"}}",
        "{\"options\":[1,2]}",
        "{\"quorum\":99999999999999999999,\"deadline\":1e400}"
      })
  void replyWithoutVote(String payload) {
    MessageId id = propose("");

    route(draft("bob", "agent/ada").replyTo(id).payload(payload.getBytes(UTF_8)));

    assertThat(tally(id).votes()).isEmpty();
  }

  @ParameterizedTest(name = "PROP-1 {0} is refused")
  @ValueSource(
      strings = {
        "{}",
        "{\"question\":\"?\"}",
        "{\"question\":\" \",\"options\":[\"a\",\"b\"]}",
        "{\"question\":\"?\",\"options\":[\"a\"]}",
        "{\"question\":\"?\",\"options\":[\"a\",\"a\"]}",
        "{\"question\":\"?\",\"options\":[1,2]}",
        "{\"question\":\"?\",\"options\":[\"a\",\"b\"],\"quorum\":-1}",
        "{\"question\":\"?\",\"options\":[\"a\",\"b\"],\"quorum\":0}",
        "{\"question\":\"?\",\"options\":[\"a\",\"b\"],\"deadline\":0}",
        "{\"question\":\"?\",\"options\":[\"a\",\"b\"],\"deadline\":1}",
        "{\"question\":\"?\",\"options\":[\"a\",\"b\"],\"quorum\":9999999999}",
        "{\"question\":\"?\",\"options\":[\"a\",\"b\"],\"deadline\":\"soon\"}",
        "{\"question\":\"?\",\"options\":[\"a\",\"b\"],\"deadline\":99999999999999999999}"
      })
  void badProposal(String payload) {
    Draft.Builder draft =
        draft("ada", ASKED).type(MessageType.PROPOSAL).payload(payload.getBytes(UTF_8));

    assertThat(refusal(routing(draft)).code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(receive("bob")).isEmpty();
  }

  @Test
  @DisplayName("PROP-1 there is no tally of what is no proposal")
  void noTally() {
    assertThat(refusal(broker.tally(idOf(send("ada", "bob", "x")))).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  @DisplayName("PROP-1 an announcement goes to those who are still there")
  void someHaveGone() {
    MessageId id = propose(",\"quorum\":1");
    result(broker.participants().deleteAgent(agent("zoe")));
    vote("bob", id, "yes");

    assertThat(announcements("eve")).hasSize(1);
    assertThat(deadLetters()).isEmpty();
  }

  @Test
  @DisplayName("PROP-1 nobody waits for the vote of an agent that was deleted")
  void voterGone() {
    MessageId id = propose("");
    vote("bob", id, "yes");
    vote("eve", id, "no");
    result(broker.participants().deleteAgent(agent("zoe")));
    settle();

    assertThat(tally(id).outcome()).isEqualTo(Tally.TIE);
    assertThat(tally(id).quorum()).isEqualTo(2);
    assertThat(announcements("ada")).hasSize(1);
    assertThat(announcements("bob")).hasSize(1);
  }

  @Test
  @DisplayName("PROP-1 what an agent voted counts when it is deleted")
  void votedAndGone() {
    MessageId id = propose("");
    vote("bob", id, "no");
    result(broker.participants().deleteAgent(agent("bob")));
    settle();

    assertThat(tally(id).decided()).isFalse();
    vote("eve", id, "no");
    vote("zoe", id, "yes");
    assertThat(tally(id).outcome()).isEqualTo("no");
  }

  @Test
  @DisplayName("PROP-1 a quorum that was asked for is not lowered; out of reach, it decides")
  void tooFewLeft() {
    MessageId id = propose(",\"quorum\":2");
    result(broker.participants().deleteAgent(agent("zoe")));
    settle();
    assertThat(tally(id).decided()).isFalse();
    result(broker.participants().deleteAgent(agent("eve")));
    settle();

    assertThat(tally(id).outcome()).isEqualTo(Tally.NO_QUORUM);
    assertThat(announcements("bob")).hasSize(1);
  }

  @Test
  @DisplayName("PROP-1 DUR-3 a voter's leaving is taken notice of although a commit fails")
  void voterGoneAndCommitFailed() {
    MessageId id = propose("");
    vote("bob", id, "yes");
    vote("eve", id, "no");
    store.failCommit(2, Reason.FULL);
    result(broker.participants().deleteAgent(agent("zoe")));
    settle();
    assertThat(tally(id).decided()).isFalse();

    advance(Duration.ofSeconds(2));
    settle();
    assertThat(tally(id).outcome()).isEqualTo(Tally.TIE);
    assertThat(announcements("ada")).hasSize(1);
  }

  @Test
  @DisplayName("PROP-1 a proposal to many is announced to each of them once")
  void manyVoters() {
    for (int i = 0; i < 60; i++) {
      create("an-agent-with-quite-a-long-name-" + i);
    }
    MessageId id = idOf(route(proposal("agent/**", ",\"quorum\":1")));
    vote("bob", id, "yes");

    assertThat(announcements("ada")).hasSize(1);
    for (int i = 0; i < 60; i++) {
      assertThat(announcements("an-agent-with-quite-a-long-name-" + i)).hasSize(1);
    }
  }

  @Test
  @DisplayName("PROP-1 RT-2 who got it by a replay may vote")
  void replayed() {
    MessageId id = idOf(route(proposal("board/x", "")));
    subscribe("bob", "board/**");
    subscribe("eve", "board/**");
    result(broker.replayDeadLetters(List.of()));

    vote("bob", id, "yes");
    assertThat(tally(id).decided()).isFalse();
    vote("eve", id, "yes");

    assertThat(tally(id).outcome()).isEqualTo("yes");
  }
}
