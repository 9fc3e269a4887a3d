package dev.parley.agents.approvals;

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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A broker with approvals, as tests see it. */
final class ApprovalHub implements AutoCloseable {
  static final Visit OWNER = new Visit(new Principal.Owner(), Door.REST, "");

  private final MessageStore store;
  final Broker broker;
  final Approvals approvals;

  ApprovalHub(MessageStore store, Timekeeper time) {
    this.store = store;
    this.broker = new Broker(store, time, BrokerConfig.DEFAULT);
    this.approvals = Approvals.open(broker);
    Broker _ = broker.start();
    if (broker.participants().agent(new AgentId(Sender.OWNER_NAME)).isEmpty()) {
      done(broker.participants().createOwnersAgent("Developer"));
    }
  }

  ApprovalHub having(String... agents) {
    for (String agent : agents) {
      done(broker.participants().createAgent(new AgentId(agent), null, null, null, null));
    }
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
    return agent.equals(Sender.OWNER_NAME)
        ? OWNER
        : new Visit(new Principal.AgentPrincipal(new AgentId(agent)), Door.WS, "");
  }

  static Draft.Builder request(String from, String to) {
    return Draft.from(from)
        .to(Path.parse("agent/" + to))
        .command(Approvals.REQUEST)
        .content("delete the branch")
        .payload("{\"tool\":\"shell\",\"line\":\"git branch -D x\"}".getBytes());
  }

  String ask(String from, String to) {
    return send(request(from, to)).toString();
  }

  MessageId reply(String from, String to, String id, String text) {
    return send(
        Draft.from(from).to(Path.parse("agent/" + to)).content(text).replyTo(MessageId.parse(id)));
  }

  MessageId send(Draft.Builder draft) {
    Draft built = draft.build();
    return done(broker.route(built, of(built.from()).senderAs(built.from()))).message().id();
  }

  Approval approval(String id) {
    return approvals.get(OWNER, id);
  }

  List<String> commands(String agent) {
    return done(broker.peek(BoxId.inbox(new AgentId(agent)), 100)).stream()
        .map(copy -> Message.parse(copy.message().number(), copy.message().json()))
        .map(each -> each.draft().command())
        .toList();
  }

  @Override
  public void close() {
    broker.close();
    store.close();
  }
}
