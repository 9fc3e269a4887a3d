package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.Problem;
import dev.parley.doors.http.Route;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Failures;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.rest.events.EventFeed;
import dev.parley.doors.rest.events.EventStream;
import dev.parley.identity.Principal;
import dev.parley.identity.audit.AuditLog;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The REST door: takes requests through authentication, access, handler, audit and answer. */
public final class RestDoor {
  private static final String DOOR = "rest";
  private static final int ANSWER_BYTES = 1_024;
  private static final String AGENT_ID = "agentId";

  private final RestHouse house;
  private final Callers callers;
  private final BodyReader bodies;
  private final StatsSource stats;
  private final EventStream events;
  private final List<Operation> operations;
  private final byte[] document;

  public RestDoor(RestHouse house) {
    this.house = house;
    this.callers = new Callers(house.authenticator(), house.logins());
    DoorConfig config = house.config();
    this.bodies =
        new BodyReader(
            config.limits().payloadBytesMax(),
            config.limits().frameBytesMax(),
            config.patience().request());
    this.stats = new StatsSource(house.broker(), house.facts(), System::nanoTime);
    EventFeed feed =
        new EventFeed(
            house.broker(),
            house.events(),
            stats::json,
            System::currentTimeMillis,
            house.facts().startedAt());
    this.events = new EventStream(callers, feed, config.limits().outgoingBytesMax());
    this.operations = declared();
    this.document = OpenApi.document(house.facts().version(), operations);
  }

  private List<Operation> declared() {
    List<Operation> all = new ArrayList<>();
    all.addAll(new HubOperations(house, stats).operations());
    all.addAll(new AgentOperations(house).operations());
    all.addAll(new SubscriptionOperations(house.broker()).operations());
    all.addAll(new InboxOperations(house.broker()).operations());
    all.addAll(new MessageOperations(house.broker()).operations());
    all.addAll(
        new DeadLetterOperations(house.broker(), house.config().limits().payloadBytesMax())
            .operations());
    all.addAll(new GroupOperations(house.broker()).operations());
    all.addAll(new ProgramOperations(house.programs()).operations());
    all.addAll(new SearchOperations(house.search()).operations());
    all.add(
        Operation.get("/api/openapi.json", "openApi", "This document")
            .answering("OpenApiDocument")
            .doing(_ -> Reply.ok(out -> out.raw(document)).now()));
    return List.copyOf(all);
  }

  List<Operation> operations() {
    return operations;
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    for (Operation operation : operations) {
      Route route = Route.forOwner(operation.path(), request -> enter(operation, request));
      routes.add(
          operation.method().equals(HttpMethod.GET) ? route : route.taking(operation.method()));
    }
    routes.add(Route.forOwner("/api/events", events));
    BlobEndpoints blobs =
        new BlobEndpoints(callers, house.blobs(), house.config().patience().stalled());
    routes.add(Route.forOwner("/api/blobs", blobs::upload).taking(HttpMethod.POST));
    routes.add(Route.forOwner("/api/blobs/{sha256}", blobs::download));
    routes.add(
        Route.forOwner("/api/{rest*}", RestDoor::nothingHere)
            .taking(
                HttpMethod.GET,
                HttpMethod.HEAD,
                HttpMethod.POST,
                HttpMethod.PUT,
                HttpMethod.PATCH,
                HttpMethod.DELETE));
    return routes;
  }

  private static void nothingHere(HttpServerRequest request) {
    Problem.answer(
        request.response(), new Refused(ErrorCode.NOT_FOUND, "there is nothing at this path"));
  }

  private void enter(Operation operation, HttpServerRequest http) {
    Context context =
        Objects.requireNonNull(Vertx.currentContext(), "requests come on event loops");
    Principal who;
    try {
      who = operation.access() == null ? null : callers.of(http);
    } catch (Refused refused) {
      Problem.answer(http.response(), refused);
      return;
    }
    CompletableFuture<Request> body =
        operation.body() == null
            ? CompletableFuture.completedFuture(new Request())
            : bodies.read(http);
    var _ =
        body.thenCompose(request -> handle(operation, http, who, request))
            .whenComplete(
                (reply, failure) ->
                    context.runOnContext(_ -> answer(http.response(), operation, reply, failure)));
  }

  private CompletableFuture<Reply> handle(
      Operation operation, HttpServerRequest http, @Nullable Principal who, Request request) {
    String named = operation.path().contains("{agentId}") ? http.getParam(AGENT_ID) : null;
    if (named != null) {
      request.set(Field.AGENT_ID, named);
    }
    CompletableFuture<Reply> reply;
    try {
      Refused problem = request.problem();
      if (problem != null) {
        throw problem;
      }
      Access access = operation.access();
      AgentId subject = access == null || who == null ? null : access.subject(who, request);
      reply = operation.handler().handle(new RestCall(http, who, subject, request));
    } catch (RuntimeException e) {
      reply = CompletableFuture.failedFuture(e);
    }
    String action = operation.action();
    return action == null || who == null
        ? reply
        : reply.whenComplete((_, failure) -> audit(action, operation, who, http, request, failure));
  }

  private void audit(
      String action,
      Operation operation,
      Principal who,
      HttpServerRequest http,
      Request request,
      @Nullable Throwable failure) {
    String outcome =
        failure == null ? "ok" : Failures.refusalOf(failure, operation.id()).code().wireName();
    String subject = Subjects.of(http, request);
    var _ = house.audit().add(AuditLog.nameOf(who), action, subject, outcome, DOOR);
  }

  private static void answer(
      HttpServerResponse response,
      Operation operation,
      @Nullable Reply reply,
      @Nullable Throwable failure) {
    if (response.ended() || response.closed()) {
      return;
    }
    if (reply == null) {
      Problem.answer(response, Failures.refusalOf(failure, operation.id()));
      return;
    }
    response
        .setStatusCode(reply.status())
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Content-Type-Options", "nosniff");
    reply.headers().accept(response);
    if (reply.json() == null) {
      var _ = response.end();
      return;
    }
    JsonBuffer out = new JsonBuffer(ANSWER_BYTES);
    reply.json().accept(out);
    response.putHeader("Content-Type", "application/json");
    var _ = response.end(Buffer.buffer(out.toBytes()));
  }
}
