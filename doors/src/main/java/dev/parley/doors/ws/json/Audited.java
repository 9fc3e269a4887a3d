package dev.parley.doors.ws.json;

import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What of all requests is worth an entry in the audit log, and what the entry says. */
final class Audited {
  /** Requests and what they are called there; the same as at the REST door. */
  private static final Map<String, String> ACTIONS =
      Map.ofEntries(
          Map.entry("agent.update", "agent.update"),
          Map.entry("agent.instructions.set", "agent.instructions"),
          Map.entry("agent.tools.execute", "agent.tool"),
          Map.entry("session.start", "session.start"),
          Map.entry("session.continue", "session.continue"),
          Map.entry("session.abort", "agent.turn.cancel"),
          Map.entry("session.create", "session.create"),
          Map.entry("session.delete", "session.delete"),
          Map.entry("group.put", "group.put"),
          Map.entry("group.delete", "group.delete"),
          Map.entry("msg.clear", "inbox.clear"),
          Map.entry("msg.unmatched.clear", "deadLetters.clear"),
          Map.entry("msg.unmatched.replay", "deadLetters.replay"),
          Map.entry("backup", "backup"));

  /** What the service behind it writes down. */
  private static final Set<String> SERVICES =
      Set.of("agent.create", "agent.delete", "agent.token", "agent.revoke");

  private Audited() {}

  static boolean auditsItself(String request) {
    return SERVICES.contains(request);
  }

  static @Nullable String action(String request) {
    return ACTIONS.get(request);
  }

  static String subject(Request request) {
    for (Field field : new Field[] {Field.AGENT_ID, Field.NAME, Field.DIRECTORY}) {
      if (request.has(field)) {
        String session = request.text(Field.SESSION_ID);
        return request.text(field, "") + (session == null ? "" : "/" + session);
      }
    }
    int count = request.texts(Field.IDS).size();
    return count == 0 ? "" : count == 1 ? request.texts(Field.IDS).getFirst() : count + " messages";
  }
}
