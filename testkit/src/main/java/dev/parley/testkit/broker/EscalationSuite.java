package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.history.Overdue;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Escalation;
import dev.parley.core.message.Escalation.Rung;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Priority;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who is told of messages that do not get far enough in time. */
abstract class EscalationSuite extends BrokerSuite {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @BeforeEach
  void participants() {
    create("ada", "bob", "eve", "boss");
  }

  private static Escalation unless(Rung rung) {
    return new Escalation(rung, MINUTE.toMillis(), agent("boss"));
  }

  private static Draft.Builder urgent(String to, Rung rung) {
    return draft("ada", "agent/" + to).content("look").escalation(unless(rung));
  }

  /** What somebody was told of messages that are overdue, oldest first. */
  private List<Message> told(String agent) {
    return result(broker.lookups().history(inbox(agent), HistoryQuery.newest(1_000)))
        .copies()
        .stream()
        .map(copy -> Message.parse(copy.message().number(), copy.message().json()))
        .filter(message -> message.draft().command().equals("message.overdue"))
        .toList();
  }

  private Overdue shown(MessageId id) {
    return Objects.requireNonNull(result(broker.lookups().status(id)).escalation());
  }

  private void climb(String agent, MessageId id, State rung) {
    boolean climbed = result(broker.transactions().run(tx -> tx.climb(inbox(agent), id, rung)));
    assertThat(climbed).isTrue();
  }

