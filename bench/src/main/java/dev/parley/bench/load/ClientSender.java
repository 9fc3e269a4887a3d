package dev.parley.bench.load;

import dev.parley.client.ClientOptions;
import dev.parley.client.ListenOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.message.Delivery;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * One client of the load. A virtual thread a run sends; the client makes it wait when its window is
 * full. The client's own threads deliver, one for each inbox.
 */
final class ClientSender implements AutoCloseable {
  private final int number;
  private final Workload workload;
  private final Ledger ledger;
  private final ParleyClient client;
  private final Draft[] drafts;
  private final String[] inboxNames;
  private final String senderName;
  private final String text;

  private long next;
  private volatile @Nullable Progress progress;
  private volatile @Nullable Throwable broken;

  private ClientSender(int number, ParleyClient client, Workload workload, Ledger ledger) {
    this.number = number;
    this.client = client;
    this.workload = workload;
    this.ledger = ledger;
    drafts = new Draft[workload.inboxes()];
    inboxNames = new String[workload.inboxes()];
    senderName = "%02d".formatted(number);
    String self = HubLoad.agent(number % workload.inboxes());
    for (int inbox = 0; inbox < drafts.length; inbox++) {
      drafts[inbox] = Draft.to(HubLoad.agent(inbox)).from(self);
      inboxNames[inbox] = "%03d".formatted(inbox);
    }
    text = Body.text(number, workload.bodyBytes() - Body.BYTES_MIN);
  }

  static ClientSender open(int number, int port, String token, Workload workload, Ledger ledger) {
    ClientOptions options =
        ClientOptions.owner(token, URI.create("ws://127.0.0.1:" + port + "/ws"))
            .withInFlightMax(workload.window());
    var sender = new ClientSender(number, ParleyClient.connect(options), workload, ledger);
    try {
      sender.listen();
    } catch (RuntimeException e) {
      sender.close();
      throw e;
    }
    return sender;
  }

  private void listen() {
    ListenOptions options = ListenOptions.MANUAL.window(workload.unacknowledgedMax());
    for (int inbox = number; inbox < workload.inboxes(); inbox += workload.connections()) {
      int own = inbox;
      client.listen(
          Inbox.of(HubLoad.agent(inbox)), options, delivery -> onDelivered(own, delivery));
    }
  }

  private void onDelivered(int inbox, Delivery delivery) {
    JsonObject body = delivery.message().payload();
    ledger.onDelivered(
        inbox,
        Integer.parseInt(body.text("inbox", "-1")),
        Integer.parseInt(body.text("sender", "0")),
        body.number("seq", 0) - Body.SEQUENCE_BASE);
    Progress running = progress;
    if (running != null) {
      running.onAcknowledged(1);
    }
  }

  void prepare(Progress running) {
    progress = running;
  }

  void start(long messages) {
    Thread.ofVirtual().name("client-sender-" + number).start(() -> send(messages));
  }

  private void send(long messages) {
    long limit = next + messages;
    for (; next < limit && broken == null; next++) {
      int inbox = workload.inbox(number, next);
      ledger.onSent(number, next);
      var _ =
          client
              .sendAsync(drafts[inbox].payload(body(inbox, next)))
              .whenComplete((_, failure) -> onAnswered(failure));
    }
  }

  private JsonObject body(int inbox, long sequence) {
    return new JsonWriter()
        .put("sender", senderName)
        .put("inbox", inboxNames[inbox])
        .put("seq", Body.SEQUENCE_BASE + sequence)
        .put("text", text)
        .toObject();
  }

  private void onAnswered(@Nullable Throwable failure) {
    Progress running = progress;
    if (failure != null) {
      broken = failure;
    } else if (running != null) {
      running.onConfirmed(1);
    }
  }

  void failIfBroken() throws IOException {
    Throwable failure = broken;
    if (failure != null) {
      throw new IOException("client " + number + ": " + failure.getMessage(), failure);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
