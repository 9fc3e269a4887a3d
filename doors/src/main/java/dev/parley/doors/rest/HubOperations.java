package dev.parley.doors.rest;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.http.Callers;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.rest.shape.RestShapes;
import dev.parley.identity.Authentication;
import dev.parley.identity.Logins;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditEntry;
import dev.parley.identity.limits.Costly;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Coming in and going out, and the hub itself. */
final class HubOperations {
  private final RestServices services;
  private final StatsSource stats;

  HubOperations(RestServices services, StatsSource stats) {
    this.services = services;
    this.stats = stats;
  }

  List<Operation> operations() {
    return List.of(
        Operation.post(
                "/api/login",
                "login",
                "Log a browser in with a token, a one-time code or a password")
            .taking("Login")
            .answering("LoggedIn")
            .doing(this::login),
        Operation.post("/api/login/codes", "newLoginCode", "Make a one-time code for a browser")
            .by(Access.OWNER)
            .answering(201, "LoginCode")
            .audited("login.code")
            .doing(this::newCode),
        Operation.post("/api/logout", "logout", "End the login of this browser")
            .by(Access.ANYONE)
            .answering(204, null)
            .audited("logout")
            .doing(this::logout),
        Operation.get("/api/me", "whoAmI", "Who this request comes from")
            .by(Access.ANYONE)
            .answering("Me")
            .doing(call -> Reply.ok(out -> me(out, call.principal())).now()),
        Operation.get("/api/stats", "stats", "Counts and gauges of the whole hub")
            .by(Access.OWNER)
            .answering("Stats")
            .doing(_ -> stats.now().thenApply(now -> Reply.ok(out -> out.raw(now.json())))),
        Operation.get("/api/audit", "auditLog", "Who did what, newest first")
            .by(Access.OWNER)
            .query(
                QueryParameter.WHO,
                QueryParameter.ACTION,
                QueryParameter.CURSOR,
                QueryParameter.LIMIT)
            .answering("AuditPage")
            .doing(this::audit));
  }

  private void me(JsonBuffer out, Principal who) {
    out.ascii("{");
    members(out, who);
    out.ascii("}");
  }

  private void loggedIn(JsonBuffer out, Principal who, Logins.Opened opened) {
    out.ascii("{");
    members(out, who);
    out.ascii(",\"key\":").string(opened.key().secret()).ascii("}");
  }

  private void members(JsonBuffer out, Principal who) {
    out.ascii("\"principal\":");
    RestShapes.principal(out, who);
    out.ascii(",\"version\":").string(services.facts().version());
  }

  private CompletableFuture<Reply> login(RestCall call) {
    String address = call.remoteAddress();
    if (call.request().has(Field.EMAIL)) {
      return services
          .identity()
          .persons()
          .identify(
              call.request().requireText(Field.EMAIL),
              call.request().requireText(Field.PASSWORD),
              address)
          .thenCompose(person -> opened(new Principal.AgentPrincipal(person.agent()), address));
    }
    Principal who;
    if (call.request().has(Field.CODE)) {
      boolean right = services.logins().redeem(call.request().requireText(Field.CODE));
      who =
          Callers.accepted(
              right
                  ? new Authentication.Accepted(new Principal.Owner())
                  : services.identity().authenticator().denied(address));
    } else if (call.request().has(Field.TOKEN)) {
      String token = call.request().requireText(Field.TOKEN);
      who = Callers.accepted(services.identity().authenticator().authenticate(token, address));
    } else {
      throw new Refused(ErrorCode.BAD_REQUEST, "'token', 'code' or 'email' is missing (a string)");
    }
    return opened(who, address);
  }

  private CompletableFuture<Reply> opened(Principal who, String address) {
    services.identity().authority().limits().onCostly(who, Costly.LOGIN);
    services.identity().audit().done(new Visit(who, Door.REST, address), "login", address, null);
    return services
        .logins()
        .open(who)
        .thenApply(
            opened ->
                Reply.ok(out -> loggedIn(out, who, opened))
                    .with(response -> response.addCookie(cookie(opened.cookie().secret()))));
  }

  private static Cookie cookie(String value) {
    return Cookie.cookie(Callers.COOKIE, value)
        .setHttpOnly(true)
        .setSameSite(CookieSameSite.STRICT)
        .setPath("/")
        .setMaxAge(value.isEmpty() ? 0 : Logins.LIFETIME.toSeconds());
  }

  private CompletableFuture<Reply> newCode(RestCall call) {
    String code = services.logins().newCode().secret();
    return Reply.created(out -> out.ascii("{\"code\":").string(code).ascii("}")).now();
  }

  private CompletableFuture<Reply> logout(RestCall call) {
    Cookie cookie = call.http().getCookie(Callers.COOKIE);
    CompletableFuture<Boolean> closed =
        cookie == null
            ? CompletableFuture.completedFuture(true)
            : services.logins().close(cookie.getValue());
    return closed.thenApply(_ -> Reply.nothing().with(response -> response.addCookie(cookie(""))));
  }

  private CompletableFuture<Reply> audit(RestCall call) {
    int limit = call.limit();
    List<AuditEntry> entries =
        services
            .identity()
            .audit()
            .page(
                call.cursor(Long.MAX_VALUE),
                limit + 1,
                call.query(QueryParameter.WHO),
                call.query(QueryParameter.ACTION));
    boolean more = entries.size() > limit;
    List<AuditEntry> shown = more ? entries.subList(0, limit) : entries;
    return Reply.ok(
            out -> {
              out.ascii("{\"entries\":");
              Shapes.list(out, shown, (to, entry) -> entry.writeTo(to));
              RestShapes.next(
                  out, shown.isEmpty() ? null : RestShapes.cursor(more, shown.getLast().number()));
            })
        .now();
  }
}
