package dev.parley.doors.transfer;

import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.error.ErrorTable;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Route;
import dev.parley.doors.http.body.BodyReader;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import dev.parley.identity.authority.Identity;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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

  /** How long the body of a request to import may take to come. */
  public static final Duration BODY_PATIENCE = Duration.ofMinutes(1);

  private static final String LINES = "application/jsonl";
  private static final String JSON = "application/json";
  private static final int AT_ONCE_MAX = 4;
  private static final String EXPORT = "messages.export";
  private static final String IMPORT = "messages.import";

  /** What is answered. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Answer(int status, String type, byte[] body, long next, boolean more) {}

  private final Callers callers;
  private final AuditLog audit;
  private final MessageExport export;
  private final MessageImport importing;
  private final BodyReader bodies;
  private final Semaphore atOnce = new Semaphore(AT_ONCE_MAX);

  public TransferDoor(Identity identity, Broker broker, int lineBytesMax, Duration bodyPatience) {
    this.bodies = new BodyReader(BODY_BYTES_MAX, bodyPatience);
    this.callers = new Callers(identity.authenticator(), identity.authority().limits());
    this.audit = identity.audit();
    this.export = new MessageExport(broker);
    this.importing = new MessageImport(broker, lineBytesMax);
  }

  public List<Route> routes() {
    return List.of(
        Route.forOwner(PATH, this::export).taking(HttpMethod.GET),
        Route.forOwner(PATH, this::importing).taking(HttpMethod.POST));
  }

  private void export(HttpServerRequest request) {
    Visit by = admitted(request, EXPORT);
    if (by != null) {
      answer(
          request,
          () -> {
            long from = from(request);
            MessageExport.Page page = export.page(from);
            if (from == 0) {
              // Its first page: the others belong to it.
              audit.done(by, EXPORT, "", null);
            }
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
    Visit by = admitted(request, IMPORT);
    if (by == null) {
      return;
    }
    var _ =
        bodies
            .read(request)
            .whenComplete(
                (body, failure) -> {
                  if (body != null) {
                    answer(request, () -> taken(by, Lines.of(body)));
                  } else {
                    refuse(request.response(), Refused.of(failure));
                  }
                });
  }

  private Answer taken(Visit by, List<byte[]> lines) {
    MessageImport.Summary summary = importing.take(lines, by.senderAs(Principal.OWNER_SENDER));
    audit.done(
        by,
        IMPORT,
        summary.added() + " of " + lines.size() + " lines, " + summary.agents().size() + " agents",
        null);
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

  private @Nullable Visit admitted(HttpServerRequest request, String action) {
    Visit by = null;
    try {
      by = new Visit(callers.of(request), Door.REST, Callers.address(request));
      by.requireOwner();
      return by;
    } catch (Refused refused) {
      if (by != null) {
        audit.done(by, action, "", refused);
      }
      refuse(request.response(), refused);
      return null;
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
    write(response, new Answer(ErrorTable.of(refused.code()).httpStatus(), JSON, body, -1, false));
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
