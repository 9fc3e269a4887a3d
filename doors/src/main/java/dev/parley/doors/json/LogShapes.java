package dev.parley.doors.json;

import dev.parley.agents.logs.LogEntry;
import dev.parley.agents.logs.LoggedSession;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.turns.Turns;
import dev.parley.core.message.JsonBuffer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Logs of sessions, and tools, as the doors show them. */
public final class LogShapes {
  private static final JsonMapper JSON = new JsonMapper();

  private LogShapes() {}

  public static void session(JsonBuffer out, LoggedSession session) {
    out.ascii("{\"sessionId\":").string(session.session().session().value());
    out.ascii(",\"lane\":").string(session.lane());
    if (session.lastAt() > 0) {
      out.ascii(",\"lastAt\":").number(session.lastAt());
    }
    open(out, session.open());
    out.ascii("}");
  }

  /** How many messages wait for a session's turn, and since when one is being made. */
  public static void open(JsonBuffer out, Turns.@Nullable Standing open) {
    out.ascii(",\"waiting\":").number(open == null ? 0 : open.waiting().size());
    if (open != null && open.running() > 0) {
      out.ascii(",\"startedAt\":").number(open.running());
    }
  }

  public static void entry(JsonBuffer out, LogEntry entry) {
    out.ascii("{\"sessionId\":").string(entry.session().session().value());
    out.ascii(",\"at\":").number(entry.at());
    switch (entry) {
      case LogEntry.Came came ->
          out.ascii(",\"type\":\"auto-turn\",\"message\":").raw(came.message().toJson());
      case LogEntry.Result result -> {
        out.ascii(",\"type\":\"auto-turn-result\"");
        if (result.outcome() != null) {
          out.ascii(",\"outcome\":").string(result.outcome());
        }
        out.ascii(",\"text\":").string(result.text());
      }
      case LogEntry.Summary summary ->
          out.ascii(",\"type\":\"summary\",\"text\":").string(summary.text());
    }
    out.ascii("}");
  }

  public static void tool(JsonBuffer out, Tool tool) {
    out.ascii("{\"name\":").string(tool.name());
    out.ascii(",\"description\":").string(tool.help());
    out.ascii(",\"inputSchema\":").raw(JSON.writeValueAsBytes(tool.schema())).ascii("}");
  }
}
