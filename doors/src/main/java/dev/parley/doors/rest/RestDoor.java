package dev.parley.doors.rest;

import dev.parley.agents.waterfall.Waterfalls;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.trace.Current;
import dev.parley.core.trace.Span;
import dev.parley.core.trace.TraceContext;
import dev.parley.core.trace.Tracer;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.http.Problem;
import dev.parley.doors.http.Route;
import dev.parley.doors.http.Standing;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Failures;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.rest.apps.AppDoor;
import dev.parley.doors.rest.apps.OpenPages;
import dev.parley.doors.rest.events.AgentWork;
import dev.parley.doors.rest.events.EventFeed;
import dev.parley.doors.rest.events.EventStream;
import dev.parley.identity.Visit;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The REST door: takes requests through authentication, access, handler, audit and answer. */
public final class RestDoor {
  private static final int ANSWER_BYTES = 1_024;
  private static final String AGENT_ID = "agentId";
  private static final String GATEWAY_PATHS = "/api/v1/";

  private final RestServices services;
  private final Callers callers;
  private final JsonBodies bodies;
  private final RemoteLoginOperations remoteLogin;
  private final StatsSource stats;
  private final EventStream events;
  private final Optional<AppDoor> apps;
  private final List<Operation> operations;
  private final byte[] document;

  public RestDoor(RestServices services) {
    this.services = services;
    this.callers =
        new Callers(
            services.identity().authenticator(),
            services.identity().authority().limits(),
            services.logins());
    DoorConfig config = services.config();
    this.bodies =
        new JsonBodies(
            config.limits().payloadBytesMax(),
            config.limits().frameBytesMax(),
            config.patience().request());
    this.stats = new StatsSource(services.broker(), services.facts(), System::nanoTime);
    EventFeed feed =
        new EventFeed(
            services.broker(),
            services.identity().authority(),
            services.loops().conversations(),
            new AgentWork(
                services.turns(),
                services.tasks(),
                services.approvals(),
                services.rooms().schedules()),
            services.events(),
            stats::numbers,
            System::currentTimeMillis,
            services.facts().startedAt());
    this.events =
        new EventStream(
            callers,
            services.identity().authority().limits(),
            feed,
            config.limits().outgoingBytesMax());
    services.identity().accounts().onTokenGone(events::onTokenGone);
    services.identity().keys().onGone(events::onTokenGone);
    this.remoteLogin = new RemoteLoginOperations(services.comm().login());
    this.apps =
        services
            .apps()
            .map(
                rooms ->
                    new AppDoor(
                        rooms,
                        callers,
                        new OpenPages(System::currentTimeMillis),
                        config.patience().request()));
    this.operations = declared();
    this.document = OpenApi.document(services.facts().version(), operations);
  }

  /** Who reads {@code /api/events} right now. */
  public int eventReaders() {
    return events.readers();
  }

