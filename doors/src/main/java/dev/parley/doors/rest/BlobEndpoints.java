package dev.parley.doors.rest;

import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Problem;
import dev.parley.doors.http.Standing;
import dev.parley.doors.http.body.BodyPump;
import dev.parley.doors.json.Failures;
import dev.parley.identity.Principal;
import dev.parley.identity.authority.BlobAccess;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Objects;

/**
 * Large things: in and out as they are, never whole in memory. Whoever may call may store; who may
 * read is said by {@link BlobAccess}.
 */
final class BlobEndpoints {
  private final Callers callers;
  private final BlobAccess blobs;
  private final Duration patience;

  BlobEndpoints(Callers callers, BlobAccess blobs, Duration patience) {
    this.callers = callers;
    this.blobs = blobs;
    this.patience = patience;
  }

  void upload(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    Principal by;
    try {
      by = callers.of(request);
    } catch (Refused refused) {
      response.putHeader("Connection", "close");
      Problem.answer(response, refused);
      return;
    }
    Standing standing = callers.standing(by, request);
    Context context = Objects.requireNonNull(Vertx.currentContext());
    BodyPump pump = new BodyPump(request, context, patience);
    String type = BlobTypes.kept(request.getHeader("Content-Type"));
    Thread.ofVirtual()
        .name("parley-upload")
        .start(() -> store(pump, by, standing, type, response, context));
  }

  private void store(
      BodyPump pump,
      Principal by,
      Standing standing,
      String type,
      HttpServerResponse response,
      Context context) {
    try (Blobs.Upload upload = blobs.upload(by)) {
      for (Buffer chunk = pump.next(); chunk != null; chunk = pump.next()) {
        byte[] bytes = chunk.getBytes();
        upload.write(bytes, 0, bytes.length);
      }
      standing.require();
      Blob blob = blobs.finish(upload, type, by);
      context.runOnContext(_ -> created(response, blob));
    } catch (RuntimeException e) {
      Refused why = Failures.refusalOf(e, "upload");
      context.runOnContext(
          _ -> {
            if (!response.ended() && !response.closed()) {
              // The rest of the body is not read: nothing can follow on this connection.
              response.putHeader("Connection", "close");
              Problem.answer(response, why);
            }
          });
    }
  }

  private static void created(HttpServerResponse response, Blob blob) {
    if (response.closed()) {
      return;
    }
    JsonBuffer out = new JsonBuffer(192);
    out.ascii("{\"sha256\":").string(blob.sha256());
    out.ascii(",\"size\":").number(blob.size());
    out.ascii(",\"contentType\":").string(blob.contentType()).ascii("}");
    var _ =
        response
            .setStatusCode(201)
            .putHeader("Content-Type", "application/json")
            .putHeader("Cache-Control", "no-store")
            .putHeader("X-Content-Type-Options", "nosniff")
            .putHeader("Location", "/api/blobs/" + blob.sha256())
            .end(Buffer.buffer(out.toBytes()));
  }

  void download(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    Principal by;
    try {
      by = callers.of(request);
    } catch (Refused refused) {
      Problem.answer(response, refused);
      return;
    }
    Context context = Objects.requireNonNull(Vertx.currentContext());
    String name = String.valueOf(request.getParam("sha256"));
    Thread.ofVirtual()
        .name("parley-download")
        .start(
            () -> {
              try {
                Blob found = blobs.find(name, by);
                context.runOnContext(_ -> serve(request, response, found));
              } catch (RuntimeException e) {
                Refused why = Failures.refusalOf(e, "download");
                context.runOnContext(_ -> Problem.answer(response, why));
              }
            });
  }

  private static void serve(HttpServerRequest request, HttpServerResponse response, Blob blob) {
    if (response.closed()) {
      return;
    }
    String tag = "\"" + blob.sha256() + "\"";
    boolean picture = BlobTypes.isPicture(blob.contentType());
    response
        .putHeader("ETag", tag)
        .putHeader("Accept-Ranges", "bytes")
        // The name is the content: it never changes. Only for whoever was allowed to read it.
        .putHeader("Cache-Control", "private, max-age=31536000, immutable")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Content-Security-Policy", "default-src 'none'; sandbox")
        .putHeader("Cross-Origin-Resource-Policy", "same-origin")
        .putHeader(
            "Content-Disposition",
            picture ? "inline" : "attachment; " + BlobTypes.fileName(request, blob.sha256()));
    String known = request.getHeader("If-None-Match");
    if (known != null && (known.contains(tag) || known.strip().equals("*"))) {
      var _ = response.setStatusCode(304).end();
      return;
    }
    response.putHeader("Content-Type", blob.contentType());
    String ifRange = request.getHeader("If-Range");
    ByteRange range =
        ifRange == null || ifRange.equals(tag)
            ? ByteRange.parse(request.getHeader("Range"), blob.size())
            : null;
    if (range != null && !range.isSatisfiable()) {
      var _ =
          response.setStatusCode(416).putHeader("Content-Range", "bytes */" + blob.size()).end();
      return;
    }
    ByteRange part = range == null ? new ByteRange(0, blob.size()) : range;
    if (range != null) {
      response.setStatusCode(206).putHeader("Content-Range", part.contentRange(blob.size()));
    }
    if (request.method().equals(HttpMethod.HEAD)) {
      var _ = response.putHeader("Content-Length", Long.toString(part.length())).end();
    } else {
      var _ = response.sendFile(blob.file().toString(), part.start(), part.length());
    }
  }
}
