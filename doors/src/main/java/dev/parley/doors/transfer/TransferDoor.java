package dev.parley.doors.transfer;

import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Route;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The owner's way to take all messages out and to bring others in. */
public final class TransferDoor {
  private static final Logger LOG = LoggerFactory.getLogger(TransferDoor.class);

  public static final String PATH = "/transfer/messages";

  /** Where the next page begins, in the head of an answer. */
  public static final String NEXT = "Parley-Next";

  /** Whether there is one. */
  public static final String MORE = "Parley-More";

  /** Most bytes of one request to import. */
  public static final int BODY_BYTES_MAX = 4 << 20;

  private static final String LINES = "application/jsonl";
  private static final String JSON = "application/json";
  private static final int AT_ONCE_MAX = 4;

  /** What is answered. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Answer(int status, String type, byte[] body, long next, boolean more) {}

  private final Callers callers;
  private final MessageExport export;
  private final MessageImport importing;
  private final Semaphore atOnce = new Semaphore(AT_ONCE_MAX);

  public TransferDoor(Callers callers, Broker broker, int lineBytesMax) {
    this.callers = callers;
    this.export = new MessageExport(broker);
    this.importing = new MessageImport(broker, lineBytesMax);
  }

  public List<Route> routes() {
    return List.of(
        Route.forOwner(PATH, this::export).taking(HttpMethod.GET),
        Route.forOwner(PATH, this::importing).taking(HttpMethod.POST));
  }

  private void export(HttpServerRequest request) {
    if (admitted(request)) {
      answer(
          request,
          () -> {
            MessageExport.Page page = export.page(from(request));
            return new Answer(200, LINES, page.lines(), page.next(), page.more());
          });
    }
  }

  private static long from(HttpServerRequest request) {
    String from = request.getParam("from");
    try {
      return from == null ? 0 : Long.parseUnsignedLong(from);
    } catch (NumberFormatException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'from' must be a number");
    }
  }

  private void importing(HttpServerRequest request) {
    if (!admitted(request)) {
      return;
    }
    Buffer body = Buffer.buffer();
    request.handler(
        chunk -> {
          if (body.length() + chunk.length() > BODY_BYTES_MAX) {
            request.handler(null);
            refuse(
                request.response(),
                new Refused(
                    ErrorCode.TOO_LARGE, "send at most " + BODY_BYTES_MAX + " bytes at a time"));
          } else {
            body.appendBuffer(chunk);
          }
        });
    request.endHandler(
        _ -> {
          if (!request.response().ended()) {
            answer(request, () -> taken(Lines.of(body.getBytes())));
          }
        });
  }

  private Answer taken(List<byte[]> lines) {
    MessageImport.Summary summary = importing.take(lines);
    var out = new JsonBuffer(256);
    out.ascii("{\"lines\":").number(lines.size());
    out.ascii(",\"added\":").number(summary.added());
    out.ascii(",\"completed\":").number(summary.completed());
    out.ascii(",\"present\":").number(summary.present());
    out.ascii(",\"agents\":[");
    String gap = "";
    for (String agent : summary.agents()) {
      out.ascii(gap).string(agent);
      gap = ",";
    }
    out.ascii("],\"errors\":[");
    boolean[] first = {true};
    summary
        .errors()
        .forEach(
            (line, why) -> {
              out.ascii(first[0] ? "{\"line\":" : ",{\"line\":").number(line);
              out.ascii(",\"error\":").string(why).ascii("}");
              first[0] = false;
            });
    return new Answer(200, JSON, out.ascii("]}").toBytes(), -1, false);
  }

  private boolean admitted(HttpServerRequest request) {
    try {
      if (!callers.of(request).isOwner()) {
        throw new Refused(ErrorCode.FORBIDDEN, "only the owner may take messages out and in");
      }
      return true;
    } catch (Refused refused) {
      refuse(request.response(), refused);
      return false;
    }
  }

  /** The store is waited for on a virtual thread, and only so many do so at a time. */
  private void answer(HttpServerRequest request, Supplier<Answer> work) {
    HttpServerResponse response = request.response();
    Context context =
        Objects.requireNonNull(Vertx.currentContext(), "requests come on event loops");
    if (!atOnce.tryAcquire()) {
      refuse(
          response, new Refused(ErrorCode.OVERLOADED, "several transfers are under way already"));
      return;
    }
    Thread.ofVirtual()
        .name("parley-transfer")
        .start(
            () -> {
              try {
                Answer answer = work.get();
                context.runOnContext(_ -> write(response, answer));
              } catch (RuntimeException e) {
                if (!(e instanceof Refused)) {
                  LOG.error("a transfer failed", e);
                }
                context.runOnContext(_ -> refuse(response, Refused.of(e)));
              } finally {
                atOnce.release();
              }
            });
  }

  private static void refuse(HttpServerResponse response, Refused refused) {
    byte[] body =
        new JsonBuffer(128)
            .ascii("{\"code\":")
            .string(refused.code().wireName())
            .ascii(",\"message\":")
            .string(String.valueOf(refused.getMessage()))
            .ascii("}")
            .toBytes();
    write(response, new Answer(refused.code().httpStatus(), JSON, body, -1, false));
  }

  private static void write(HttpServerResponse response, Answer answer) {
    if (response.closed() || response.ended()) {
      return;
    }
    response
        .setStatusCode(answer.status)
        .putHeader("Content-Type", answer.type)
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Content-Type-Options", "nosniff");
    if (answer.next >= 0) {
      response.putHeader(NEXT, Long.toString(answer.next));
      response.putHeader(MORE, Boolean.toString(answer.more));
    }
    var _ = response.end(Buffer.buffer(answer.body));
  }
}
