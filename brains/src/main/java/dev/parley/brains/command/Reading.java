package dev.parley.brains.command;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.brains.harness.Lines;
import dev.parley.brains.harness.Preset;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a program has printed in one turn, as far as it is known. An exit code of 0 says little:
 * most end with it after they were denied everything. Written on the reading thread, read after it
 * has ended.
 */
final class Reading {
  private static final int LINE_BYTES_MAX = 8 << 20;
  private static final long CHARS_MAX = 64L << 20;
  private static final int ANSWER_CHARS_MAX = 500_000;
  private static final int DENIED_MAX = 20;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Preset preset;
  private final Consumer<BrainEvent> events;
  private final Runnable onTooMuch;
  private final StringBuilder said = new StringBuilder();
  private final List<String> denied = new ArrayList<>();
  private @Nullable String session;
  private @Nullable String error;
  private boolean finished;
  private boolean begun;

  /**
   * @param onTooMuch ends the program
   */
  Reading(Preset preset, Consumer<BrainEvent> events, Runnable onTooMuch) {
    this.preset = preset;
    this.events = events;
    this.onTooMuch = onTooMuch;
  }

  void read(InputStream output) throws IOException {
    long chars = 0;
    try {
      Lines lines = new Lines(output, LINE_BYTES_MAX);
      for (String line = lines.next(); line != null; line = lines.next()) {
        chars += line.length();
        if (chars > CHARS_MAX) {
          tooMuch("it writes without end");
          return;
        }
        onLine(line);
      }
    } catch (Lines.TooLong e) {
      tooMuch(String.valueOf(e.getMessage()));
    }
  }

  private synchronized void tooMuch(String why) {
    error = why;
    onTooMuch.run();
  }

  synchronized void onLine(String line) {
    if (preset == Preset.OTHER) {
      text(line + "\n");
      finished = true;
      return;
    }
    JsonNode event;
    try {
      event = JSON.readTree(line);
    } catch (JacksonException e) {
      return; // a warning between the events
    }
    switch (preset) {
      case CLAUDE -> onClaude(event);
      case CODEX -> onCodex(event);
      case OPENCODE -> onOpenCode(event);
      case GEMINI -> onGemini(event);
      case OTHER -> {}
    }
  }

  private void onClaude(JsonNode event) {
    switch (event.path("type").asString("")) {
      case "system" -> {
        session(event.path("session_id"));
        for (JsonNode server : event.path("mcp_servers")) {
          if (server.path("status").asString("").equals("failed")) {
            error = "the MCP server '" + server.path("name").asString("") + "' let it not in";
          }
        }
      }
      case "assistant" -> {
        for (JsonNode part : event.path("message").path("content")) {
          switch (part.path("type").asString("")) {
            case "text" -> text(part.path("text").asString(""));
            case "tool_use" ->
                called(part.path("id"), part.path("name"), part.path("input").toString());
            default -> {}
          }
        }
      }
      case "user" -> {
        for (JsonNode part : event.path("message").path("content")) {
          if (part.path("type").asString("").equals("tool_result")) {
            answered(part.path("tool_use_id"), part.path("content"), part.path("is_error"));
          }
        }
      }
      case "result" -> {
        finished = true;
        for (JsonNode denial : event.path("permission_denials")) {
          denied(denial.path("tool_name").asString(""));
        }
        if (event.path("is_error").asBoolean(false)) {
          error = event.path("result").asString(event.path("subtype").asString("an error"));
        } else {
          said.setLength(0);
          said.append(cut(event.path("result").asString("")));
        }
      }
      default -> {}
    }
  }

