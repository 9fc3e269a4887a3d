package dev.parley.agents.turns;

import dev.parley.agents.brain.Outcome;
import dev.parley.agents.context.ConversationLog;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Sender;
import dev.parley.core.message.TaskStatus;
import dev.parley.core.store.State;
import dev.parley.core.trace.Current;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that follows from the end of a turn, for one commit, made on the thread of the turn: the
 * answers, the last rung of each message, the log, and that nothing waits any more. Nothing of it
 * happens when the claim is not this hub's any more, because another has made the turn.
 */
final class Ending {
  private final Broker broker;
  private final TurnLog log;
  private final ConversationLog said;
  private final TaskDesk tasks;
  private final TurnMaker.Claimed turn;
  private final Outcome outcome;
  private final Course course;
  private final long now;
  private final @Nullable String traceparent = Current.span().traceparent();

  Ending(
      Broker broker,
      TurnLog log,
      ConversationLog said,
      TaskDesk tasks,
      TurnMaker.Claimed turn,
      Outcome outcome,
      Course course,
      long now) {
    this.broker = broker;
    this.log = log;
    this.said = said;
    this.tasks = tasks;
    this.turn = turn;
    this.outcome = outcome;
    this.course = course;
    this.now = now;
  }

  /** On the committer thread, perhaps more than once; empty when the turn is another hub's. */
  Optional<TurnRecord> apply(Tx tx) {
    byte[] there = tx.get(TurnMaker.CLAIMS, turn.session().text());
    if (there == null || !Rows.claim(there).equals(turn.claim())) {
      return Optional.empty();
    }
    tx.delete(TurnMaker.CLAIMS, turn.session().text());
    turn.arrivals().forEach(each -> tx.delete(Arrivals.TABLE, each.key()));
    List<MessageId> answers = new ArrayList<>();
    if (outcome instanceof Outcome.Answered(String text)) {
      Sender agent = speaker();
      for (Message message : toAnswer()) {
        if (!text.isBlank() || tasks.openTask(message) != null) {
          answers.add(tx.route(answer(message, text), agent));
        }
      }
    }
    for (Message message : turn.messages()) {
      if (tasks.openTask(message) != null) {
        // Whoever waits for a task hears of its end, whatever it is.
        tasks.ended(tx, message, turn.session().agent(), outcome);
      }
    }
    State rung =
        switch (outcome) {
          case Outcome.Answered _ -> State.ANSWERED;
          case Outcome.Declined _ -> State.DECLINED;
          case Outcome.Failed _ -> State.FAILED;
        };
    turn.arrivals().forEach(each -> Claiming.climb(tx, each, rung));
    TurnRecord ended =
        new TurnRecord(
            turn.session(),
            turn.claim().turn(),
            turn.claim().startedAt(),
            now,
            turn.arrivals().stream().map(Arrival::id).toList(),
            outcome.name(),
            outcome.text(),
            answers,
            course);
    log.add(tx, ended);
    said.add(
        tx,
        turn.session(),
        ended.messages(),
        outcome instanceof Outcome.Answered(String text) ? text : "",
        outcome.name(),
        now);
    return Optional.of(ended);
  }

  private Sender speaker() {
    AgentId agent = turn.session().agent();
    return new Visit(new Principal.AgentPrincipal(agent), Door.HUB, "").senderAs(agent.value());
  }

  /** The newest message of each place an answer goes to. */
  private List<Message> toAnswer() {
    Map<String, Message> newest = new LinkedHashMap<>();
    for (Message message : turn.messages()) {
      if (isAnswered(message)) {
        newest.put(answerPath(message), message);
      }
    }
    return List.copyOf(newest.values());
  }

  /** A result ends a task, and what the hub or somebody unknown says expects no answer. */
  private boolean isAnswered(Message message) {
    Draft draft = message.draft();
    return !tasks.isOver(message)
        && draft.type() != MessageType.TASK_RESULT
        && draft.type() != MessageType.TASK_STATUS
        && message.origin() != Origin.SYSTEM
        && !draft.from().equals(turn.session().agent().value())
        && (isInChannel(draft)
            || broker.participants().agent(new AgentId(draft.from())).isPresent());
  }

  private static boolean isInChannel(Draft draft) {
    return draft.path().text().startsWith("loop/");
  }

  private static String answerPath(Message message) {
    Draft draft = message.draft();
    return isInChannel(draft) ? draft.path().text() : "agent/" + draft.from();
  }

  private Draft answer(Message message, String text) {
    Draft draft = message.draft();
    String correlation = draft.correlationId();
    String task = tasks.openTask(message);
    Draft.Builder answer = Draft.from(turn.session().agent().value());
    if (task != null) {
      answer.set(EnvelopeField.TASK_ID, task).set(EnvelopeField.TASK_STATUS, TaskStatus.COMPLETED);
    }
    return answer
        .to(Path.parse(answerPath(message)))
        .type(draft.type() == MessageType.TASK ? MessageType.TASK_RESULT : MessageType.MESSAGE)
        .content(text)
        .replyTo(message.id())
        .correlationId(correlation != null ? correlation : message.id().toString())
        .conversationId(draft.conversationId())
        .topic(draft.topic())
        .traceparent(traceparent)
        .build();
  }
}
