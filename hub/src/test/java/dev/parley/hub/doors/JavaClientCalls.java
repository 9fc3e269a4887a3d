package dev.parley.hub.doors;

import dev.parley.client.Agents;
import dev.parley.client.ListenOptions;
import dev.parley.client.Listener;
import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.message.DeliveryStatus.Recipient;
import dev.parley.client.message.Draft;
import dev.parley.client.message.HistoryQuery;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.MessagePage;
import dev.parley.client.message.Receipt;
import dev.parley.client.message.ReceivedMessage;
import dev.parley.client.registry.AgentInfo;
import dev.parley.client.registry.GroupInfo;
import dev.parley.client.registry.SubscriptionInfo;
import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.DoorRefusal;
import dev.parley.testkit.door.Letter;
import dev.parley.testkit.door.Seen;
import dev.parley.testkit.door.SeenAgent;
import dev.parley.testkit.door.Sent;
import dev.parley.testkit.door.Tally;
import dev.parley.testkit.door.TestAgent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The shipped Java client, used as its users would. */
final class JavaClientCalls implements DoorClient {
  private static final int MANY = 1_000;

  private final ParleyClient client;

  JavaClientCalls(ParleyClient client) {
    this.client = client;
  }

  /** A call whose refusal is told in the words of the contract. */
  static <T> T told(Supplier<T> call) {
    try {
      return call.get();
    } catch (ParleyException e) {
      throw new DoorRefusal(e.code(), String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      // What could never be sent is refused before it is.
      throw new DoorRefusal("bad_request", String.valueOf(e.getMessage()));
    }
  }

  private static Draft draft(Letter letter) {
    Draft draft =
        switch (letter.target()) {
          case Letter.To(String recipient) -> Draft.to(recipient);
          case Letter.ToSeveral(List<String> agents) -> Draft.to(agents);
          case Letter.ToPath(String path) -> Draft.toPath(path);
          case Letter.ToEveryone _ -> Draft.toEveryone();
          case Letter.ToNobody _ -> Draft.to("");
        };
    return filled(draft, letter);
  }

  private static Draft filled(Draft draft, Letter letter) {
    Draft filled = draft;
    for (Map.Entry<String, Object> field : letter.fields().entrySet()) {
      filled = filled.with(field.getKey(), field.getValue());
    }
    return filled;
  }

  private static Sent sent(Receipt receipt) {
    return new Sent(
        receipt.messageId(),
        new Sent.Outcome(
            receipt.delivered(), receipt.duplicate(), receipt.deliveredTo(), receipt.unreached()));
  }

  private static Seen seen(ReceivedMessage message) {
    return Json.seen(Json.parse(message.json().raw()));
  }

  private static List<Seen> seen(MessagePage page) {
    return page.messages().stream().map(JavaClientCalls::seen).toList();
  }

  @Override
  public Sent send(Letter letter) {
    return told(() -> sent(client.send(draft(letter))));
  }

  @Override
  public Sent reply(String messageId, Letter letter) {
    return told(() -> sent(client.send(filled(Draft.inReplyTo(messageId), letter))));
  }

  @Override
  public Seen request(Letter letter, Duration within) {
    return told(() -> seen(client.request(draft(letter), within).reply()));
  }

  @Override
  public List<Seen> receive(String agentId, int limit) {
    return told(() -> seen(client.mailbox(Inbox.of(agentId)).receive(limit)));
  }

  @Override
  public List<Seen> peek(String agentId, int limit) {
    return told(() -> seen(client.mailbox(Inbox.of(agentId)).peek(limit)));
  }

  @Override
  public Telling tellMe(String agentId) {
    BlockingQueue<Seen> heard = new LinkedBlockingQueue<>();
    Listener listener =
        told(
            () ->
                client.listen(
                    Inbox.of(agentId),
                    ListenOptions.AUTO,
                    delivery -> heard.add(seen(delivery.message()))));
    return new Queued(heard, listener::close);
  }

  /** Messages that a thread of the client puts into a queue. */
  record Queued(BlockingQueue<Seen> heard, Runnable end) implements Telling {
    @Override
    public Seen next() {
      try {
        Seen next = heard.poll(30, TimeUnit.SECONDS);
        if (next == null) {
          throw new AssertionError("nothing came");
        }
        return next;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      end.run();
    }
  }

  @Override
  public long markRead(String agentId, List<String> ids) {
    return told(() -> client.mailbox(Inbox.of(agentId)).read(ids));
  }

  @Override
  public List<Seen> history(String agentId, int limit) {
    return told(
        () -> seen(client.mailbox(Inbox.of(agentId)).history(HistoryQuery.NEWEST.limit(limit))));
  }

  @Override
  public List<Seen> outbox(String agentId, int limit) {
    return told(
        () -> seen(client.mailbox(Inbox.of(agentId)).outbox(HistoryQuery.NEWEST.limit(limit))));
  }

  @Override
  public long clear(String agentId) {
    return told(() -> client.mailbox(Inbox.of(agentId)).clear());
  }

  @Override
  public List<Seen> thread(String messageId) {
    return told(() -> seen(client.messages().thread(messageId, MANY, null)));
  }

  @Override
  public List<Seen> conversation(String conversationId) {
    return told(() -> seen(client.messages().conversation(conversationId, MANY, null)));
  }

  @Override
  public Map<String, String> states(String messageId) {
    return told(
        () ->
            client.messages().status(messageId).recipients().stream()
                .filter(recipient -> recipient.inbox().sessionId() == null)
                .collect(Collectors.toMap(each -> each.inbox().agentId(), Recipient::state)));
  }

  @Override
  public void subscribe(String agentId, String pattern) {
    var _ = told(() -> client.mailbox(Inbox.of(agentId)).subscribe(pattern));
  }

  @Override
  public void unsubscribe(String agentId, String pattern) {
    var _ = told(() -> client.mailbox(Inbox.of(agentId)).unsubscribe(pattern));
  }

  @Override
  public List<String> subscriptions(String agentId) {
    return told(
        () ->
            client.mailbox(Inbox.of(agentId)).subscriptions().stream()
                .map(SubscriptionInfo::pattern)
                .toList());
  }

  private static SeenAgent seen(AgentInfo agent) {
    return new SeenAgent(Json.map(Json.parse(agent.json().raw())));
  }

  @Override
  public List<SeenAgent> agents() {
    return told(
        () ->
            client.agents().list(MANY, null).agents().stream().map(JavaClientCalls::seen).toList());
  }

  @Override
  public SeenAgent agent(String agentId) {
    return told(() -> seen(client.agents().get(agentId)));
  }

  @Override
  public void describe(String agentId, String description, Map<String, Object> metadata) {
    JsonObject object = JsonObject.parse(Json.write(metadata));
    var _ =
        told(() -> client.agents().update(agentId, new Agents.Details(null, description, object)));
  }

  @Override
  public TestAgent createAgent(String agentId) {
    return told(
        () -> new TestAgent(agentId, client.agents().create(agentId, Agents.Details.NONE).token()));
  }

  @Override
  public String renewToken(String agentId) {
    return told(() -> client.agents().token(agentId));
  }

  @Override
  public void deleteAgent(String agentId) {
    var _ = told(() -> client.agents().delete(agentId));
  }

  @Override
  public void createSession(String agentId, String sessionId) {
    var _ = told(() -> client.sessions().create(Inbox.of(agentId, sessionId), null));
  }

  @Override
  public void subscribeSession(String agentId, String sessionId, String pattern) {
    var _ = told(() -> client.mailbox(Inbox.of(agentId, sessionId)).subscribe(pattern));
  }

  @Override
  public List<Seen> receiveOfSession(String agentId, String sessionId) {
    return told(() -> seen(client.mailbox(Inbox.of(agentId, sessionId)).receive(MANY)));
  }

  @Override
  public void putGroup(String name, List<String> members) {
    var _ = told(() -> client.groups().put(name, members));
  }

  @Override
  public void deleteGroup(String name) {
    var _ = told(() -> client.groups().delete(name));
  }

  @Override
  public Map<String, List<String>> groups() {
    return told(
        () ->
            client.groups().list().stream()
                .collect(Collectors.toMap(GroupInfo::name, GroupInfo::members)));
  }

  @Override
  public List<Seen> deadLetters() {
    return told(() -> seen(client.deadLetters().list(HistoryQuery.NEWEST.limit(MANY))));
  }

  @Override
  public long replay(List<String> ids) {
    return told(() -> client.deadLetters().replay(ids).delivered());
  }

  @Override
  public Tally tally(String messageId) {
    JsonObject proposal = told(() -> client.messages().tally(messageId));
    if (proposal == null) {
      throw new AssertionError("no proposal in the answer");
    }
    return FrameCalls.tally(Json.parse(proposal.raw()));
  }
}
