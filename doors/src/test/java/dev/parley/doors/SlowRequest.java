package dev.parley.doors;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A POST whose body comes piece by piece, as its test likes. */
public final class SlowRequest implements AutoCloseable {
  private static final int READ_MILLIS_MAX = 20_000;

  private final Socket socket;
  private final BufferedReader answer;

  private SlowRequest(Socket socket) throws IOException {
    this.socket = socket;
    this.answer =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
  }

  /** Sends the head: the body will have so many bytes. */
  public static SlowRequest post(int port, String path, String token, String type, int length) {
    try {
      Socket socket = new Socket("127.0.0.1", port);
      socket.setSoTimeout(READ_MILLIS_MAX);
      socket.setTcpNoDelay(true);
      SlowRequest request = new SlowRequest(socket);
      return request.send(
          "POST %s HTTP/1.1\r\nHost: localhost:%d\r\nAuthorization: Bearer %s\r\n"
                  .formatted(path, port, token)
              + "Content-Type: %s\r\nContent-Length: %d\r\n\r\n".formatted(type, length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
