package dev.parley.hub.doors;

import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.DoorRefusal;
import dev.parley.testkit.door.Seen;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** The messages for one agent among the events of {@code /api/events}. */
final class RestEvents implements DoorClient.Telling {
  private final String agentId;
  private final BufferedReader lines;

  RestEvents(HttpClient http, HttpRequest request, String agentId) {
    this.agentId = agentId;
    try {
      HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
      if (response.statusCode() != 200) {
        throw new DoorRefusal("", "status " + response.statusCode());
      }
      this.lines =
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The stream has a line at least every 15 s; the test as a whole has a time limit. */
  @Override
  public Seen next() {
    try {
      String event = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("event:")) {
          event = line.substring("event:".length()).strip();
        } else if (line.startsWith("data:") && event.equals("message")) {
          JsonNode data = Json.parse(line.substring("data:".length()));
          if (Json.texts(data.path("recipients")).contains(agentId)) {
            return Json.seen(data.path("message"));
          }
        }
      }
      throw new AssertionError("the stream of events has ended");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
