package dev.parley.agents.governor;

import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.turns.AutoRun;
import dev.parley.agents.turns.TurnRecord;
import dev.parley.agents.turns.Turns;
import dev.parley.agents.turns.TurnsConfig;
import dev.parley.agents.usage.Usage;
import dev.parley.agents.usage.UsageLimits;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A broker with a governor, turns and usage, as tests see it. */
final class GovernorHub implements AutoCloseable {
  static final Visit OWNER = Visit.ofHub();

  private final MessageStore store;
  final Broker broker;
  final Governor governor;
  final Turns turns;
  final Usage usage;

  GovernorHub(
      MessageStore store, Timekeeper time, GovernorConfig config, Map<String, Brain> brains) {
    this.store = store;
    this.broker = new Broker(store, time, BrokerConfig.DEFAULT);
    this.governor = Governor.open(broker, config);
    Broker _ = broker.start();
    if (broker.participants().agent(new AgentId(Sender.OWNER_NAME)).isEmpty()) {
      done(broker.participants().createOwnersAgent("Developer"));
    }
    this.turns = Turns.open(broker, TurnsConfig.of(brains));
    governor.thinking(agent -> turns.said(agent.value()).isPresent());
    this.usage = Usage.open(broker, UsageLimits.DEFAULT);
    usage.watchedBy(governor::onSpent);
  }

  GovernorHub having(String... agents) {
    for (String agent : agents) {
      done(broker.participants().createAgent(new AgentId(agent), null, null, null, null));
    }
    return this;
  }

  GovernorHub running(String agent, String brain) {
    AutoRun _ = done(turns.set(agent, AutoRun.by(brain).withDebounce(Duration.ZERO)));
    return this;
  }

  static <T> T done(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw Refused.of(e);
    }
  }

  static Visit of(String agent) {
    return new Visit(new Principal.AgentPrincipal(new AgentId(agent)), Door.WS, "");
  }

  static Draft.Builder draft(String from, String to) {
    return Draft.from(from).to(Path.parse("agent/" + to));
  }

  MessageId send(String from, String to, @Nullable MessageId cause) {
    return send(draft(from, to).content("thank you").replyTo(cause));
  }

  MessageId send(Draft.Builder draft) {
    Draft built = draft.build();
    Visit visit = built.from().equals(Sender.OWNER_NAME) ? OWNER : of(built.from());
    return done(broker.route(built, visit.senderAs(built.from()))).message().id();
  }

  /** The messages with which a person was told that something was stopped; waits for so many. */
  List<Message> cards(int atLeast) {
    await().atMost(Duration.ofSeconds(30)).until(() -> cards().size() >= atLeast);
    return cards();
  }

  List<Message> cards() {
    return done(broker.peek(BoxId.inbox(new AgentId(Sender.OWNER_NAME)), 1_000)).stream()
        .map(copy -> Message.parse(copy.message().number(), copy.message().json()))
        .filter(each -> each.draft().command().equals("governor.stopped"))
        .toList();
  }

  List<TurnRecord> turnsOf(String agent) {
    return turns.log(new AgentId(agent), 200);
  }

  @Override
  public void close() {
    usage.close();
    turns.close();
    governor.close();
    broker.close();
    store.close();
  }
}
