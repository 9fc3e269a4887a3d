package dev.parley.loops;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.Refused;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.Sender;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.RateLimits;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A broker with loops, as tests see it. */
final class LoopHub implements AutoCloseable {
  static final Visit OWNER = Visit.ofHub();
  static final AgentId DEVELOPER = new AgentId(Sender.OWNER_NAME);

  private final MessageStore store;
  final Broker broker;
  final Identity identity;
  final Loops loops;

  LoopHub(MessageStore store, Timekeeper time, LoopLimits limits) {
    this.store = store;
    this.broker = new Broker(store, time, BrokerConfig.DEFAULT);
    this.identity = Identity.of(broker, "owner's", RateLimits.none(), broker.time());
    this.loops = Loops.open(broker, identity, limits, Owners.of(broker));
    Broker _ = broker.start();
  }

  LoopHub having(String... agents) {
    if (broker.participants().agent(DEVELOPER).isEmpty()) {
      done(broker.participants().createOwnersAgent("Developer"));
    }
    for (String agent : agents) {
      done(broker.participants().createAgent(new AgentId(agent), null, null, null, null));
    }
    return this;
  }

  static Visit visit(String agent) {
    return new Visit(new Principal.AgentPrincipal(new AgentId(agent)), Door.WS, "");
  }

  static AgentId id(String agent) {
    return new AgentId(agent);
  }

  static <T> T done(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw Refused.of(e);
    }
  }

  Receipt send(String from, String path, String content, @Nullable String conversation) {
    Draft draft =
        Draft.from(from).to(Path.parse(path)).content(content).conversationId(conversation).build();
    return done(broker.route(draft, visit(from).senderAs(from)));
  }

  Receipt say(String from, String path, String content) {
    return send(from, path, content, null);
  }

  /** What lies in an agent's inbox, oldest first. */
  List<String> inbox(String agent) {
    return done(broker.peek(BoxId.inbox(new AgentId(agent)), 100)).stream()
        .map(copy -> content(copy.message().json()))
        .toList();
  }

  List<String> thread(String conversation, @Nullable String seenBy) {
    HistoryPage page =
        done(
            broker
                .lookups()
                .thread(conversation, 100, -1, seenBy == null ? null : new AgentId(seenBy)));
    return page.copies().stream().map(copy -> content(copy.message().json())).toList();
  }

  static String content(byte[] json) {
    String text = new String(json, java.nio.charset.StandardCharsets.UTF_8);
    Envelope _ = Envelope.parse(json);
    int at = text.indexOf("\"content\":\"") + 11;
    return text.substring(at, text.indexOf('"', at));
  }

  @Override
  public void close() {
    loops.close();
    broker.close();
    store.close();
  }
}
