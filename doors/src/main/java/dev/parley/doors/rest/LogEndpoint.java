package dev.parley.doors.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.programs.Programs;
import dev.parley.apps.host.Apps;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Problem;
import dev.parley.doors.http.Standing;
import dev.parley.doors.http.sse.EventOutput;
import dev.parley.doors.json.Failures;
import dev.parley.identity.Principal;
import dev.parley.processes.LogReader;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/agents/{agentId}/log} and {@code /api/apps/{appId}/log}: what a program writes;
 * with {@code follow} as events, until it ends or the reader goes. The owner's alone.
 */
final class LogEndpoint {
  private static final int BYTES = 64 << 10;
  private static final int BYTES_MAX = 4 << 20;
  private static final int FOLLOWERS_MAX = 64;
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);
  private static final Duration LOOK_UP = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Callers callers;
  private final Opening opening;
  private final boolean goesOn;
  private final long waitingBytesMax;
  private final Semaphore places = new Semaphore(FOLLOWERS_MAX);

  /** Opens the log that a request is about. Blocks. */
  @FunctionalInterface
  interface Opening {
    LogReader open(HttpServerRequest request, int before) throws IOException;
  }

  private LogEndpoint(Callers callers, Opening opening, boolean goesOn, long waitingBytesMax) {
    this.callers = callers;
    this.opening = opening;
    this.goesOn = goesOn;
    this.waitingBytesMax = waitingBytesMax;
  }

  /** Of programs that agents are. */
  static LogEndpoint of(Callers callers, Programs programs, long waitingBytesMax) {
    Opening opening =
        (request, before) ->
            programs.log(new AgentId(String.valueOf(request.getParam("agentId"))), before);
    return new LogEndpoint(callers, opening, /* goesOn= */ false, waitingBytesMax);
  }

  /** Of apps, whose logs are files that the next life of an app goes on with. */
  static LogEndpoint of(Callers callers, Apps apps, long waitingBytesMax) {
    return new LogEndpoint(
        callers,
        (request, before) -> LogReader.of(file(apps, request), before),
        /* goesOn= */ true,
        waitingBytesMax);
  }

  private static Path file(Apps apps, HttpServerRequest request) {
    String app = String.valueOf(request.getParam("appId"));
    String stream = request.getParam("stream") == null ? "stderr" : request.getParam("stream");
    if (!stream.equals("stderr") && !stream.equals("stdout")) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'stream' must be stdout or stderr");
    }
    if (apps.find(app).isEmpty()) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no app '" + app + "'");
    }
    return apps.folder(app).resolve("logs").resolve(stream + ".log");
  }

  void handle(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    Context context = Objects.requireNonNull(Vertx.currentContext());
    try {
      Principal who = callers.of(request);
      if (!who.isOwner()) {
        throw new Refused(ErrorCode.FORBIDDEN, "only the owner reads what programs write");
      }
      int before = before(request.getParam("bytes"));
      boolean follows =
          request.getParam("follow") != null && !"false".equals(request.getParam("follow"));
      Standing standing = callers.standing(who, request);
      if (!places.tryAcquire()) {
        throw new Refused(ErrorCode.OVERLOADED, FOLLOWERS_MAX + " read logs already; more may not");
      }
      Thread.ofVirtual()
          .name("parley-log")
          .start(() -> serve(request, before, follows, standing, context));
    } catch (Refused refused) {
      Problem.answer(response, refused);
    }
  }

  private static int before(@Nullable String value) {
    if (value == null) {
      return BYTES;
    }
    try {
      int bytes = Integer.parseInt(value);
      if (bytes >= 0 && bytes <= BYTES_MAX) {
        return bytes;
      }
    } catch (NumberFormatException e) {
      // It is said below what is expected.
    }
    throw new Refused(ErrorCode.BAD_REQUEST, "'bytes' must be 0 to " + BYTES_MAX);
  }

  private void serve(
      HttpServerRequest request, int before, boolean follows, Standing standing, Context context) {
    HttpServerResponse response = request.response();
    try (LogReader reader = opening.open(request, before)) {
      if (follows) {
        follow(reader, standing, response, context);
      } else {
        String text = whole(reader, before);
        context.runOnContext(_ -> answer(response, text));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      Refused why = Failures.refusalOf(e, "log");
      context.runOnContext(
          _ -> {
            if (!response.headWritten() && !response.closed()) {
              Problem.answer(response, why);
            }
          });
    } finally {
      places.release();
    }
  }

  private static String whole(LogReader reader, int atMost)
      throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder();
    // Not more than was asked for, however fast the program writes.
    for (String next = reader.next(Duration.ZERO);
        !next.isEmpty() && text.length() < atMost;
        next = reader.next(Duration.ZERO)) {
      text.append(next);
    }
    return text.toString();
  }

  private static void answer(HttpServerResponse response, String text) {
    if (!response.closed()) {
      var _ =
          response
              .putHeader("Content-Type", "text/plain; charset=utf-8")
              .putHeader("Cache-Control", "no-store")
              .putHeader("X-Content-Type-Options", "nosniff")
              .end(text);
    }
  }

  private void follow(
      LogReader reader, Standing standing, HttpServerResponse response, Context context)
      throws IOException, InterruptedException {
    EventOutput output = EventOutput.open(response, context, HEARTBEAT, waitingBytesMax, () -> {});
    while (!output.isOver()) {
      String text = reader.next(LOOK_UP);
      if (text.isEmpty() && goesOn) {
        Thread.sleep(LOOK_UP);
        text = reader.next(LOOK_UP);
      }
      if (!standing.holds()) {
        break;
      }
      if (!text.isEmpty()) {
        JsonBuffer out = new JsonBuffer(text.length() + 32);
        out.ascii("{\"text\":").string(text).ascii("}");
        var _ = output.event("event: log\n", new String(out.toBytes(), UTF_8));
      } else if (reader.isOver() && !goesOn) {
        var _ = output.event("event: end\n", "{}");
        break;
      }
      if (!output.awaitRoom(PATIENCE)) {
        output.cutOff();
      }
    }
    output.end();
  }
}
