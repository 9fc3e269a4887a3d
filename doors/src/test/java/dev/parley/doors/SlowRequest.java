package dev.parley.doors;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A request that comes piece by piece, as its test likes. */
public final class SlowRequest implements AutoCloseable {
  private static final int READ_MILLIS_MAX = 20_000;
  private static final int MOMENT_MILLIS = 5;

  private final Socket socket;
  private final BufferedReader answer;

  private SlowRequest(Socket socket) throws IOException {
    this.socket = socket;
    this.answer =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
  }

  /** Connects, and sends nothing yet. */
  public static SlowRequest to(int port) {
    try {
      Socket socket = new Socket("127.0.0.1", port);
      socket.setSoTimeout(READ_MILLIS_MAX);
      socket.setTcpNoDelay(true);
      return new SlowRequest(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends the head: the body will have so many bytes. */
  public static SlowRequest post(int port, String path, String token, String type, int length) {
    return to(port)
        .send(
            "POST %s HTTP/1.1\r\nHost: localhost:%d\r\nAuthorization: Bearer %s\r\n"
                    .formatted(path, port, token)
                + "Content-Type: %s\r\nContent-Length: %d\r\n\r\n".formatted(type, length));
  }

  public SlowRequest send(String piece) {
    try {
      socket.getOutputStream().write(piece.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As {@link #send}, unless the other side has hung up. */
  public void trySend(String piece) {
    try {
      send(piece);
    } catch (UncheckedIOException e) {
      // Then its answer is there to be read.
    }
  }

  /**
   * Sends this piece again and again, with a moment in between in which the other side may hang up,
   * until it does; answers what it said till then.
   */
  public String sendUntilCutOff(String piece) {
    StringBuilder said = new StringBuilder();
    try {
      socket.setSoTimeout(MOMENT_MILLIS);
      for (int next = 0; next >= 0; ) {
        try {
          next = answer.read();
          said.append(next < 0 ? "" : (char) next);
        } catch (SocketTimeoutException quiet) {
          send(piece);
        }
      }
    } catch (IOException | UncheckedIOException hungUp) {
      return said.toString();
    }
    return said.toString();
  }

  public boolean isAnswered() {
    try {
      return answer.ready();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the answer. */
  public int status() {
    try {
      String line = answer.readLine();
      if (line == null) {
        throw new AssertionError("no answer");
      }
      return Integer.parseInt(line.split(" ")[1]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