  @Test
  @DisplayName("RCPT-1 a message that is not read in time is escalated, once, by an ordinary one")
  void escalates() {
    MessageId id =
        idOf(route(urgent("bob", Rung.READ).payload("{\"n\":1}".getBytes(StandardCharsets.UTF_8))));
    assertThat(shown(id).dueAt()).isEqualTo(START + MINUTE.toMillis());
    assertThat(shown(id).isOpen()).isTrue();
    assertThat(receive("bob")).containsExactly("look");

    advance(MINUTE.minusMillis(1));
    assertThat(told("boss")).isEmpty();
    advance(Duration.ofMillis(1));
    eventually(() -> !shown(id).isOpen());
    advance(Duration.ofDays(2));

    assertThat(told("boss")).hasSize(1);
    Message note = told("boss").getFirst();
    assertThat(note.id()).isEqualTo(shown(id).told());
    assertThat(note.draft().from()).isEqualTo("ada");
    assertThat(note.draft().cause()).isEqualTo(id);
    assertThat(note.hops()).isEqualTo(1);
    assertThat(note.draft().priority()).isEqualTo(Priority.HIGH);
    assertThat(note.draft().content())
        .isEqualTo(
            "The message "
                + id
                + " from 'ada' to agent/bob was not 'read' within 1m. It says:\n\nlook");
    assertThat(new String(Objects.requireNonNull(note.draft().payload()), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"messageId\":\""
                + id
                + "\",\"from\":\"ada\",\"path\":\"agent/bob\",\"rung\":\"read\",\"withinMs\":60000,"
                + "\"recipients\":[{\"agentId\":\"bob\",\"state\":\"delivered\"}],"
                + "\"recipientCount\":1,\"payload\":{\"n\":1}}");
  }

  @Test
  @DisplayName("RCPT-1 who has got far enough in time is not told of, on any rung")
  void inTime() {
    List<MessageId> ids =
        List.of(
            idOf(route(urgent("bob", Rung.DELIVERED))),
            idOf(route(urgent("bob", Rung.READ))),
            idOf(route(urgent("bob", Rung.TURN_STARTED))),
            idOf(route(urgent("bob", Rung.ANSWERED))));
    climb("bob", ids.get(0), State.DELIVERED);
    climb("bob", ids.get(1), State.READ);
    climb("bob", ids.get(2), State.TURN_STARTED);
    climb("bob", ids.get(3), State.ANSWERED);

    advance(MINUTE);
    advance(Duration.ofDays(1));

    assertThat(told("boss")).isEmpty();
    for (MessageId id : ids) {
      assertThat(result(broker.lookups().status(id)).escalation()).isNull();
    }
  }

  @Test
  @DisplayName("RCPT-1 what was declined, has failed or expired was not answered")
  void otherEnds() {
    MessageId declined = idOf(route(urgent("bob", Rung.ANSWERED)));
    MessageId failed = idOf(route(urgent("bob", Rung.ANSWERED)));
    route(urgent("bob", Rung.READ).ttlMillis(1_000));
    climb("bob", declined, State.DECLINED);
    climb("bob", failed, State.FAILED);

    advance(MINUTE);

    eventually(() -> told("boss").size() == 3);
  }

  @Test
  @DisplayName("RCPT-1 every rung is awaited as what it is: of several ends one")
  void awaitingEnds() {
    MessageId declined = idOf(send("ada", "bob", "x"));
    var answered = broker.await(declined, State.ANSWERED, false, MINUTE);
    var asDeclined = broker.await(declined, State.DECLINED, false, MINUTE);
    var started = broker.await(declined, State.TURN_STARTED, false, MINUTE);
    climb("bob", declined, State.DECLINED);
    assertThat(result(asDeclined).recipients()).hasSize(1);
    assertThat(result(started).recipients()).hasSize(1);
    assertThat(refusal(answered).code()).isEqualTo(ErrorCode.CONFLICT);

    MessageId failed = idOf(send("ada", "bob", "x"));
    var asFailed = broker.await(failed, State.FAILED, false, MINUTE);
    var expired = broker.await(failed, State.EXPIRED, false, MINUTE);
    climb("bob", failed, State.FAILED);
    assertThat(result(asFailed).recipients()).hasSize(1);
    assertThat(refusal(expired).code()).isEqualTo(ErrorCode.CONFLICT);

    MessageId late = idOf(route(draft("ada", "agent/bob").content("x").ttlMillis(1_000)));
    var asExpired = broker.await(late, State.EXPIRED, false, MINUTE);
    advance(Duration.ofSeconds(2));
    assertThat(result(asExpired).recipients()).hasSize(1);
  }

  @Test
  @DisplayName("RCPT-1 what a session answers its agent need not answer as well")
  void sessions() {
    createSession("bob", "desk", "agent/bob");
    MessageId id = idOf(route(urgent("bob", Rung.ANSWERED)));
    var answered = broker.await(id, State.ANSWERED, false, Duration.ofHours(1));
    boolean _ =
        result(broker.transactions().run(tx -> tx.climb(inbox("bob", "desk"), id, State.ANSWERED)));

    advance(MINUTE);

    assertThat(result(answered).recipients()).hasSize(2);
    assertThat(told("boss")).isEmpty();
  }

  @Test
  @DisplayName("RCPT-1 of several recipients all count, those who only read along do not")
  void several() {
    create("observer");
    subscribe("observer", "agent/*");
    MessageId id = idOf(route(urgent("bob,eve", Rung.READ)));
    MessageId other = idOf(route(urgent("bob,eve", Rung.READ)));
    climb("bob", id, State.READ);
    climb("eve", id, State.READ);
    climb("bob", other, State.READ);

    advance(MINUTE);

    eventually(() -> told("boss").size() == 1);
    assertThat(told("boss").getFirst().draft().cause()).isEqualTo(other);
  }

  @Test
  @DisplayName("RCPT-1 what reached nobody is overdue when its time is over")
  void deadLetter() {
    route(urgent("nobody", Rung.DELIVERED));

    advance(MINUTE);

    eventually(() -> told("boss").size() == 1);
  }

  @Test
  @DisplayName("PROV-1 nobody's words become the hub's own, or its owner's, by being overdue")
  void origins() {
    route(urgent("bob", Rung.READ));
    route(urgent("bob", Rung.READ).source("slack"));
    result(
        broker.route(urgent("bob", Rung.READ).humanInjected(true).build(), Senders.ownerAs("ada")));
    result(broker.route(urgent("bob", Rung.READ).build(), Senders.ownerAs("ada")));

    advance(MINUTE);

    eventually(() -> told("boss").size() == 4);
    assertThat(told("boss"))
        .extracting(Message::origin)
        .containsExactlyInAnyOrder(Origin.PEER, Origin.EXTERNAL, Origin.HUMAN, Origin.PEER);
  }

  @Test
  @DisplayName("DUR-2 a deadline survives a restart, and one that passed meanwhile is kept, once")
  void survivesRestart() {
    MessageId id = idOf(route(urgent("bob", Rung.READ)));
    time.advance(Duration.ofSeconds(30));
    restart();
    advance(Duration.ofSeconds(29));
    assertThat(told("boss")).isEmpty();
    broker.close();
    time.advance(Duration.ofHours(1));
    restart();
    advance(Duration.ofSeconds(1));

    eventually(() -> !shown(id).isOpen());
    restart();
    advance(Duration.ofDays(1));

    assertThat(told("boss")).hasSize(1);
    assertThat(shown(id).told()).isEqualTo(told("boss").getFirst().id());
  }

  @Test
  @DisplayName("DUR-3 a store that is full when it is time is tried again, and told once")
  void failedCommit() {
    MessageId id = idOf(route(urgent("bob", Rung.READ)));
    store.failCommit(1, Reason.FULL);
    advance(MINUTE);
    advance(Duration.ofSeconds(2));
    advance(Duration.ofSeconds(4));

    eventually(() -> !shown(id).isOpen());
    assertThat(told("boss")).hasSize(1);
  }

  @Test
  @DisplayName("RCPT-1 who may not be written to when it is time is not, and the ladder says why")
  void refused() {
    MessageId id = idOf(route(urgent("bob", Rung.READ)));
    broker.admitBy(
        (_, draft) -> {
          if (draft.path().text().equals("agent/boss")) {
            throw new Refused(ErrorCode.FORBIDDEN, "not to the boss");
          }
        });

    advance(MINUTE);

    eventually(() -> !shown(id).isOpen());
    assertThat(shown(id).refused()).isEqualTo("not to the boss");
    assertThat(told("boss")).isEmpty();
  }

  @Test
  @DisplayName("MSG-2 somebody unknown cannot be told, and nothing is sent")
  void unknown() {
    Draft.Builder draft =
        draft("ada", "agent/bob")
            .escalation(new Escalation(Rung.READ, MINUTE.toMillis(), agent("nobody")));

    assertThat(refusal(routing(draft)).code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(receive("bob")).isEmpty();
  }

  @Test
  @DisplayName("MSG-2 one sender has at most so many deadlines, and those that were kept make room")
  void bounded() {
    for (int i = 0; i < 1_000; i++) {
      route(urgent("bob", Rung.DELIVERED));
    }
    assertThat(refusal(routing(urgent("bob", Rung.DELIVERED))).code())
        .isEqualTo(ErrorCode.OVERLOADED);
    assertThat(receive("bob")).hasSize(1_000);

    eventually(() -> !isRefused(routing(urgent("eve", Rung.DELIVERED))));
    route(draft("eve", "agent/bob").escalation(unless(Rung.READ)));
  }

  @Test
  @DisplayName("RCPT-1 an agent's owner says once who stands in for it")
  void ofAnAgent() {
    result(broker.escalations().set(agent("bob"), unless(Rung.READ)));
    MessageId direct = idOf(send("ada", "bob", "x"));
    route(draft("ada", "agent/bob,eve").content("to two"));
    send("ada", "eve", "y");
    restart();
    assertThat(broker.escalations().of(agent("bob"))).isEqualTo(unless(Rung.READ));

    advance(MINUTE);

    eventually(() -> told("boss").size() == 1);
    Message note = told("boss").getFirst();
    assertThat(note.draft().cause()).isEqualTo(direct);
    assertThat(note.draft().from()).isEqualTo("bob");
    assertThat(note.draft().content()).contains("from 'ada'");

    result(broker.escalations().set(agent("bob"), null));
    assertThat(broker.escalations().of(agent("bob"))).isNull();
  }

  @Test
  @DisplayName("RCPT-1 tasks of agents for whom nobody stands in go to whom the owner says")
  void ofTasks() {
    result(broker.escalations().set(null, unless(Rung.ANSWERED)));
    MessageId task = idOf(route(draft("ada", "agent/bob").type(MessageType.TASK).content("do")));
    send("ada", "bob", "no task");

    advance(MINUTE);

    eventually(() -> told("boss").size() == 1);
    assertThat(told("boss").getFirst().draft().cause()).isEqualTo(task);
  }

  @Test
  @DisplayName("RCPT-1 what tells of something overdue is not itself escalated, and so on for ever")
  void notForEver() {
    result(broker.escalations().set(agent("bob"), unless(Rung.READ)));
    result(
        broker
            .escalations()
            .set(agent("boss"), new Escalation(Rung.READ, MINUTE.toMillis(), agent("bob"))));
    send("ada", "bob", "x");

    advance(MINUTE);
    eventually(() -> told("boss").size() == 1);
    advance(Duration.ofHours(1));

    assertThat(told("bob")).isEmpty();
  }

  @Test
  @DisplayName("RCPT-1 a setting goes with its agent, and is not its namesake's")
  void settingGoes() {
    result(broker.escalations().set(agent("bob"), unless(Rung.READ)));
    result(broker.participants().deleteAgent(agent("bob")));
    create("bob");

    assertThat(broker.escalations().of(agent("bob"))).isNull();
    assertThatThrownBy(() -> broker.escalations().set(agent("zoe"), unless(Rung.READ)))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> broker.escalations().set(agent("boss"), unless(Rung.READ)))
        .hasMessageContaining("cannot stand in for itself");
  }
}
