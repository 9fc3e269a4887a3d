package dev.parley.doors.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.apps.store.AppFields;
import dev.parley.apps.store.Binary;
import dev.parley.apps.store.Catalogue;
import dev.parley.apps.store.Publishing;
import dev.parley.apps.store.Store;
import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Problem;
import dev.parley.doors.http.Standing;
import dev.parley.doors.http.body.BodyPump;
import dev.parley.doors.http.body.MultipartReader;
import dev.parley.doors.json.Failures;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** Programs on their way into the store, and packages on their way out: never whole in memory. */
final class PackageEndpoints {
  private static final String TYPE = "application/x-napp";
  private static final int TEXT_MAX = 256;
  private static final int FILE_MAX = 1 << 20;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Callers callers;
  private final Publishing publishing;
  private final Catalogue catalogue;
  private final AuditLog audit;
  private final Duration patience;

  PackageEndpoints(Callers callers, Store store, AuditLog audit, Duration patience) {
    this.callers = callers;
    this.publishing = store.publishing();
    this.catalogue = store.catalogue();
    this.audit = audit;
    this.patience = patience;
  }

  // ---- in

  void upload(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    Visit by;
    MultipartReader body;
    Context context = Objects.requireNonNull(Vertx.currentContext());
    try {
      by = new Visit(callers.of(request), Door.REST, Callers.address(request));
      body =
          new MultipartReader(
              new BodyPump(request, context, patience), request.getHeader("Content-Type"));
    } catch (Refused refused) {
      response.putHeader("Connection", "close");
      Problem.answer(request, refused);
      return;
    }
    Standing standing = callers.standing(by.who(), request);
    String app = String.valueOf(request.getParam("id"));
    Thread.ofVirtual()
        .name("parley-program")
        .start(() -> store(request, context, by, standing, app, body));
  }

  private void store(
      HttpServerRequest request,
      Context context,
      Visit by,
      Standing standing,
      String app,
      MultipartReader body) {
    Refused refusal = null;
    try (Blobs.Upload upload = publishing.upload(by, app)) {
      Binary stored = filed(by, standing, app, body, upload);
      String version = publishing.find(by, app).version();
      byte[] answer = JSON.writeValueAsBytes(StoreShapes.binary(stored, version));
      context.runOnContext(_ -> answer(request.response(), 201, answer));
    } catch (RuntimeException e) {
      Refused why = Failures.refusalOf(e, "upload of a program");
      refusal = why;
      context.runOnContext(_ -> refused(request, why));
    }
    audit.done(by, "store.upload", app, refusal);
  }

  private Binary filed(
      Visit by, Standing standing, String app, MultipartReader body, Blobs.Upload upload) {
    boolean there = false;
    String platform = null;
    byte[] manifest = null;
    String skill = null;
    for (String part = body.next(); part != null; part = body.next()) {
      switch (part) {
        case "binary", "file" -> {
          if (there) {
            throw new Refused(ErrorCode.BAD_REQUEST, "there is more than one part 'binary'");
          }
          there = true;
          for (byte[] piece = body.chunk(); piece != null; piece = body.chunk()) {
            upload.write(piece, 0, piece.length);
          }
        }
        case "platform" -> platform = new String(body.whole(TEXT_MAX), UTF_8).strip();
        case "manifest" -> manifest = body.whole(FILE_MAX);
        case "skill" -> skill = new String(body.whole(FILE_MAX), UTF_8);
        default -> {
          byte[] _ = body.whole(FILE_MAX);
        }
      }
    }
    if (!there || platform == null) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          there ? "the part 'platform' is missing" : "the part 'binary' is missing");
    }
    standing.require();
    Blob blob = upload.finish("application/octet-stream");
    AppFields files =
        new AppFields(null, null, null, null, null, null, null, null, null, manifest, skill);
    return publishing.add(by, app, platform, blob, files);
  }

  private static void answer(HttpServerResponse response, int status, byte[] answer) {
    if (!response.closed()) {
      var _ =
          response
              .setStatusCode(status)
              .putHeader("Content-Type", "application/json")
              .putHeader("Cache-Control", "no-store")
              .putHeader("X-Content-Type-Options", "nosniff")
              .end(Buffer.buffer(answer));
    }
  }

  private static void refused(HttpServerRequest request, Refused why) {
    HttpServerResponse response = request.response();
    if (!response.ended() && !response.closed()) {
      // The rest of the body is not read: nothing can follow on this connection.
      response.putHeader("Connection", "close");
      Problem.answer(request, why);
    }
  }

  /** Beside the upload, because both have one path. */
  void list(HttpServerRequest request) {
    Context context = Objects.requireNonNull(Vertx.currentContext());
    Visit by;
    try {
      by = new Visit(callers.of(request), Door.REST, Callers.address(request));
    } catch (Refused refused) {
      Problem.answer(request, refused);
      return;
    }
    String app = String.valueOf(request.getParam("id"));
    Thread.ofVirtual()
        .name("parley-programs")
        .start(
            () -> {
              try {
                ArrayNode all = StoreShapes.binaries(publishing.find(by, app));
                byte[] answer = JSON.writeValueAsBytes(StoreShapes.object().set("binaries", all));
                context.runOnContext(_ -> answer(request.response(), 200, answer));
              } catch (RuntimeException e) {
                Refused why = Failures.refusalOf(e, "list of programs");
                context.runOnContext(_ -> Problem.answer(request, why));
              }
            });
  }

  // ---- out

  void download(HttpServerRequest request) {
    Context context = Objects.requireNonNull(Vertx.currentContext());
    Principal who;
    try {
      who = Visitor.of(callers, request);
    } catch (Refused refused) {
      Problem.answer(request, refused);
      return;
    }
    String app = String.valueOf(request.getParam("id"));
    String version = filled(request.getParam("version"));
    String platform = filled(request.getParam("platform"));
    Thread.ofVirtual()
        .name("parley-package")
        .start(
            () -> {
              try {
                Blob blob = catalogue.download(who, app, version, platform);
                context.runOnContext(_ -> serve(request.response(), blob));
              } catch (RuntimeException e) {
                Refused why = Failures.refusalOf(e, "download of a package");
                context.runOnContext(_ -> Problem.answer(request, why));
              }
            });
  }

  private static @Nullable String filled(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }

  private static void serve(HttpServerResponse response, Blob blob) {
    if (!response.closed()) {
      var _ =
          response
              .putHeader("Content-Type", TYPE)
              .putHeader("Cache-Control", "private, no-cache")
              .putHeader("ETag", "\"" + blob.sha256() + "\"")
              .putHeader("X-Content-Type-Options", "nosniff")
              .putHeader("Content-Disposition", "attachment; filename=\"app.napp\"")
              .sendFile(blob.file().toString());
    }
  }
}
