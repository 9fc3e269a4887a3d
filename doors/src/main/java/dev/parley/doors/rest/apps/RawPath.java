package dev.parley.doors.rest.apps;

import io.vertx.core.http.HttpServerRequest;

/** What a request's path says behind an app, as it was sent: decoding it is for whom it is for. */
final class RawPath {
  private RawPath() {}

  /** What follows {@code /api/v1/apps/ID/WHAT/}; empty when nothing does. */
  static String after(HttpServerRequest request, String what) {
    String path = String.valueOf(request.path());
    String[] parts = (path.startsWith("//") ? path.substring(1) : path).split("/", 7);
    return parts.length == 7 && parts[5].equals(what) ? parts[6] : "";
  }
}
