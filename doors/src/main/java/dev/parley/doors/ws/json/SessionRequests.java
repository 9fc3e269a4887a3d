package dev.parley.doors.ws.json;

import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.history.Lookups;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Session;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Shapes;
import java.util.List;

/** The registry of sessions: {@code session.*}. */
final class SessionRequests {
  private final Participants participants;
  private final Lookups lookups;

  SessionRequests(Broker broker) {
    this.participants = broker.participants();
    this.lookups = broker.lookups();
  }

  void register(Requests requests) {
    requests.add("session.create", Access.SELF, this::create);
    requests.add("session.get", Access.SELF, this::get);
    requests.add("session.list", Access.SELF, this::list);
    requests.add("session.delete", Access.SELF, this::delete);
  }

  private void create(Call call) {
    call.answerWith(
        participants.createSession(call.session(), call.request().text(Field.TITLE)),
        this::session);
  }

  private void get(Call call) {
    Session session = participants.requireSession(call.session());
    call.answerWith(lookups.lastUsed(List.of(session)).thenApply(List::getFirst), this::session);
  }

  private void list(Call call) {
    participants.requireAgent(call.subject());
    call.answerWith(
        lookups.lastUsed(participants.sessions(call.subject())),
        (out, sessions) -> {
          out.ascii(",\"agentId\":").string(call.subject().value());
          out.ascii(",\"sessions\":");
          Shapes.list(out, sessions, this::object);
        });
  }

  private void session(JsonBuffer out, Session session) {
    out.ascii(",\"session\":");
    object(out, session);
  }

  private void object(JsonBuffer out, Session session) {
    Shapes.session(out, session, participants.subscriptions(session.key()));
  }

  private void delete(Call call) {
    SessionKey key = call.session();
    call.answerWith(
        participants.deleteSession(key),
        (out, session) -> {
          out.ascii(",\"agentId\":").string(key.agent().value());
          out.ascii(",\"sessionId\":").string(key.session().value());
        });
  }
}
