package dev.parley.doors.rest.apps;

import com.google.protobuf.UnsafeByteOperations;
import dev.parley.apps.host.Apps;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.proto.HttpRequest;
import dev.parley.apps.proto.HttpResponse;
import dev.parley.apps.proto.UIServiceGrpc;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.AppHost;
import dev.parley.doors.http.Problem;
import dev.parley.doors.http.body.BodyReader;
import dev.parley.doors.json.Failures;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /api/v1/apps/{appId}/api/*}: what the pages of an app ask of it, handed on over gRPC. */
final class AppCalls {
  private static final Logger LOG = LoggerFactory.getLogger(AppCalls.class);

  /** An app takes messages of 4 MiB; what stands beside the body needs some of that. */
  static final int BODY_BYTES_MAX = (4 << 20) - (64 << 10);

  private static final int AT_ONCE_MAX = 32;

  private final Apps apps;
  private final Gate gate;
  private final BodyReader bodies;
  private final Duration limit;
  private final Semaphore places = new Semaphore(AT_ONCE_MAX);

  /** It did not come to an answer of the app; the status is HTTP's own. */
  private static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;
    private final Refused why;

    private Failed(int status, ErrorCode code, String why) {
      super(why, null, false, false);
      this.status = status;
      this.why = new Refused(code, why);
    }
  }

  /**
   * @param limit how long an app may take
   */
  AppCalls(Apps apps, Gate gate, Duration patience, Duration limit) {
    this.apps = apps;
    this.gate = gate;
    this.bodies = new BodyReader(BODY_BYTES_MAX, patience);
    this.limit = limit;
  }

  void handle(HttpServerRequest request) {
    String id = String.valueOf(request.getParam("appId"));
    Gate.Entry entry;
    try {
      entry = gate.enter(request, id);
      if (isPreflight(request)) {
        preflight(request);
        return;
      }
      if (!places.tryAcquire()) {
        throw new Refused(ErrorCode.OVERLOADED, "too many requests to apps at once");
      }
    } catch (Refused refused) {
      refuse(request, refused);
      return;
    }
    Context context = Objects.requireNonNull(Vertx.currentContext());
    var _ =
        bodies
            .read(request)
            .whenComplete(
                (body, failure) -> {
                  if (failure != null) {
                    places.release();
                    refuse(request, failure);
                  } else {
                    ask(request, entry, id, body, context);
                  }
                });
  }

  private void ask(
      HttpServerRequest request, Gate.Entry entry, String id, byte[] body, Context context) {
    HttpRequest asked = asked(request, entry, body);
    Thread asking =
        Thread.ofVirtual()
            .name("parley-app-call")
            .unstarted(
                () -> {
                  try {
                    HttpResponse answer = call(id, asked);
                    context.runOnContext(_ -> answer(request, entry, id, answer));
                  } catch (RuntimeException e) {
                    context.runOnContext(_ -> refuse(request, e));
                  } finally {
                    places.release();
                  }
                });
    // Whoever goes away waits no longer, and then the app should not work either.
    request.response().closeHandler(_ -> asking.interrupt());
    asking.start();
  }

  private static HttpRequest asked(HttpServerRequest request, Gate.Entry entry, byte[] body) {
    HttpRequest.Builder asked =
        HttpRequest.newBuilder()
            .setMethod(request.method().name().toUpperCase(Locale.ROOT))
            .setPath("/" + RawPath.after(request, "api").replaceFirst("^/+", ""))
            .setQuery(request.query() == null ? "" : request.query())
            .setBody(UnsafeByteOperations.unsafeWrap(body));
    Carried.forth(request, entry instanceof Gate.Entry.OfPage, asked);
    return asked.build();
  }

  private HttpResponse call(String id, HttpRequest asked) {
    var _ = AppPages.withPages(apps, id);
    RunningApp app = apps.running(id).orElse(null);
    if (app == null) {
      throw new Failed(503, ErrorCode.CONFLICT, "app '" + id + "' does not run; launch it first");
    }
    if (!app.offers(Capability.Kind.UI)) {
      throw new Refused(ErrorCode.NOT_FOUND, "app '" + id + "' has no pages");
    }
    HttpResponse answer;
    try {
      answer =
          UIServiceGrpc.newBlockingStub(app.channel())
              .withDeadlineAfter(limit.toMillis(), TimeUnit.MILLISECONDS)
              .handleRequest(asked);
    } catch (StatusRuntimeException e) {
      throw failed(id, e.getStatus());
    }
    int status = answer.getStatusCode();
    if (status < 200 || status > 599) {
      throw new Failed(
          502, ErrorCode.INTERNAL, "app '" + id + "' answered with the status " + status);
    }
    return answer;
  }

  /** The app's own words are for the log: who reads the answer is its page. */
  private Failed failed(String id, Status status) {
    LOG.debug("app {} did not answer its page: {}", id, status);
    return status.getCode() == Status.Code.DEADLINE_EXCEEDED
        ? new Failed(
            504,
            ErrorCode.TIMEOUT,
            "app '" + id + "' did not answer within " + limit.toMillis() + " ms")
        : new Failed(
            502, ErrorCode.INTERNAL, "app '" + id + "' failed: " + status.getCode().name());
  }

  private static void answer(
      HttpServerRequest request, Gate.Entry entry, String id, HttpResponse answer) {
    HttpServerResponse response = request.response();
    if (response.closed()) {
      return;
    }
    response.setStatusCode(answer.getStatusCode());
    Carried.back(answer.getHeadersMap(), "/api/v1/apps/" + id + "/api", response);
    Gate.seal(request, entry);
    boolean bare =
        request.method().equals(HttpMethod.HEAD)
            || answer.getStatusCode() == 204
            || answer.getStatusCode() == 304;
    var _ = bare ? response.end() : response.end(Buffer.buffer(answer.getBody().toByteArray()));
  }

  private static void refuse(HttpServerRequest request, @Nullable Throwable failure) {
    Gate.shareWithItself(request, request.response());
    Throwable cause = failure == null || failure.getCause() == null ? failure : failure.getCause();
    if (cause instanceof Failed failed) {
      Problem.answer(request, failed.status, failed.why);
    } else {
      Problem.answer(request, Failures.refusalOf(failure, "call of an app"));
    }
  }

  // ---- what browsers ask before a sandboxed page may ask

  private static boolean isPreflight(HttpServerRequest request) {
    return request.method().equals(HttpMethod.OPTIONS)
        && AppHost.secret(request) != null
        && request.getHeader("Access-Control-Request-Method") != null;
  }

  private static void preflight(HttpServerRequest request) {
    Gate.shareWithItself(request, request.response());
    String wanted = request.getHeader("Access-Control-Request-Headers");
    HttpServerResponse response =
        request
            .response()
            .setStatusCode(204)
            .putHeader("Vary", "Origin")
            .putHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
            .putHeader("Access-Control-Max-Age", "600");
    if (wanted != null && wanted.matches("[A-Za-z0-9, _-]{1,1024}")) {
      response.putHeader("Access-Control-Allow-Headers", wanted);
    }
    var _ = response.end();
  }
}
