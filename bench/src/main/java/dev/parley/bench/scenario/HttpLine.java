package dev.parley.bench.scenario;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.bench.ws.Marker;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

/** One HTTP connection that sends the same call again and again, and costs next to nothing. */
final class HttpLine implements Closeable {
  /** Where a call's id stands: ten digits, the first not zero. */
  static final String ID_SLOT = "##########";

  private static final long ID_BASE = 1_000_000_000L;

  /** Lines share a session, in which an id is used by one call at a time. */
  private static final long IDS_OF_A_LINE = 100_000_000L;

  private final Socket socket;
  private final InputStream in;
  private final byte[] request;
  private final int idAt;
  private final byte[] answer = new byte[64 << 10];
  private final Marker bodyBegins = new Marker("\r\n\r\n");
  private final Marker length = new Marker("content-length: ");
  private final Marker success = new Marker("\"structuredContent\":{\"success\":true");
  private long nextId;

  HttpLine(int number, int port, byte[] template) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    this.socket.setTcpNoDelay(true);
    this.in = socket.getInputStream();
    this.request = template.clone();
    this.nextId = ID_BASE + number * IDS_OF_A_LINE;
    this.idAt = new String(template, US_ASCII).indexOf(ID_SLOT);
  }

  void send() throws IOException {
    byte[] id = Long.toString(nextId++).getBytes(US_ASCII);
    System.arraycopy(id, 0, request, idAt, id.length);
    socket.getOutputStream().write(request);
  }

  /** Reads one answer; anything but a message that was taken is an exception. */
  void awaitAnswer() throws IOException {
    int have = 0;
    int need = Integer.MAX_VALUE;
    while (have < need) {
      int read = in.read(answer, have, answer.length - have);
      if (read <= 0) {
        throw new IOException("the hub closed the connection");
      }
      have += read;
      int body = bodyBegins.behind(answer, 0, have);
      if (need == Integer.MAX_VALUE && body > 0) {
        int lengthAt = length.behind(answer, 0, body);
        need = body + (int) Marker.number(answer, lengthAt);
      }
    }
    if (success.behind(answer, 0, have) <= 0) {
      throw new IOException("refused: " + new String(answer, 0, have, US_ASCII));
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
