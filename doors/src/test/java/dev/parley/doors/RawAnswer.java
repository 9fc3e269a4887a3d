package dev.parley.doors;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.Locale;

/** What comes back of a request that is written as it is: no client makes its path better. */
public record RawAnswer(int status, String head, String body) {

  public static RawAnswer get(int port, String path, String... headers) {
    return of(port, "GET", path, headers);
  }

  public static RawAnswer of(int port, String method, String path, String... headers) {
    boolean named = Arrays.stream(headers).anyMatch(each -> each.startsWith("Host:"));
    StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    if (!named) {
      request.append("Host: 127.0.0.1:").append(port).append("\r\n");
    }
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    request.append("Connection: close\r\n\r\n");
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.toString().getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      int end = answer.indexOf("\r\n\r\n");
      return new RawAnswer(
          Integer.parseInt(answer.split(" ", 3)[1]),
          answer.substring(0, end),
          answer.substring(end + 4));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String header(String name) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }
}