  private List<Operation> declared() {
    List<Operation> all = new ArrayList<>();
    Bots bots = new Bots(services);
    all.addAll(new HubOperations(services, stats).operations());
    all.addAll(new OwnerOperations(services, callers).operations());
    all.addAll(new GrantOperations(services.identity().persons()).operations());
    all.addAll(new AgentOperations(services).operations());
    all.addAll(
        new KeyOperations(
                services.identity().keys(),
                services.identity().authority(),
                services.broker().participants())
            .operations());
    all.addAll(new SubscriptionOperations(services).operations());
    all.addAll(new ListenerOperations(services).operations());
    all.addAll(new InboxOperations(services.broker()).operations());
    all.addAll(
        new RetentionOperations(services.broker().inboxLimits(), services.broker().participants())
            .operations());
    all.addAll(new MessageOperations(services.broker(), stats).operations());
    all.addAll(
        new WaterfallOperations(
                new Waterfalls(
                    services.broker(), services.turns(), services.identity().authority()))
            .operations());
    all.addAll(
        new DeadLetterOperations(services.broker(), services.config().limits().payloadBytesMax())
            .operations());
    all.addAll(
        new GroupOperations(services.broker(), services.identity().authority()).operations());
    all.addAll(
        new AccessOperations(services.identity(), services.broker().participants()).operations());
    all.addAll(new LoopOperations(services.loops(), services.broker()).operations());
    all.addAll(new ChannelOperations(services.loops(), services.broker()).operations());
    all.addAll(new ConversationOperations(services).operations());
    all.addAll(new BotOperations(services, bots).operations());
    all.addAll(new BotLoopOperations(services, bots).operations());
    all.addAll(new BotChannelOperations(services, bots).operations());
    StoreDesk desk = new StoreDesk();
    all.addAll(
        new CatalogueOperations(services.store().catalogue(), desk, bots, callers).operations());
    all.addAll(new DeveloperOperations(services.store(), desk).operations());
    all.addAll(new CardOperations(services, bots).operations());
    all.addAll(new UsageOperations(services.usage()).operations());
    all.addAll(new GovernorOperations(services.governor()).operations());
    all.addAll(new ApprovalOperations(services.approvals()).operations());
    all.addAll(new TaskOperations(services.tasks()).operations());
    all.addAll(new ProgramOperations(services.programs()).operations());
    all.addAll(new CommOperations(services.comm()).operations());
    all.addAll(remoteLogin.operations());
    all.addAll(new TurnOperations(services, bots).operations());
    all.addAll(new DefinitionOperations(services).operations());
    all.addAll(new InstructionOperations(services.instructions()).operations());
    all.addAll(
        new LogOperations(
                services.rooms().logs(), services.turns(), services.identity().authority().limits())
            .operations());
    all.addAll(new PinOperations(services.rooms().pins()).operations());
    all.addAll(new EscalationOperations(services.broker()).operations());
    all.addAll(new WakeOperations(services.rooms().wakes()).operations());
    all.addAll(new ScheduleOperations(services, bots).operations());
    all.addAll(new MemoryOperations(services, bots).operations());
    all.addAll(
        new SearchOperations(services.search(), services.identity().authority().limits())
            .operations());
    apps.ifPresent(
        door ->
            all.addAll(
                new AppOperations(services.apps().orElseThrow(), door, callers, services.blobs())
                    .operations()));
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
      Route route = route(operation);
      routes.add(
          operation.method().equals(HttpMethod.GET) ? route : route.taking(operation.method()));
    }
    routes.add(Route.forOwner("/api/events", events));
    routes.add(remoteLogin.callback());
    routes.add(Route.forEveryone("/.well-known/jwks.json", this::publicKeys));
    LogEndpoint logs =
        LogEndpoint.of(callers, services.programs(), services.config().limits().outgoingBytesMax());
    routes.add(Route.forOwner("/api/agents/{agentId}/log", logs::handle));
    apps.ifPresent(
        door -> {
          LogEndpoint ofApps =
              LogEndpoint.of(
                  callers,
                  services.apps().orElseThrow().apps(),
                  services.config().limits().outgoingBytesMax());
          routes.add(Route.forOwner("/api/apps/{appId}/log", ofApps::handle));
          routes.addAll(door.routes());
        });
    BlobEndpoints blobs =
        new BlobEndpoints(callers, services.blobs(), services.config().patience().stalled());
    routes.add(Route.forEveryone("/api/blobs", blobs::upload).taking(HttpMethod.POST));
    routes.add(Route.forEveryone("/api/blobs/{sha256}", blobs::download));
    PackageEndpoints packages =
        new PackageEndpoints(
            callers,
            services.store(),
            services.identity().audit(),
            services.config().patience().stalled());
    String binaries = DeveloperOperations.APP + "/binaries";
    routes.add(Route.forEveryone(binaries, packages::list));
    routes.add(Route.forEveryone(binaries, packages::upload).taking(HttpMethod.POST));
    routes.add(Route.forEveryone("/api/v1/apps/{id}/download", packages::download));
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

  /** What clients of the gateway use is on every port, the rest on the owner's. */
  private Route route(Operation operation) {
    return operation.path().startsWith(GATEWAY_PATHS)
        ? Route.forEveryone(operation.path(), request -> enter(operation, request))
        : Route.forOwner(operation.path(), request -> enter(operation, request));
  }

  private static void nothingHere(HttpServerRequest request) {
    Problem.answer(request, new Refused(ErrorCode.NOT_FOUND, "there is nothing at this path"));
  }

