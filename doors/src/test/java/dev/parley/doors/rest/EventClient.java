package dev.parley.doors.rest;

import dev.parley.doors.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Somebody who reads events, as a browser does. */
final class EventClient implements AutoCloseable {
  record Event(String id, String name, String data) {
    JsonNode json() {
      return Json.parse(data);
    }
  }

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final RestClient client;
  private final InputStream body;
  private final Thread reader;
  private volatile String lastId = "";
  private volatile boolean ended;

  EventClient(RestClient client, String lastEventId) {
    this.client = client;
    HttpRequest.Builder request = HttpRequest.newBuilder(client.uri("/api/events"));
    client.headers(request, client.headers().toArray(String[]::new));
    if (!lastEventId.isEmpty()) {
      request.header("Last-Event-ID", lastEventId);
    }
    try {
      HttpResponse<InputStream> response =
          client.http().send(request.build(), BodyHandlers.ofInputStream());
      if (response.statusCode() != 200) {
        throw new AssertionError("status " + response.statusCode());
      }
      body = response.body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
    reader = Thread.ofVirtual().start(this::read);
  }

  private void read() {
    try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      String name = "";
      String data = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          lastId = line.substring(4);
        } else if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data += line.substring(6);
        } else if (line.isEmpty()) {
          if (!data.isEmpty()) {
            events.add(new Event(lastId, name, data));
          }
          name = "";
          data = "";
        }
      }
    } catch (IOException e) {
      // the end, as good as any
    }
    ended = true;
  }

  String lastId() {
    return lastId;
  }

  boolean isEnded() {
    return ended;
  }

  /** The next event of this name; others in between are skipped. */
  JsonNode next(String name) {
    return nextEvent(name).json();
  }

  Event nextEvent(String name) {
    while (true) {
      Event event = nextOf("event '" + name + "'");
      if (event.name().equals(name)) {
        return event;
      }
    }
  }

  private Event nextOf(String wanted) {
    try {
      Event event = events.poll(20, TimeUnit.SECONDS);
      if (event == null) {
        throw new AssertionError("no " + wanted + " came");
      }
      return event;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The names of events, until the message with this content is among them. */
  List<String> namesUntil(String content) {
    List<String> names = new ArrayList<>();
    while (true) {
      Event event = nextOf("message '" + content + "'");
      names.add(event.name());
      if (event.name().equals("message")
          && event.json().path("message").path("content").asString().equals(content)) {
        return names;
      }
    }
  }

  /** The contents of messages, until this one is among them. */
  List<String> contentsUntil(String content) {
    List<String> contents = new ArrayList<>();
    while (!contents.contains(content)) {
      contents.add(next("message").path("message").path("content").asString());
    }
    return contents;
  }

  List<Event> rest() {
    List<Event> rest = new ArrayList<>();
    events.drainTo(rest);
    return rest;
  }

  @Override
  public void close() {
    client.close();
    reader.interrupt();
  }
}
