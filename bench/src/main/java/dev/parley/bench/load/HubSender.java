package dev.parley.bench.load;

import dev.parley.bench.ws.ControlClient;
import dev.parley.bench.ws.FrameIn;
import dev.parley.bench.ws.FrameTemplate;
import dev.parley.bench.ws.Marker;
import dev.parley.bench.ws.WsConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One connection of the hub's load: sends, listens to its inboxes and acknowledges. */
final class HubSender {
  private static final int BUFFER_BYTES = 1 << 18;
  private static final String REQUEST_SLOT = "1111111111";
  private static final String TO_SLOT = "agent-@@@";
  private static final int AGENT_PREFIX = "agent-".length();
  private static final String CONVERSATION_SLOT = "talk-@@@";
  private static final int CONVERSATION_PREFIX = "talk-".length();
  private static final int NO_SLOT = -1;

  private final int number;
  private final Workload workload;
  private final Ledger ledger;
  private final WsConnection connection;
  private final FrameTemplate send;
  private final int requestSlot;
  private final int toSlot;
  private final int inboxSlot;
  private final int conversationSlot;
  private final int sequenceSlot;

  private final Marker type = new Marker("\"type\":\"");
  private final Marker pushAgent = new Marker("\"agentId\":\"agent-");
  private final Marker pushCursor = new Marker("\"cursor\":");
  private final Marker pushBody = new Marker(Body.START);
  private final Marker ackedCount = new Marker("\"acked\":");

  private final String[] ackStart;
  private final int[] unacknowledged;
  private final long[] lastCursor;
  private long next;
  private long limit;
  private long confirmed;
  private long acknowledged;
  private long requests = Body.SEQUENCE_BASE;
  private @Nullable IOException broken;

  private HubSender(
      int number,
      WsConnection connection,
      Workload workload,
      Ledger ledger,
      boolean inConversations) {
    this.number = number;
    this.connection = connection;
    this.workload = workload;
    this.ledger = ledger;
    send =
        connection.template(
            "{\"type\":\"msg.send\",\"requestId\":%s,\"echo\":false,\"from\":\"%s\",\"to\":\"%s\",\"payload\":%s%s}"
                .formatted(
                    REQUEST_SLOT,
                    HubLoad.agent(number % workload.inboxes()),
                    TO_SLOT,
                    Body.template(number, workload.bodyBytes()),
                    inConversations ? conversation(number, workload) : ""));
    requestSlot = send.slot(REQUEST_SLOT);
    toSlot = send.slot(TO_SLOT) + AGENT_PREFIX;
    inboxSlot = send.slot("\"" + Body.INBOX_SLOT + "\"") + 1;
    sequenceSlot = send.slot(Body.SEQUENCE_SLOT);
    conversationSlot =
        inConversations ? send.slot(CONVERSATION_SLOT) + CONVERSATION_PREFIX : NO_SLOT;
    ackStart = new String[workload.inboxes()];
    Arrays.setAll(
        ackStart,
        inbox -> "{\"type\":\"msg.ack\",\"agentId\":\"" + HubLoad.agent(inbox) + "\",\"upTo\":");
    unacknowledged = new int[workload.inboxes()];
    lastCursor = new long[workload.inboxes()];
  }

  /** The text once more for those who read only that, and where it is filed beside the inbox. */
  private static String conversation(int number, Workload workload) {
    return ",\"content\":\"%s\",\"conversationId\":\"%s\""
        .formatted(Body.text(number, workload.bodyBytes() - Body.BYTES_MIN), CONVERSATION_SLOT);
  }

  static HubSender open(
      int number, int port, String token, Workload workload, Ledger ledger, boolean inConversations)
      throws IOException {
    WsConnection connection = WsConnection.open(port, BUFFER_BYTES);
    var setup = new ArrayList<String>();
    setup.add(ControlClient.auth(token));
    for (int inbox = number; inbox < workload.inboxes(); inbox += workload.connections()) {
      setup.add(
          "{\"type\":\"msg.listen\",\"agentId\":\"%s\",\"ack\":\"manual\",\"window\":%d}"
              .formatted(HubLoad.agent(inbox), workload.unacknowledgedMax()));
    }
    for (String request : setup) {
      connection.out().text(request);
      connection.flush();
      connection.awaitMessage();
      if (connection.in().text().contains("\"type\":\"error\"")) {
        throw new IOException(connection.in().text() + " to " + request);
      }
    }
    connection.channel().configureBlocking(false);
    return new HubSender(number, connection, workload, ledger, inConversations);
  }