  private void onCodex(JsonNode event) {
    JsonNode item = event.path("item");
    switch (event.path("type").asString("")) {
      case "thread.started" -> session(event.path("thread_id"));
      case "item.completed" -> {
        switch (item.path("type").asString("")) {
          case "agent_message" -> {
            said.setLength(0);
            text(item.path("text").asString(""));
          }
          case "mcp_tool_call" -> {
            called(item.path("id"), item.path("tool"), item.path("arguments").toString());
            boolean failed = item.path("status").asString("").equals("failed");
            if (failed) {
              denied(item.path("tool").asString(""));
            }
            events.accept(
                new BrainEvent.ToolAnswered(
                    item.path("id").asString(""), cut(item.path("result").toString()), failed));
          }
          case "command_execution" -> called(item.path("id"), item.path("command"), "{}");
          default -> {} // an error here is a warning, such as about a model that is unknown
        }
      }
      case "turn.completed" -> finished = true;
      case "turn.failed" -> error = event.path("error").path("message").asString("an error");
      case "error" -> error = event.path("message").asString("an error");
      default -> {}
    }
  }

  private void onOpenCode(JsonNode event) {
    session(event.path("sessionID"));
    JsonNode part = event.path("part");
    switch (event.path("type").asString("")) {
      case "text" -> text(part.path("text").asString(""));
      case "tool_use" -> {
        called(part.path("callID"), part.path("tool"), part.path("state").path("input").toString());
        boolean failed = part.path("state").path("status").asString("").equals("error");
        if (failed) {
          denied(part.path("tool").asString(""));
        }
        events.accept(
            new BrainEvent.ToolAnswered(
                part.path("callID").asString(""),
                cut(part.path("state").path("output").asString("")),
                failed));
      }
      case "step_finish" -> finished = true;
      case "error" ->
          error =
              event
                  .path("error")
                  .path("data")
                  .path("message")
                  .asString(event.path("error").path("name").asString("an error"));
      default -> {}
    }
  }

  private void onGemini(JsonNode event) {
    switch (event.path("type").asString("")) {
      case "init" -> session(event.path("session_id"));
      case "message" -> {
        if (event.path("role").asString("").equals("assistant")) {
          text(event.path("content").asString(""));
        }
      }
      case "tool_use" ->
          called(
              event.path("tool_id"), event.path("tool_name"), event.path("parameters").toString());
      case "tool_result" -> {
        boolean failed = event.path("status").asString("").equals("error");
        events.accept(
            new BrainEvent.ToolAnswered(
                event.path("tool_id").asString(""),
                cut(event.path("output").asString("")),
                failed));
      }
      case "result" -> {
        finished = true;
        if (!event.path("status").asString("success").equals("success")) {
          error = event.path("error").path("message").asString("an error");
        }
      }
      default -> {}
    }
  }

  private void session(JsonNode id) {
    if (id.isString() && id.asString().length() <= 200 && !id.asString().startsWith("-")) {
      session = id.asString();
    }
  }

  private void text(String piece) {
    begun = true;
    if (said.length() + piece.length() > ANSWER_CHARS_MAX) {
      error = "the answer has more than " + ANSWER_CHARS_MAX + " characters";
    } else if (!piece.isEmpty()) {
      said.append(piece);
      events.accept(new BrainEvent.Text(piece));
    }
  }

  /** What was said before was about what it was going to do. */
  private void called(JsonNode id, JsonNode tool, String arguments) {
    begun = true;
    said.setLength(0);
    events.accept(
        new BrainEvent.ToolCalled(
            id.asString(""), cut(tool.asString("")), cut(arguments.isEmpty() ? "{}" : arguments)));
  }

  private void answered(JsonNode id, JsonNode content, JsonNode failed) {
    String text = content.isString() ? content.asString() : content.toString();
    events.accept(new BrainEvent.ToolAnswered(id.asString(""), cut(text), failed.asBoolean(false)));
  }

  private void denied(String tool) {
    if (denied.size() < DENIED_MAX) {
      denied.add(tool);
    }
  }

  private static String cut(String text) {
    return text.length() <= ANSWER_CHARS_MAX ? text : text.substring(0, ANSWER_CHARS_MAX);
  }

  synchronized @Nullable String session() {
    return session;
  }

  synchronized @Nullable String error() {
    return error;
  }

  synchronized String said() {
    return said.toString();
  }

  /** Has it said that it came to its end? */
  synchronized boolean isFinished() {
    return finished;
  }

  /** Has the model done anything? */
  synchronized boolean hasBegun() {
    return begun;
  }

  synchronized List<String> denied() {
    return List.copyOf(denied);
  }
}
