package dev.parley.doors.rest;

import dev.parley.core.error.Refused;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be asked for: everything that the route, the check of access, the audit log
 * and the OpenAPI document have to know about it.
 *
 * @param access who may ask, or null for anybody, authenticated or not
 * @param query the names of the query's parameters, see {@link QueryParameter}
 * @param body the schema of the body, or null when it takes none
 * @param whole the field under which the handler finds the body as it came, or null when the body
 *     is read field by field
 * @param answer the schema of the answer, or null when it has none
 * @param action what the audit log calls it, or null when it is not worth an entry
 * @param auditsItself whether the service behind it writes into the audit log, refusals included
 */
record Operation(
    HttpMethod method,
    String path,
    String id,
    String summary,
    @Nullable Access access,
    List<QueryParameter> query,
    @Nullable String body,
    @Nullable Field whole,
    int status,
    @Nullable String answer,
    @Nullable String action,
    boolean auditsItself,
    Handler handler) {

  /** Is an outcome of it, refused or not, for the door to write into the audit log? */
  boolean isListed(@Nullable Refused refusal) {
    return action != null || (refusal != null && refusal.isDenial() && !auditsItself);
  }

  /** What the audit log calls it, or a refusal of it. */
  String auditName() {
    return action != null ? action : id;
  }

  /** Answers a call, now or later; what it throws becomes the answer. On an event loop. */
  @FunctionalInterface
  interface Handler {
    CompletableFuture<Reply> handle(RestCall call);
  }

  static Draft of(HttpMethod method, String path, String id, String summary) {
    return new Draft(method, path, id, summary);
  }

  static Draft get(String path, String id, String summary) {
    return of(HttpMethod.GET, path, id, summary);
  }

  static Draft post(String path, String id, String summary) {
    return of(HttpMethod.POST, path, id, summary);
  }

  static Draft delete(String path, String id, String summary) {
    return of(HttpMethod.DELETE, path, id, summary);
  }

  /** An operation that is being declared. */
  static final class Draft {
    private final HttpMethod method;
    private final String path;
    private final String id;
    private final String summary;
    private @Nullable Access access;
    private List<QueryParameter> query = List.of();
    private @Nullable String body;
    private @Nullable Field whole;
    private int status = 200;
    private @Nullable String answer;
    private @Nullable String action;
    private boolean auditsItself;

    private Draft(HttpMethod method, String path, String id, String summary) {
      this.method = method;
      this.path = path;
      this.id = id;
      this.summary = summary;
    }

    Draft by(Access who) {
      access = who;
      return this;
    }

    Draft query(QueryParameter... names) {
      query = List.of(names);
      return this;
    }

    Draft taking(String schema) {
      body = schema;
      return this;
    }

    /** The body is one thing, and not for the reader of requests to look into. */
    Draft takingWhole(String schema, Field field) {
      body = schema;
      whole = field;
      return this;
    }

    Draft answering(int code, @Nullable String schema) {
      status = code;
      answer = schema;
      return this;
    }

    Draft answering(String schema) {
      return answering(200, schema);
    }

    Draft audited(String name) {
      action = name;
      return this;
    }

    /** By the service, for whom it may be; the door writes nothing. */
    Draft auditedByItsService() {
      auditsItself = true;
      return this;
    }

    Operation doing(Handler handler) {
      return new Operation(
          method,
          path,
          id,
          summary,
          access,
          query,
          body,
          whole,
          status,
          answer,
          action,
          auditsItself,
          handler);
    }
  }
}
