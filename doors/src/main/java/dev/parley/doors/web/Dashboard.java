package dev.parley.doors.web;

import dev.parley.doors.http.Route;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the dashboard to the owner's browser. */
public final class Dashboard {
  private static final Logger LOG = LoggerFactory.getLogger(Dashboard.class);
  private static final String FOREVER = "public, max-age=31536000, immutable";
  private static final String ASK_AGAIN = "no-cache";

  private final CompletableFuture<Assets> assets;

  private Dashboard(CompletableFuture<Assets> assets) {
    this.assets = assets;
  }

  /** Begins to read the files at once; a hub need not wait for them to start. */
  public static Dashboard from(ClassLoader loader) {
    CompletableFuture<Assets> assets = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("parley-dashboard-files")
        .start(
            () -> {
              try {
                assets.complete(Assets.read(loader));
              } catch (IOException e) {
                LOG.warn("there is no dashboard: {}", e.getMessage());
                assets.completeExceptionally(new UncheckedIOException(e));
              } catch (RuntimeException e) {
                LOG.error("the dashboard's files cannot be served", e);
                assets.completeExceptionally(e);
              }
            });
    return new Dashboard(assets);
  }

  public List<Route> routes() {
    return List.of(
        Route.forOwner("/", this::page), Route.forOwner("/assets/{version}/{file*}", this::file));
  }

  private void page(HttpServerRequest request) {
    whenRead(
        request,
        read -> {
          request.response().putHeader("Content-Security-Policy", read.page().policy());
          send(request, read.page().asset(), ASK_AGAIN);
        });
  }

  private void file(HttpServerRequest request) {
    String version = request.getParam("version");
    String path = request.getParam("file");
    whenRead(
        request,
        read -> {
          Asset asset = read.file(version, path);
          if (asset == null) {
            refuse(request.response(), 404, "there is no such file");
          } else {
            send(request, asset, FOREVER);
          }
        });
  }

  private void whenRead(HttpServerRequest request, Consumer<Assets> then) {
    if (assets.isDone() && !assets.isCompletedExceptionally()) {
      then.accept(assets.join());
      return;
    }
    Context context =
        Objects.requireNonNull(Vertx.currentContext(), "requests come on event loops");
    var _ =
        assets.whenComplete((read, _) -> context.runOnContext(_ -> answer(request, read, then)));
  }

  private static void answer(
      HttpServerRequest request, @Nullable Assets read, Consumer<Assets> then) {
    if (request.response().closed()) {
      return;
    }
    if (read == null) {
      String why = "the dashboard is not part of this build; see /status";
      refuse(request.response(), 404, why);
    } else {
      then.accept(read);
    }
  }

  private static void send(HttpServerRequest request, Asset asset, String caching) {
    Buffer gzipped = accepts(request, "gzip") ? asset.gzipped() : null;
    // A strong tag stands for exact bytes, so each encoding has its own.
    String tag = '"' + asset.tag() + (gzipped == null ? "" : "-gz") + '"';
    HttpServerResponse response =
        secured(request.response())
            .putHeader("Content-Type", asset.type())
            .putHeader("Cache-Control", caching)
            .putHeader("Vary", "Accept-Encoding")
            .putHeader("ETag", tag);
    if (isKnown(request.getHeader("If-None-Match"), tag)) {
      var _ = response.setStatusCode(304).end();
      return;
    }
    if (gzipped != null) {
      response.putHeader("Content-Encoding", "gzip");
    }
    Buffer body = gzipped == null ? asset.plain() : gzipped;
    response.putHeader("Content-Length", Integer.toString(body.length()));
    var _ = request.method().equals(HttpMethod.HEAD) ? response.end() : response.end(body);
  }

  private static boolean accepts(HttpServerRequest request, String encoding) {
    String accepted = request.getHeader("Accept-Encoding");
    if (accepted == null) {
      return false;
    }
    for (String one : accepted.split(",", -1)) {
      String[] parts = one.strip().split(";", 2);
      if (parts[0].strip().equalsIgnoreCase(encoding)) {
        return parts.length == 1 || !parts[1].strip().matches("(?i)q=0(\\.0*)?");
      }
    }
    return false;
  }

  private static boolean isKnown(@Nullable String tags, String tag) {
    if (tags == null) {
      return false;
    }
    for (String one : tags.split(",", -1)) {
      String known = one.strip();
      if (known.equals("*") || known.equals(tag) || known.equals("W/" + tag)) {
        return true;
      }
    }
    return false;
  }

  private static void refuse(HttpServerResponse response, int status, String why) {
    var _ =
        secured(response)
            .setStatusCode(status)
            .putHeader("Content-Type", "text/plain; charset=utf-8")
            .putHeader("Cache-Control", "no-store")
            .end(why + "\n");
  }

  private static HttpServerResponse secured(HttpServerResponse response) {
    return response
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("Cross-Origin-Opener-Policy", "same-origin")
        .putHeader("Cross-Origin-Resource-Policy", "same-origin");
  }
}
