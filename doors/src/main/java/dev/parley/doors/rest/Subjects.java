package dev.parley.doors.rest;

import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import io.vertx.core.http.HttpServerRequest;

/** What a request was about, for the audit log: the names in it, never a secret. */
final class Subjects {
  private Subjects() {}

  static String of(HttpServerRequest http, Request request) {
    if (request.has(Field.AGENT_ID)) {
      String session = http.getParam("sessionId");
      String command = request.text(Field.COMMAND);
      return request.text(Field.AGENT_ID, "")
          + (session == null ? "" : "/" + session)
          + (command == null ? "" : " " + command);
    }
    String app = http.getParam("appId");
    if (app != null) {
      return app;
    }
    if (request.has(Field.DIRECTORY)) {
      return request.text(Field.DIRECTORY, "");
    }
    String name = http.getParam("name");
    if (name != null) {
      return name;
    }
    if (request.has(Field.IDS)) {
      int count = request.texts(Field.IDS).size();
      return count == 1 ? request.texts(Field.IDS).getFirst() : count + " messages";
    }
    return request.has(Field.ID) ? request.text(Field.ID, "") : "";
  }
}
