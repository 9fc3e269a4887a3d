package dev.parley.bench.fake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.parley.bench.ws.Marker;
import org.jspecify.annotations.Nullable;

/** What a client asks of the fake hub, and the answers; nothing is checked. */
final class FakeRequests {
  private final FakeConnection connection;
  private final FakeInboxes inboxes;
  private final Marker type = new Marker("\"type\":\"");
  private final Marker requestId = new Marker("\"requestId\":");
  private final Marker agentId = new Marker("\"agentId\":\"");
  private final Marker to = new Marker("\"to\":\"");
  private final Marker from = new Marker("\"from\":\"");
  private final Marker payload = new Marker("\"payload\":");
  private final Marker upTo = new Marker("\"upTo\":");
  private final Marker replyTo = new Marker("\"replyTo\":\"");

  private byte[] bytes = {};
  private int at;
  private int length;

  FakeRequests(FakeConnection connection, FakeInboxes inboxes) {
    this.connection = connection;
    this.inboxes = inboxes;
  }

  void onMessage(byte[] frame, int from, int frameLength) {
    bytes = frame;
    at = from;
    length = frameLength;
    switch (text(type)) {
      case "msg.send" -> onSend();
      case "msg.ack" -> onAcknowledge();
      case "msg.listen" -> onListen();
      case "msg.request" -> onRequest();
      case "msg.reply" -> onReply();
      case "ping" -> answer("{\"type\":\"pong\"}");
      case String other -> answer("{\"type\":\"" + other + ".ok\"" + echoedId() + "}");
    }
  }

  private void onSend() {
    String agent = text(to);
    String id = inboxes.nextId();
    push(agent, id);
    answer(
        "{\"type\":\"msg.send.ok\",\"messageId\":\""
            + id
            + "\",\"delivered\":true,\"deliveredTo\":[\""
            + agent
            + "\"],\"deliveredToSessions\":[],\"unmatched\":false"
            + echoedId()
            + "}");
  }

  /** The payload's bytes go into the push as they came. */
  private void push(String agent, String id) {
    FakeInboxes.Inbox inbox = inboxes.inbox(agent);
    FakeConnection listener = inbox.listener;
    long cursor = ++inbox.cursor;
    if (listener == null) {
      return;
    }
    inbox.inFlight.add(cursor);
    byte[] head =
        ("{\"type\":\"msg.push\",\"agentId\":\""
                + agent
                + "\",\"cursor\":"
                + cursor
                + ",\"attempts\":1,\"message\":{\"id\":\""
                + id
                + "\",\"from\":\""
                + text(from)
                + "\",\"path\":\"agent/"
                + agent
                + "\",\"command\":\"message\",\"payload\":")
            .getBytes(ISO_8859_1);
    byte[] tail =
        ",\"timestamp\":1700000000000,\"source\":\"internal\",\"origin\":\"owner\",\"status\":\"pending\"}}"
            .getBytes(ISO_8859_1);
    int payloadAt = payload.behind(bytes, at, length);
    int payloadLength = at + length - 1 - payloadAt;
    listener.frame(head.length + payloadLength + tail.length);
    listener.write(head);
    listener.write(bytes, payloadAt, payloadLength);
    listener.write(tail);
  }

  private void onAcknowledge() {
    long cursor = Marker.number(bytes, upTo.behind(bytes, at, length));
    int count = inboxes.inbox(text(agentId)).acknowledge(cursor);
    answer("{\"type\":\"msg.ack.ok\",\"acked\":" + count + "}");
  }

  private void onListen() {
    String agent = text(agentId);
    inboxes.inbox(agent).listener = connection;
    answer(
        "{\"type\":\"msg.listen.ok\",\"agentId\":\""
            + agent
            + "\",\"ack\":\"manual\",\"cursor\":0}");
  }

  private void onRequest() {
    String id = inboxes.nextId();
    inboxes.onRequest(id, connection);
    push(text(to), id);
  }

  private void onReply() {
    String request = text(replyTo);
    @Nullable FakeConnection requester = inboxes.requester(request);
    if (requester != null) {
      byte[] ok =
          ("{\"type\":\"msg.request.ok\",\"messageId\":\"" + request + "\",\"reply\":{}}")
              .getBytes(ISO_8859_1);
      requester.frame(ok.length);
      requester.write(ok);
    }
    answer("{\"type\":\"msg.reply.ok\",\"messageId\":\"" + inboxes.nextId() + "\"}");
  }

  private void answer(String json) {
    byte[] answer = json.getBytes(ISO_8859_1);
    connection.frame(answer.length);
    connection.write(answer);
  }

  private String echoedId() {
    int idAt = requestId.behind(bytes, at, length);
    return idAt < 0 ? "" : ",\"requestId\":" + Marker.number(bytes, idAt);
  }

  private String text(Marker marker) {
    int start = marker.behind(bytes, at, length);
    int end = start;
    while (bytes[end] != '"') {
      end++;
    }
    return new String(bytes, start, end - start, ISO_8859_1);
  }
}
