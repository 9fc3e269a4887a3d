package dev.parley.doors.rest.apps;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.host.Apps;
import dev.parley.apps.manifest.Capability;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Problem;
import dev.parley.doors.json.Failures;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Semaphore;

/** {@code GET /api/v1/apps/{appId}/ui/*}: the files of an app's pages. */
final class AppPages {
  private static final int AT_ONCE_MAX = 64;

  private final Apps apps;
  private final Gate gate;
  private final Semaphore places = new Semaphore(AT_ONCE_MAX);

  AppPages(Apps apps, Gate gate) {
    this.apps = apps;
    this.gate = gate;
  }

  /** A file that is to be sent. */
  private record Found(String type, Buffer bytes) {}

  void handle(HttpServerRequest request) {
    String id = String.valueOf(request.getParam("appId"));
    Gate.Entry entry;
    try {
      entry = gate.enter(request, id);
      if (!places.tryAcquire()) {
        throw new Refused(ErrorCode.OVERLOADED, "too many files of apps are asked for at once");
      }
    } catch (Refused refused) {
      Gate.shareWithItself(request, request.response());
      Problem.answer(request, refused);
      return;
    }
    Context context = Objects.requireNonNull(Vertx.currentContext());
    String path = RawPath.after(request, "ui");
    Thread.ofVirtual()
        .name("parley-app-page")
        .start(
            () -> {
              try {
                Found found = read(withPages(apps, id), path);
                context.runOnContext(_ -> send(request, entry, found));
              } catch (IOException | RuntimeException e) {
                Refused why = Failures.refusalOf(e, "page of " + id);
                context.runOnContext(
                    _ -> {
                      Gate.shareWithItself(request, request.response());
                      Problem.answer(request, why);
                    });
              } finally {
                places.release();
              }
            });
  }

  /**
   * The app, if it has pages and is in use.
   *
   * @throws Refused otherwise
   */
  static AppStatus withPages(Apps apps, String id) {
    AppStatus status = apps.find(id).orElse(null);
    if (status == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no app '" + id + "'");
    }
    boolean shows = status.manifest().filter(m -> m.provides(Capability.Kind.UI)).isPresent();
    if (!shows || status.state() == AppStatus.State.QUARANTINED) {
      throw new Refused(ErrorCode.NOT_FOUND, "app '" + id + "' has no pages");
    }
    return status;
  }

  private Found read(AppStatus app, String path) throws IOException {
    Path file = UiFiles.find(apps.folder(app.id()), path);
    if (file == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "app '" + app.id() + "' has no such file");
    }
    // One byte more than may be: it can grow while it is read.
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes((int) UiFiles.BYTES_MAX + 1);
      if (bytes.length > UiFiles.BYTES_MAX) {
        throw new Refused(
            ErrorCode.TOO_LARGE, "a file of a page has at most " + UiFiles.BYTES_MAX + " bytes");
      }
      return new Found(UiFiles.type(file), Buffer.buffer(bytes));
    }
  }

  private static void send(HttpServerRequest request, Gate.Entry entry, Found found) {
    HttpServerResponse response = request.response();
    if (response.closed()) {
      return;
    }
    Gate.seal(request, entry);
    response
        .putHeader("Content-Type", found.type)
        .putHeader("Content-Length", Integer.toString(found.bytes.length()));
    var _ = request.method().equals(HttpMethod.HEAD) ? response.end() : response.end(found.bytes);
  }
}
