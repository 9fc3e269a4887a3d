package dev.parley.doors.rest;

import dev.parley.doors.TestHub;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.rest.events.FeedConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A hub with people who speak REST to it. */
abstract class RestFixture {
  protected TestHub hub = TestHub.start();
  protected RestClient owner = as(hub.ownerToken());
  private final List<RestClient> clients = new ArrayList<>();

  protected void restart(DoorConfig config) {
    hub.close();
    hub = TestHub.start(config);
    owner = as(hub.ownerToken());
  }

  /** The same hub after a restart. */
  protected void restart() {
    hub = hub.restarted();
    owner = as(hub.ownerToken());
  }

  protected void restart(FeedConfig events) {
    hub.close();
    hub = TestHub.start(DoorConfig.DEFAULT, events);
    owner = as(hub.ownerToken());
  }

  protected RestClient as(String token) {
    return client("Authorization", "Bearer " + token);
  }

  protected RestClient client(String... headers) {
    RestClient client = new RestClient(hub.port(), headers);
    if (clients != null) {
      clients.add(client);
    }
    return client;
  }

  /** Makes an agent that speaks for itself. */
  protected RestClient agent(String id) {
    return as(hub.agent(id));
  }

  /** Sends and returns the message's id. */
  protected String send(String from, String to, String content) {
    return owner
        .post(
            "/api/messages",
            "{'from':'" + from + "','to':'" + to + "','content':'" + content + "'}")
        .json()
        .path("messageId")
        .asString();
  }

  @AfterEach
  void close() {
    owner.close();
    clients.forEach(RestClient::close);
    hub.close();
  }
}
