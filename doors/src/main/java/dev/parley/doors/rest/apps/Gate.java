package dev.parley.doors.rest.apps;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.AppHost;
import dev.parley.doors.http.Callers;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Lets requests at an app in, and puts whatever comes back of the app into a sandbox. */
final class Gate {
  private static final String NOTHING =
      "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

  private final Callers callers;
  private final OpenPages pages;

  /** Under the name that was given to a page, or as the owner, who asks by other means. */
  sealed interface Entry {
    record OfPage(String host, String app, String dashboard) implements Entry {}

    record OfOwner() implements Entry {}
  }

  Gate(Callers callers, OpenPages pages) {
    this.callers = callers;
    this.pages = pages;
  }

  /**
   * @throws Refused when it may not see this app
   */
  Entry enter(HttpServerRequest request, String app) {
    String secret = AppHost.secret(request);
    if (secret != null) {
      String dashboard = pages.enter(secret, app);
      return new Entry.OfPage(String.valueOf(request.getHeader("Host")), app, dashboard);
    }
    if (!callers.of(request).isOwner()) {
      throw new Refused(ErrorCode.FORBIDDEN, "only the owner sees the pages of apps");
    }
    return new Entry.OfOwner();
  }

  /** What every answer under such a path has, whoever wrote it. */
  static void seal(HttpServerRequest request, Entry entry) {
    HttpServerResponse response =
        request
            .response()
            .putHeader("Content-Security-Policy", policy(entry))
            .putHeader("X-Content-Type-Options", "nosniff")
            .putHeader("Referrer-Policy", "no-referrer")
            .putHeader("X-DNS-Prefetch-Control", "off")
            .putHeader("Cache-Control", "no-store")
            .putHeader("Vary", "Origin");
    shareWithItself(request, response);
  }

  /** A sandboxed page has no origin, so that to the browser even its own files are another's. */
  static void shareWithItself(HttpServerRequest request, HttpServerResponse response) {
    if (AppHost.secret(request) != null && "null".equals(request.getHeader("Origin"))) {
      response
          .putHeader("Access-Control-Allow-Origin", "null")
          .putHeader("Access-Control-Expose-Headers", "*");
    }
  }

  /** The host and the id have been checked to have nothing in them that ends a directive. */
  private static String policy(Entry entry) {
    return switch (entry) {
      case Entry.OfOwner() -> NOTHING;
      case Entry.OfPage(String host, String app, String dashboard) -> {
        String own = "http://" + host + "/api/v1/apps/" + app + "/";
        yield String.join(
            "; ",
            "sandbox allow-scripts allow-forms",
            "default-src " + own + " 'unsafe-inline' 'wasm-unsafe-eval' data: blob:",
            "form-action " + own,
            "base-uri 'none'",
            "object-src 'none'",
            "frame-src 'none'",
            "frame-ancestors http://" + dashboard + " https://" + dashboard);
      }
    };
  }
}
