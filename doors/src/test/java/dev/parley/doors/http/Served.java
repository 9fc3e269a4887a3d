package dev.parley.doors.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An HTTP door with routes of a test's own, and a socket to talk to it. */
public final class Served implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");

  private final HttpDoor door;

  public Served(Route... routes) {
    DoorConfig config =
        DoorConfig.DEFAULT.withPorts(new DoorConfig.Ports("127.0.0.1", 0, 0, Set.of(), 1));
    this.door = HttpDoor.start(config, List.of(routes));
  }

  public int port() {
    return door.ownerPort();
  }

  /** A socket on which a request was sent. */
  public Socket begin(String request) {
    try {
      Socket socket = new Socket("127.0.0.1", door.ownerPort());
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The whole answer: as long as it says it is, or until the door hangs up. */
  public String talk(String request) {
    try (Socket socket = begin(request)) {
      InputStream in = socket.getInputStream();
      String head = readUntil(in, "\r\n\r\n");
      Matcher length = LENGTH.matcher(head);
      byte[] body =
          length.find() ? in.readNBytes(Integer.parseInt(length.group(1))) : in.readAllBytes();
      return head + new String(body, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads until what has come contains this. */
  public static String readUntil(InputStream in, String end) {
    try {
      StringBuilder read = new StringBuilder();
      while (read.indexOf(end, read.length() - end.length()) < 0) {
        int next = in.read();
        if (next < 0) {
          throw new AssertionError("the door has hung up after: " + read);
        }
        read.append((char) next);
      }
      return read.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    door.close();
  }
}
