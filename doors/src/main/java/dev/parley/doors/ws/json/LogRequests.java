package dev.parley.doors.ws.json;

import dev.parley.agents.logs.Logs;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.LogShapes;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.limits.Costly;

/** What was said in sessions: {@code logs.conversations}, {@code logs.search}. */
final class LogRequests {
  private static final int RESERVED = 1 << 20;

  private static final Shape<Logs.Found> ENTRIES =
      new Shape<>() {
        @Override
        public int reserved() {
          return RESERVED;
        }

        @Override
        public int weight(Logs.Found found) {
          return 256 + found.bytes();
        }

        @Override
        public void write(JsonBuffer out, Logs.Found found) {
          out.ascii(",\"entries\":");
          Shapes.list(out, found.entries(), LogShapes::entry);
          out.ascii(",\"more\":").bool(found.more());
        }
      };

  private final Logs logs;

  LogRequests(Logs logs) {
    this.logs = logs;
  }

  void register(Requests requests) {
    requests.add("logs.conversations", Access.READER, this::conversations);
    requests.add("logs.search", Access.READER, this::search);
  }

  private static int limit(Call call) {
    return (int) call.request().number(Field.LIMIT, Logs.LIMIT_DEFAULT, 1, Logs.LIMIT_MAX);
  }

  private void conversations(Call call) {
    int limit = limit(call);
    if (call.request().has(Field.SESSION_ID)) {
      var session = call.session();
      call.answerWith(logs.asking(() -> logs.of(session, limit)), ENTRIES);
      return;
    }
    call.answerWith(
        logs.asking(() -> logs.sessions(call.subject(), limit)),
        (out, sessions) -> {
          out.ascii(",\"agentId\":").string(call.subject().value());
          out.ascii(",\"conversations\":");
          Shapes.list(out, sessions, LogShapes::session);
        });
  }

  private void search(Call call) {
    int limit = limit(call);
    String query = call.request().requireText(Field.QUERY);
    var only = call.request().has(Field.SESSION_ID) ? call.session() : null;
    call.dialect().authority().limits().onCostly(call.principal(), Costly.SEARCH);
    call.answerWith(logs.asking(() -> logs.search(call.subject(), only, query, limit)), ENTRIES);
  }
}