  /** With which everybody can verify the access tokens of persons. */
  private void publicKeys(HttpServerRequest request) {
    var _ =
        request
            .response()
            .putHeader("Content-Type", "application/jwk-set+json")
            .putHeader("Cache-Control", "max-age=60")
            .putHeader("X-Content-Type-Options", "nosniff")
            .end(services.identity().persons().jwks());
  }

  private void enter(Operation operation, HttpServerRequest http) {
    Context context =
        Objects.requireNonNull(Vertx.currentContext(), "requests come on event loops");
    Visit by;
    try {
      by =
          operation.access() == null
              ? null
              : new Visit(callers.of(http), Door.REST, Callers.address(http));
    } catch (Refused refused) {
      Problem.answer(http, refused);
      return;
    }
    CompletableFuture<Request> body =
        operation.body() == null
            ? CompletableFuture.completedFuture(new Request())
            : body(operation, http, by);
    var _ =
        body.thenCompose(request -> handle(operation, http, by, request, context))
            .whenComplete(
                (reply, failure) ->
                    context.runOnContext(_ -> answer(http, operation, reply, failure)));
  }

  /** It may take a while to come, and by then the token may be gone. */
  private CompletableFuture<Request> body(
      Operation operation, HttpServerRequest http, @Nullable Visit by) {
    Standing standing = by == null ? () -> true : callers.standing(by.who(), http);
    return bodies
        .read(http, operation.whole())
        .thenApply(
            request -> {
              standing.require();
              return request;
            });
  }

  private CompletableFuture<Reply> handle(
      Operation operation,
      HttpServerRequest http,
      @Nullable Visit by,
      Request request,
      Context context) {
    String named = operation.path().contains("{agentId}") ? http.getParam(AGENT_ID) : null;
    if (named != null) {
      request.set(Field.AGENT_ID, named);
    }
    Span span = began(operation, http);
    CompletableFuture<Reply> reply;
    try {
      reply =
          services
              .broker()
              .askingTwice(
                  () -> Current.in(span, () -> asked(operation, http, by, request)),
                  again -> context.runOnContext(_ -> again.run()));
    } catch (RuntimeException e) {
      reply = CompletableFuture.failedFuture(e);
    }
    if (span.isOn()) {
      reply = reply.whenComplete((answer, failure) -> ended(span, operation, answer, failure));
    }
    return by == null
        ? reply
        : reply.whenComplete((_, failure) -> audit(operation, by, http, request, failure));
  }

  private Span began(Operation operation, HttpServerRequest http) {
    Tracer tracer = services.broker().spans().tracer();
    return tracer.isOn()
        ? tracer
            .begin(
                Span.Kind.SERVER,
                operation.method().name() + " " + operation.path(),
                TraceContext.parse(http.getHeader(TraceContext.NAME)))
            .with("http.request.method", operation.method().name())
            .with("http.route", operation.path())
        : Span.NONE;
  }

  private static void ended(
      Span span, Operation operation, @Nullable Reply reply, @Nullable Throwable failure) {
    if (reply != null) {
      span.with("http.response.status_code", reply.status()).end();
    } else {
      span.failed(Failures.refusalOf(failure, operation.id()).code().wireName()).end();
    }
  }

  private CompletableFuture<Reply> asked(
      Operation operation, HttpServerRequest http, @Nullable Visit by, Request request) {
    Refused problem = request.problem();
    if (problem != null) {
      throw problem;
    }
    Access access = operation.access();
    AgentId subject =
        access == null || by == null
            ? null
            : access.subject(services.identity().authority(), by, request);
    return operation.handler().handle(new RestCall(http, by, subject, request));
  }

  private void audit(
      Operation operation,
      Visit by,
      HttpServerRequest http,
      Request request,
      @Nullable Throwable failure) {
    Refused refusal = failure == null ? null : Failures.refusalOf(failure, operation.id());
    if (operation.isListed(refusal)) {
      services
          .identity()
          .audit()
          .done(by, operation.auditName(), Subjects.of(http, request), refusal);
    }
  }

  private static void answer(
      HttpServerRequest http,
      Operation operation,
      @Nullable Reply reply,
      @Nullable Throwable failure) {
    HttpServerResponse response = http.response();
    if (response.ended() || response.closed()) {
      return;
    }
    if (reply == null) {
      Problem.answer(http, Failures.refusalOf(failure, operation.id()));
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
