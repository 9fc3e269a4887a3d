package dev.parley.doors.rest.apps;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.apps.oauth.AppLogins;
import dev.parley.core.error.Refused;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the browser comes back to from a provider. It has no key to show (docs/adr/0052): the
 * state, which nobody else knows and which is good once, says that the owner has begun this.
 */
final class LoginReturn {
  private static final Logger LOG = LoggerFactory.getLogger(LoginReturn.class);
  private static final int TEXT_MAX = 2_048;

  private final AppLogins logins;

  LoginReturn(AppLogins logins) {
    this.logins = logins;
  }

  void handle(HttpServerRequest request) {
    Context context = Objects.requireNonNull(Vertx.currentContext());
    String state = bounded(request.getParam("state"));
    String code = bounded(request.getParam("code"));
    boolean failed = request.getParam("error") != null;
    Thread.ofVirtual()
        .name("parley-app-login")
        .start(
            () -> {
              String problem = problem(state, code, failed);
              context.runOnContext(_ -> page(request, problem));
            });
  }

  /** Empty when all went well. */
  private String problem(@Nullable String state, @Nullable String code, boolean failed) {
    try {
      logins.callback(state, code, failed);
      return "";
    } catch (IOException e) {
      LOG.warn("a login for an app came to nothing: {}", e.getMessage());
      return "the provider does not answer";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "the hub is going down";
    } catch (RuntimeException e) {
      if (!(e instanceof Refused)) {
        LOG.error("a login for an app failed", e);
      }
      return String.valueOf(Refused.of(e).getMessage());
    }
  }

  private static @Nullable String bounded(@Nullable String text) {
    return text == null || text.length() > TEXT_MAX ? null : text;
  }

  /** Nothing of the request is repeated on it. */
  private static void page(HttpServerRequest request, String problem) {
    if (request.response().closed()) {
      return;
    }
    String text =
        problem.isEmpty()
            ? "The app is connected. You can close this window."
            : "Not connected: " + problem + ". You can close this window.";
    String safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    var _ =
        request
            .response()
            .setStatusCode(problem.isEmpty() ? 200 : 400)
            .putHeader("Content-Type", "text/html; charset=utf-8")
            .putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
            .putHeader("Referrer-Policy", "no-referrer")
            .putHeader("X-Content-Type-Options", "nosniff")
            .putHeader("Cache-Control", "no-store")
            .end(
                Buffer.buffer(
                    ("<!doctype html><html lang=\"en\"><meta"
                            + " charset=\"utf-8\"><title>Parley</title><p>"
                            + safe
                            + "</p></html>")
                        .getBytes(UTF_8)));
  }
}
