package dev.parley.doors.ws;

import dev.parley.core.error.Refused;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.identity.Principal;
import dev.parley.identity.audit.AuditLog;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What of all requests is worth an entry in the audit log, and what the entry says. */
final class Audited {
  private static final String DOOR = "ws";

  /** Requests and what they are called there; the same as at the REST door. */
  private static final Map<String, String> ACTIONS =
      Map.ofEntries(
          Map.entry("agent.create", "agent.create"),
          Map.entry("agent.update", "agent.update"),
          Map.entry("agent.delete", "agent.delete"),
          Map.entry("agent.token", "agent.token"),
          Map.entry("session.create", "session.create"),
          Map.entry("session.delete", "session.delete"),
          Map.entry("group.put", "group.put"),
          Map.entry("group.delete", "group.delete"),
          Map.entry("msg.clear", "inbox.clear"),
          Map.entry("msg.unmatched.clear", "deadLetters.clear"),
          Map.entry("msg.unmatched.replay", "deadLetters.replay"),
          Map.entry("backup", "backup"));

  private Audited() {}

  static @Nullable String action(String request) {
    return ACTIONS.get(request);
  }

  static void done(
      @Nullable AuditLog log,
      Principal who,
      String action,
      Request request,
      @Nullable Refused refusal) {
    if (log != null) {
      String outcome = refusal == null ? "ok" : refusal.code().wireName();
      var _ = log.add(AuditLog.nameOf(who), action, subject(request), outcome, DOOR);
    }
  }

  static void loggedIn(@Nullable AuditLog log, Principal who, String remoteAddress) {
    if (log != null) {
      var _ = log.add(AuditLog.nameOf(who), "login", remoteAddress, "ok", DOOR);
    }
  }

  private static String subject(Request request) {
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
