package dev.parley.doors.rest;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.http.Callers;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.persons.Person;
import dev.parley.identity.persons.PersonAccess;
import dev.parley.identity.refresh.Session;
import dev.parley.identity.refresh.Terms;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** What somebody has open: logins with the password, and the programs that were let in. */
final class GrantOperations {
  private static final String SESSIONS = "/api/v1/owners/me/sessions";

  private final PersonAccess persons;

  GrantOperations(PersonAccess persons) {
    this.persons = persons;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(SESSIONS, "listGrants", "Your sessions, and the programs you have let in")
            .by(Access.ANYONE)
            .answering("Grants")
            .doing(this::list),
        Operation.delete(SESSIONS + "/{name}", "endGrant", "End one of your sessions")
            .by(Access.ANYONE)
            .answering(204, null)
            .audited("session.end")
            .doing(this::end));
  }

  /** A person, or the hub's owner, who has let in programs as well. */
  private UUID self(RestCall call) {
    return call.principal().isOwner()
        ? PersonAccess.HUB_OWNER
        : Optional.ofNullable(call.principal().scope())
            .flatMap(persons::speakingAs)
            .map(Person::id)
            .orElseThrow(
                () ->
                    new Refused(
                        ErrorCode.NOT_FOUND, "this token is not of a person with an account"));
  }

  private CompletableFuture<Reply> list(RestCall call) {
    List<Session> open = persons.sessions().of(self(call));
    String current =
        persons.tokens().session(Callers.token(call.http())).map(Session::id).orElse("");
    return Reply.ok(
            out -> {
              out.ascii("{\"sessions\":");
              Shapes.list(out, open, (to, session) -> shape(to, session, current));
              out.ascii("}");
            })
        .now();
  }

  private static void shape(JsonBuffer out, Session session, String current) {
    out.ascii("{\"id\":").string(session.id());
    out.ascii(",\"openedAt\":").number(session.openedAt());
    out.ascii(",\"expiresAt\":").number(session.expiresAt());
    out.ascii(",\"current\":").bool(session.id().equals(current));
    Terms terms = session.terms();
    if (terms != null) {
      out.ascii(",\"clientId\":").string(terms.client());
      out.ascii(",\"clientName\":").string(terms.clientName());
      out.ascii(",\"agentId\":").string(terms.agent().value());
      out.ascii(",\"scope\":").string(terms.scope());
      out.ascii(",\"resource\":").string(terms.resource());
    }
    out.ascii("}");
  }

  private CompletableFuture<Reply> end(RestCall call) {
    UUID self = self(call);
    String id = call.segment("name", text -> text);
    // Another's is as unknown as one that never was.
    return persons
        .sessions()
        .find(id)
        .filter(session -> session.person().equals(self))
        .map(session -> persons.sessions().close(session.id()).thenApply(_ -> Reply.nothing()))
        .orElseThrow(() -> new Refused(ErrorCode.NOT_FOUND, "you have no such session"));
  }
}
