package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.http.Callers;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import dev.parley.identity.jwt.AccessTokens;
import dev.parley.identity.persons.Entry;
import dev.parley.identity.persons.Grant;
import dev.parley.identity.persons.Person;
import dev.parley.identity.persons.PersonAccess;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Accounts of persons: making them, coming in and going out, and what they are to the hub's owner.
 */
final class OwnerOperations {
  private static final String OWNERS = "/api/v1/owners";

  private final PersonAccess persons;
  private final AuditLog audit;
  private final Callers callers;

  OwnerOperations(RestServices services, Callers callers) {
    this.persons = services.identity().persons();
    this.audit = services.identity().audit();
    this.callers = callers;
  }

  List<Operation> operations() {
    return List.of(
        Operation.post(OWNERS + "/register", "registerOwner", "Make an account and log in")
            .taking("Registration")
            .answering(201, "Grant")
            .doing(this::register),
        Operation.post(OWNERS + "/login", "loginOwner", "Log a person in with a password")
            .taking("PasswordLogin")
            .answering("Grant")
            .doing(this::logIn),
        Operation.post(OWNERS + "/refresh", "refreshOwner", "The next tokens of a session")
            .taking("Refresh")
            .answering("Grant")
            .doing(this::refresh),
        Operation.post(OWNERS + "/logout", "logoutOwner", "End the session of this access token")
            .by(Access.ANYONE)
            .answering(204, null)
            .audited("owner.logout")
            .doing(this::logOut),
        Operation.post(OWNERS + "/logout-all", "logoutOwnerEverywhere", "End all one's sessions")
            .by(Access.ANYONE)
            .answering(204, null)
            .audited("owner.logout-all")
            .doing(call -> persons.logOutEverywhere(self(call)).thenApply(_ -> Reply.nothing())),
        Operation.post(OWNERS + "/password", "changePassword", "Take another password")
            .by(Access.ANYONE)
            .taking("PasswordChange")
            .answering(204, null)
            .audited("owner.password")
            .doing(this::changePassword),
        Operation.get(OWNERS + "/me", "whichOwner", "The account of whoever asks")
            .by(Access.ANYONE)
            .answering("Account")
            .doing(this::me),
        Operation.get(OWNERS, "listOwners", "All accounts")
            .by(Access.OWNER)
            .answering("Accounts")
            .doing(this::list),
        Operation.post(OWNERS + "/invitations", "inviteOwner", "A code to make one account with")
            .by(Access.OWNER)
            .answering(201, "LoginCode")
            .audited("owner.invite")
            .doing(this::invite),
        Operation.delete(OWNERS + "/{id}", "deleteOwner", "Remove an account and all its agents")
            .by(Access.OWNER)
            .answering(204, null)
            .audited("owner.delete")
            .doing(this::remove));
  }

  private CompletableFuture<Reply> register(RestCall call) {
    Request request = call.request();
    Entry entry = entry(call);
    String named = request.text(Field.AGENT_ID);
    PersonAccess.Registration asked =
        new PersonAccess.Registration(
            request.requireText(Field.EMAIL),
            request.requireText(Field.PASSWORD),
            named == null ? null : Request.address(Field.AGENT_ID, named, AgentId::new),
            displayName(request));
    return persons
        .register(entry, asked)
        .thenApply(grant -> came(call, "owner.register", grant))
        .thenApply(grant -> Reply.created(out -> grant(out, grant)));
  }

  private static @Nullable String displayName(Request request) {
    String name = request.text(Field.DISPLAY_NAME);
    return name == null ? request.text(Field.DISPLAY_NAME_SNAKE) : name;
  }

  /** Who shows a token is asked who it is; who shows nothing is a stranger. */
  private Entry entry(RestCall call) {
    String invitation = call.request().text(Field.INVITATION);
    HttpServerRequest http = call.http();
    if (http.getHeader("Authorization") != null || http.getHeader(Callers.KEY) != null) {
      return new Entry.ByOwner(new Visit(callers.of(http), Door.REST, call.remoteAddress()));
    }
    return invitation == null ? new Entry.Stranger() : new Entry.Invited(invitation);
  }

