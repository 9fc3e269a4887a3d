package dev.parley.agents.turns;

import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Brain;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.Refused;
import dev.parley.core.history.DeliveryStatus;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.State;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A broker with turns, as tests see it. */
final class TurnHub implements AutoCloseable {
  private final MessageStore store;
  final Broker broker;
  final Turns turns;

  TurnHub(MessageStore store, Timekeeper time, Map<String, Brain> brains) {
    this(store, time, TurnsConfig.of(brains));
  }

  TurnHub(MessageStore store, Timekeeper time, TurnsConfig config) {
    this.store = store;
    this.broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    if (broker.participants().agent(new AgentId(Sender.OWNER_NAME)).isEmpty()) {
      done(broker.participants().createOwnersAgent("Developer"));
    }
    this.turns = Turns.open(broker, config);
  }

  TurnHub having(String... agents) {
    for (String agent : agents) {
      done(broker.participants().createAgent(new AgentId(agent), null, null, null, null));
    }
    return this;
  }

  TurnHub running(String name, AutoRun autoRun) {
    AutoRun _ = done(turns.set(name, autoRun));
    return this;
  }

  static SessionKey session(String agent, String session) {
    return new SessionKey(new AgentId(agent), new SessionId(session));
  }

  static <T> T done(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw Refused.of(e);
    }
  }

  MessageId send(String from, String to, String content) {
    return send(Draft.from(from).to(Path.parse("agent/" + to)).content(content));
  }

  MessageId send(Draft.Builder draft) {
    Draft built = draft.build();
    Sender sender =
        built.from().equals(Sender.OWNER_NAME)
            ? Visit.ofHub().senderAs(built.from())
            : new Visit(new Principal.AgentPrincipal(new AgentId(built.from())), Door.WS, "")
                .senderAs(built.from());
    return done(broker.route(built, sender)).message().id();
  }

  /** Waits until the follower of the journal has filed all that was sent. */
  TurnHub settle() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                broker.journal().followers().stream()
                    .filter(each -> each.name().equals("turns"))
                    .allMatch(each -> each.lag() == 0));
    return this;
  }

  /** Waits until so many turns of an agent have ended. */
  List<TurnRecord> ended(String agent, int count) {
    AgentId id = new AgentId(agent);
    await().atMost(Duration.ofSeconds(30)).until(() -> turns.log(id, 100).size() >= count);
    return turns.log(id, 100).reversed();
  }

  State rung(MessageId message, String agent) {
    DeliveryStatus status = done(broker.lookups().status(message));
    return status.recipients().stream()
        .filter(
            copy -> copy.box() instanceof BoxId.Inbox inbox && inbox.agent().value().equals(agent))
        .map(copy -> copy.state())
        .findFirst()
        .orElseThrow();
  }

  /** What lies in an agent's inbox and is pending, oldest first. */
  List<Message> inbox(String agent) {
    return done(broker.peek(BoxId.inbox(new AgentId(agent)), 100)).stream()
        .map(copy -> Message.parse(copy.message().number(), copy.message().json()))
        .toList();
  }

  List<String> contents(String agent) {
    return inbox(agent).stream().map(each -> String.valueOf(each.draft().content())).toList();
  }

  /** Ends without a word: nothing of what its turns do then is kept. */
  void die() {
    broker.close();
    turns.close();
    store.close();
  }

  @Override
  public void close() {
    turns.close();
    broker.close();
    store.close();
  }
}
