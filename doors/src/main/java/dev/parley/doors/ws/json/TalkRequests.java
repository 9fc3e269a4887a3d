package dev.parley.doors.ws.json;

import dev.parley.agents.talks.Talks;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;

/** Talking with an agent in a session: {@code session.start}, {@code continue}, {@code abort}. */
final class TalkRequests {
  private final Talks talks;

  TalkRequests(Talks talks) {
    this.talks = talks;
  }

  void register(Requests requests) {
    requests.add("session.start", Access.ANYONE, this::start);
    requests.add("session.continue", Access.ANYONE, this::goOn);
    requests.add("session.abort", Access.ANYONE, this::abort);
  }

  private void start(Call call) {
    Request request = call.request();
    AgentId agent = call.address(Field.AGENT_ID, AgentId::new);
    SessionId wanted =
        request.has(Field.SESSION_ID) ? call.address(Field.SESSION_ID, SessionId::new) : null;
    call.answerWith(
        talks.start(
            call.visit(),
            agent,
            wanted,
            request.text(Field.TITLE),
            request.requireText(Field.PROMPT)),
        TalkRequests::said);
  }

  private void goOn(Call call) {
    call.answerWith(
        talks.goOn(call.visit(), session(call), call.request().requireText(Field.PROMPT)),
        TalkRequests::said);
  }

  private void abort(Call call) {
    SessionKey session = session(call);
    call.answerWith(
        talks.abort(call.visit(), session),
        (out, aborted) -> {
          key(out, session);
          out.ascii(",\"aborted\":").bool(aborted);
        });
  }

  private static SessionKey session(Call call) {
    return new SessionKey(
        call.address(Field.AGENT_ID, AgentId::new), call.address(Field.SESSION_ID, SessionId::new));
  }

  private static void said(JsonBuffer out, Talks.Said said) {
    key(out, said.session());
    out.ascii(",\"messageId\":").id(said.message());
  }

  private static void key(JsonBuffer out, SessionKey session) {
    out.ascii(",\"agentId\":").string(session.agent().value());
    out.ascii(",\"sessionId\":").string(session.session().value());
  }
}
