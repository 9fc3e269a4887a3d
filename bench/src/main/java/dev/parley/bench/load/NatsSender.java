package dev.parley.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One connection of JetStream's load. Nearly everything happens on the thread of its dispatcher: a
 * publish ack lets the next message go, a delivery is entered and acknowledged.
 */
final class NatsSender {
  private static final byte[] ACK = "+ACK".getBytes(US_ASCII);

  private final int number;
  private final Connection connection;
  private final Workload workload;
  private final NatsConsumers consumers;
  private final Ledger ledger;
  private final Dispatcher dispatcher;
  private final String publishAcks;
  private final byte[] body;
  private final String[] subjects;
  private final int ackEvery;

  /** By consumer: messages not acknowledged yet, and where the ack of the last of them goes. */
  private final int[] unacknowledged;

  private final @Nullable String[] lastReplyTo;

  private long next;
  private long limit;
  private long confirmed;
  private @Nullable Progress progress;

  NatsSender(
      int number,
      Connection connection,
      Workload workload,
      NatsConsumers consumers,
      Ledger ledger) {
    this.number = number;
    this.connection = connection;
    this.workload = workload;
    this.consumers = consumers;
    this.ledger = ledger;
    publishAcks = "published." + number;
    body = Body.bytes(number, workload.bodyBytes());
    subjects = new String[workload.inboxes()];
    Arrays.setAll(subjects, inbox -> NatsConsumers.subject(inbox, workload));
    ackEvery = ackEvery(workload, consumers);
    unacknowledged = new int[consumers.count(workload)];
    lastReplyTo = new String[consumers.count(workload)];
    dispatcher = connection.createDispatcher(this::onMessage);
  }

  /** A consumer of several inboxes acknowledges as rarely as those inboxes would together. */
  static int ackEvery(Workload workload, NatsConsumers consumers) {
    return workload.ackEvery() * workload.inboxes() / consumers.count(workload);
  }

  void subscribe() {
    // Nothing may be dropped on the client's side: the windows bound what is in flight.
    dispatcher.setPendingLimits(-1, -1);
    dispatcher.subscribe(publishAcks);
    for (int consumer = 0; consumer < consumers.count(workload); consumer++) {
      if (consumers.reader(consumer, workload) == number) {
        dispatcher.subscribe(NatsConsumers.deliverSubject(consumer));
      }
    }
  }

  synchronized void prepare(Progress running) {
    progress = running;
  }

  synchronized void start(long messages) {
    limit += messages;
    send();
  }

  private synchronized void onMessage(Message message) {
    if (message.getSubject().equals(publishAcks)) {
      onPublishAck(message);
    } else {
      onDelivered(message);
    }
  }

  private void onPublishAck(Message message) {
    String answer = new String(message.getData(), US_ASCII);
    if (answer.contains("\"error\"")) {
      throw new IllegalStateException("publish refused: " + answer);
    }
    confirmed++;
    if (progress != null) {
      progress.onConfirmed(1);
    }
    send();
  }

  private void send() {
    while (next < limit && next - confirmed < workload.window()) {
      int inbox = workload.inbox(number, next);
      ledger.onSent(number, next);
      connection.publish(subjects[inbox], publishAcks, Body.fill(body, inbox, next));
      next++;
    }
  }

  private void onDelivered(Message message) {
    String subject = message.getSubject();
    int inbox = Integer.parseInt(subject, subject.length() - 3, subject.length(), 10);
    ledger.onDelivered(inbox, message.getData(), 0);
    int consumer = consumers.consumer(inbox, workload);
    unacknowledged[consumer]++;
    lastReplyTo[consumer] = message.getReplyTo();
    if (unacknowledged[consumer] >= ackEvery) {
      acknowledge(consumer);
    }
  }

  /** Once a millisecond: acknowledges batches that are not full. */
  synchronized void acknowledgeRest() {
    for (int consumer = 0; consumer < unacknowledged.length; consumer++) {
      acknowledge(consumer);
    }
  }

  private void acknowledge(int consumer) {
    String replyTo = lastReplyTo[consumer];
    if (unacknowledged[consumer] > 0 && replyTo != null && progress != null) {
      connection.publish(replyTo, ACK);
      progress.onAcknowledged(unacknowledged[consumer]);
      unacknowledged[consumer] = 0;
    }
  }
}