  WsConnection connection() {
    return connection;
  }

  long confirmed() {
    return confirmed;
  }

  long acknowledged() {
    return acknowledged;
  }

  void sendMore(long messages) {
    limit += messages;
  }

  /** Selector callbacks cannot throw what channels throw, so it is kept for the next turn. */
  void failIfBroken() throws IOException {
    if (broken != null) {
      throw broken;
    }
  }

  void onReadable() {
    try {
      boolean more;
      do {
        more = connection.read();
        while (connection.nextMessage()) {
          onMessage(connection.in());
        }
      } while (more);
    } catch (IOException e) {
      broken = new IOException("connection " + number + ": " + e.getMessage(), e);
    }
  }

  private void onMessage(FrameIn in) throws IOException {
    byte[] bytes = in.array();
    int from = in.offset();
    int length = in.length();
    int at = type.behind(bytes, from, length);
    // msg.push, msg.send.ok, msg.ack.ok, msg.lagging and msg.caught_up differ in their fifth
    // letter.
    switch (at < 0 ? 0 : bytes[at + 4]) {
      case 'p' -> onPush(bytes, from, length);
      case 's' -> confirmed++;
      case 'a' -> acknowledged += Marker.number(bytes, ackedCount.behind(bytes, from, length));
      case 'l', 'c' -> {} // It reads from the store for a while; what it pushes is the same.
      default -> throw new IOException("unexpected " + in.text());
    }
  }

  private void onPush(byte[] bytes, int from, int length) throws IOException {
    int agentAt = pushAgent.behind(bytes, from, length);
    int cursorAt = pushCursor.behind(bytes, from, length);
    int bodyAt = pushBody.behind(bytes, from, length) - Body.START.length();
    if (agentAt < 0 || cursorAt < 0 || bodyAt < 0) {
      throw new IOException("a push without agentId, cursor or body");
    }
    int inbox = (int) Marker.number(bytes, agentAt);
    ledger.onDelivered(inbox, bytes, bodyAt);
    lastCursor[inbox] = Marker.number(bytes, cursorAt);
    unacknowledged[inbox]++;
  }

  /** Acknowledges inboxes whose batch is full, or whatever there is. */
  void acknowledge(boolean all) {
    int least = all ? 1 : workload.ackEvery();
    for (int inbox = number; inbox < unacknowledged.length; inbox += workload.connections()) {
      if (unacknowledged[inbox] >= least) {
        connection.out().text(ackStart[inbox] + lastCursor[inbox] + "}");
        unacknowledged[inbox] = 0;
      }
    }
  }

  /** Sends as many as its window allows. */
  long send() {
    long count = Math.min(limit - next, workload.window() - (next - confirmed));
    for (long i = 0; i < count; i++, next++) {
      int inbox = workload.inbox(number, next);
      ledger.onSent(number, next);
      int at = connection.out().append(send);
      connection.out().patch(send, at, requestSlot, REQUEST_SLOT.length(), requests++);
      connection.out().patch(send, at, toSlot, Body.INBOX_DIGITS, inbox);
      connection.out().patch(send, at, inboxSlot, Body.INBOX_DIGITS, inbox);
      if (conversationSlot != NO_SLOT) {
        connection.out().patch(send, at, conversationSlot, Body.INBOX_DIGITS, inbox);
      }
      connection
          .out()
          .patch(send, at, sequenceSlot, Body.SEQUENCE_DIGITS, Body.SEQUENCE_BASE + next);
    }
    return Math.max(count, 0);
  }

  boolean flush() throws IOException {
    return connection.flush();
  }
}
