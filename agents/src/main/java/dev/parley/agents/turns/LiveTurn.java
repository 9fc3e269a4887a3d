package dev.parley.agents.turns;

import dev.parley.agents.brain.BrainEvent;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.MessageId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A turn that is being made, with what its brain has said and done so far, so that whoever begins
 * to look sees it from the beginning. What is beyond the limits is left out. Written by the turn's
 * thread, read by any.
 */
public final class LiveTurn {
  static final int STEPS_MAX = 200;
  static final int STEP_CHARACTERS_MAX = 32 << 10;
  static final int CHARACTERS_MAX = 256 << 10;

  /** What a step of a turn is. */
  public enum Kind {
    TEXT,
    THINKING,
    TOOL,
    PERMISSION
  }

  /**
   * @param text what was said; the arguments of a tool; what leave is asked for
   * @param call by which a tool's call and its result belong together; empty for text
   * @param name of the tool
   * @param result what the tool answered, or null while it works
   */
  public record Step(
      Kind kind, String text, String call, String name, @Nullable String result, boolean failed) {}

  private static final class Open {
    private final Kind kind;
    private final StringBuilder text = new StringBuilder();
    private final String call;
    private final String name;
    private @Nullable String result;
    private boolean failed;

    private Open(Kind kind, String call, String name) {
      this.kind = kind;
      this.call = call;
      this.name = name;
    }

    private Step shown() {
      return new Step(kind, text.toString(), call, name, result, failed);
    }
  }

  private final SessionKey session;
  private final UUID turn;
  private final long startedAt;
  private final List<MessageId> messages;
  private final List<Open> steps = new ArrayList<>();
  private int characters;
  final CourseNotes notes;

  /**
   * @param arrivedAt when each of the messages came
   */
  LiveTurn(
      SessionKey session,
      UUID turn,
      long startedAt,
      List<MessageId> messages,
      List<Long> arrivedAt) {
    this.session = session;
    this.turn = turn;
    this.startedAt = startedAt;
    this.messages = List.copyOf(messages);
    this.notes = new CourseNotes(arrivedAt);
  }

  public SessionKey session() {
    return session;
  }

  public UUID turn() {
    return turn;
  }

  public long startedAt() {
    return startedAt;
  }

  /** What has happened when, so far. */
  public Course course() {
    return notes.course();
  }

  public synchronized List<Step> steps() {
    return steps.stream().map(Open::shown).toList();
  }

  TurnEvent started() {
    return new TurnEvent.Started(session, turn, startedAt, messages);
  }

  /** Notes what happened; null when there is no room for it. */
  synchronized TurnEvent.@Nullable Happened note(BrainEvent event) {
    return switch (event) {
      case BrainEvent.Text(String piece) -> said(Kind.TEXT, piece);
      case BrainEvent.Thinking(String piece) -> said(Kind.THINKING, piece);
      case BrainEvent.ToolCalled(String call, String tool, String arguments) -> {
        Open step = begun(new Open(Kind.TOOL, call, tool));
        yield step == null
            ? null
            : told(0, new BrainEvent.ToolCalled(call, tool, kept(step, arguments)));
      }
      case BrainEvent.ToolAnswered(String call, String result, boolean failed) ->
          answered(call, result, failed);
      case BrainEvent.PermissionAsked(String call, String what) -> {
        Open step = begun(new Open(Kind.PERMISSION, call, ""));
        yield step == null ? null : told(0, new BrainEvent.PermissionAsked(call, kept(step, what)));
      }
    };
  }

  private TurnEvent.@Nullable Happened said(Kind kind, String piece) {
    Open last = steps.isEmpty() ? null : steps.getLast();
    Open step = last != null && last.kind == kind ? last : begun(new Open(kind, "", ""));
    if (step == null) {
      return null;
    }
    int offset = step.text.length();
    String kept = kept(step, piece);
    if (kept.isEmpty()) {
      return null;
    }
    return told(
        offset, kind == Kind.TEXT ? new BrainEvent.Text(kept) : new BrainEvent.Thinking(kept));
  }

  private TurnEvent.@Nullable Happened answered(String call, String result, boolean failed) {
    for (int i = steps.size() - 1; i >= 0; i--) {
      Open step = steps.get(i);
      if (step.kind == Kind.TOOL && step.call.equals(call) && step.result == null) {
        String kept = cut(result, room());
        characters += kept.length();
        step.result = kept;
        step.failed = failed;
        return new TurnEvent.Happened(
            session, turn, i, 0, new BrainEvent.ToolAnswered(call, kept, failed));
      }
    }
    return null;
  }

  private @Nullable Open begun(Open step) {
    if (steps.size() >= STEPS_MAX) {
      return null;
    }
    steps.add(step);
    return step;
  }

  private String kept(Open step, String text) {
    String kept = cut(text, Math.min(room(), STEP_CHARACTERS_MAX - step.text.length()));
    step.text.append(kept);
    characters += kept.length();
    return kept;
  }

  private int room() {
    return Math.min(STEP_CHARACTERS_MAX, CHARACTERS_MAX - characters);
  }

  private static String cut(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int end = Math.max(0, max);
    // Half of a surrogate pair is no text.
    return text.substring(
        0, end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
  }

  private TurnEvent.Happened told(int offset, BrainEvent event) {
    return new TurnEvent.Happened(session, turn, steps.size() - 1, offset, event);
  }
}