  private CompletableFuture<Reply> logIn(RestCall call) {
    return persons
        .logIn(
            call.request().requireText(Field.EMAIL),
            call.request().requireText(Field.PASSWORD),
            call.remoteAddress())
        .thenApply(grant -> came(call, "login", grant))
        .thenApply(grant -> Reply.ok(out -> grant(out, grant)));
  }

  private Grant came(RestCall call, String action, Grant grant) {
    Principal who = new Principal.AgentPrincipal(grant.person().agent());
    String address = call.remoteAddress();
    audit.done(new Visit(who, Door.REST, address), action, address, null);
    return grant;
  }

  private CompletableFuture<Reply> refresh(RestCall call) {
    return persons
        .refresh(call.request().requireText(Field.REFRESH_TOKEN))
        .thenApply(grant -> Reply.ok(out -> grant(out, grant)));
  }

  private CompletableFuture<Reply> logOut(RestCall call) {
    return persons.logOut(Callers.token(call.http())).thenApply(_ -> Reply.nothing());
  }

  private CompletableFuture<Reply> changePassword(RestCall call) {
    return persons
        .changePassword(
            self(call).agent(),
            call.request().requireText(Field.PASSWORD),
            call.request().requireText(Field.NEW_PASSWORD),
            call.remoteAddress())
        .thenApply(_ -> Reply.nothing());
  }

  private Person self(RestCall call) {
    AgentId agent = call.principal().scope();
    return Optional.ofNullable(agent)
        .flatMap(persons::speakingAs)
        .orElseThrow(
            () ->
                new Refused(ErrorCode.NOT_FOUND, "this token is not of a person with an account"));
  }

  private CompletableFuture<Reply> me(RestCall call) {
    Person self = self(call); // now: what a reply throws while it is written answers nobody
    return Reply.ok(out -> account(out, self)).now();
  }

  private CompletableFuture<Reply> list(RestCall call) {
    List<Person> all = persons.list(call.visit());
    return Reply.ok(
            out -> {
              out.ascii("{\"owners\":");
              Shapes.list(out, all, OwnerOperations::account);
              out.ascii("}");
            })
        .now();
  }

  private CompletableFuture<Reply> invite(RestCall call) {
    return persons
        .invite(call.visit())
        .thenApply(
            code -> Reply.created(out -> out.ascii("{\"code\":").string(code.secret()).ascii("}")));
  }

  private CompletableFuture<Reply> remove(RestCall call) {
    UUID id = call.segment("id", OwnerOperations::parsed);
    return persons.remove(call.visit(), id).thenApply(_ -> Reply.nothing());
  }

  private static UUID parsed(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'id' is the id of an account");
    }
  }

  private static void grant(JsonBuffer out, Grant grant) {
    out.ascii("{");
    members(out, grant.person());
    out.ascii(",\"display_name\":").string(grant.person().displayName());
    out.ascii(",\"token\":").string(grant.accessToken());
    out.ascii(",\"refreshToken\":").string(grant.refreshToken());
    out.ascii(",\"expiresIn\":").number(AccessTokens.LIFETIME.toSeconds()).ascii("}");
  }

  private static void account(JsonBuffer out, Person person) {
    out.ascii("{");
    members(out, person);
    out.ascii(",\"createdAt\":").number(person.createdAt()).ascii("}");
  }

  private static void members(JsonBuffer out, Person person) {
    out.ascii("\"id\":").string(person.id().toString());
    out.ascii(",\"email\":").string(person.email().text());
    out.ascii(",\"agentId\":").string(person.agent().value());
    out.ascii(",\"displayName\":").string(person.displayName());
  }
}
