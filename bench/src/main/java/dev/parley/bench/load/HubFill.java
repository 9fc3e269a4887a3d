package dev.parley.bench.load;

import dev.parley.bench.ws.ControlClient;
import dev.parley.bench.ws.FrameIn;
import dev.parley.bench.ws.FrameTemplate;
import dev.parley.bench.ws.Marker;
import dev.parley.bench.ws.WsConnection;
import java.io.IOException;

/** Fills one inbox through the protocol as fast as one connection can. */
public final class HubFill {
  private static final int STEP = 1024;
  private static final String ID_SLOT = "1111111111";

  private final ControlClient client;
  private final Marker ok = new Marker("\"type\":\"msg.send.ok\"");

  public HubFill(ControlClient client) {
    this.client = client;
  }

  public void fill(String from, String to, long messages, int bodyBytes) throws IOException {
    WsConnection connection = client.connection();
    String body =
        Body.template(0, bodyBytes)
            .replace(Body.SEQUENCE_SLOT, "2222222222")
            .replace(Body.INBOX_SLOT, "000");
    FrameTemplate send =
        connection.template(
            "{\"type\":\"msg.send\",\"requestId\":%s,\"echo\":false,\"from\":\"%s\",\"to\":\"%s\",\"payload\":%s}"
                .formatted(ID_SLOT, from, to, body));
    int idSlot = send.slot(ID_SLOT);
    int sequenceSlot = send.slot("2222222222");
    long sent = 0;
    long answered = 0;
    while (answered < messages) {
      // Two steps in flight: one on its way while the other is being stored.
      while (sent < messages && sent - answered < 2L * STEP) {
        for (int i = 0; i < STEP && sent < messages; i++, sent++) {
          int at = connection.out().append(send);
          connection.out().patch(send, at, idSlot, ID_SLOT.length(), Body.SEQUENCE_BASE + sent);
          connection
              .out()
              .patch(send, at, sequenceSlot, Body.SEQUENCE_DIGITS, Body.SEQUENCE_BASE + sent);
        }
        connection.flush();
      }
      connection.awaitMessage();
      FrameIn in = connection.in();
      if (ok.behind(in.array(), in.offset(), in.length()) < 0) {
        throw new IOException("not stored: " + in.text());
      }
      answered++;
    }
  }
}
