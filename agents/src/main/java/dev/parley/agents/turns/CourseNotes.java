package dev.parley.agents.turns;

import dev.parley.agents.brain.BrainEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes down the {@link Course} of a turn while it is made. Any thread. */
final class CourseNotes {
  /** Of more tools than this it is not kept when they worked. */
  static final int TOOLS_MAX = 100;

  private static final int NAME_CHARACTERS_MAX = 128;

  private final List<Long> arrivedAt;
  private final List<Course.ToolSpan> tools = new ArrayList<>();
  private Course.@Nullable Span triage;
  private long calledAt;
  private long firstAt;

  CourseNotes(List<Long> arrivedAt) {
    this.arrivedAt = List.copyOf(arrivedAt);
  }

  synchronized void triage(long startedAt, long endedAt) {
    triage = new Course.Span(startedAt, endedAt);
  }

  synchronized void called(long at) {
    calledAt = at;
  }

  synchronized void note(BrainEvent event, long at) {
    if (firstAt == 0) {
      firstAt = at;
    }
    switch (event) {
      case BrainEvent.Text _, BrainEvent.Thinking _, BrainEvent.PermissionAsked _ -> {}
      case BrainEvent.ToolCalled(String call, String tool, String _) -> {
        if (tools.size() < TOOLS_MAX) {
          tools.add(new Course.ToolSpan(cut(call), cut(tool), at, 0, false));
        }
      }
      case BrainEvent.ToolAnswered(String call, String _, boolean failed) ->
          answered(cut(call), at, failed);
    }
  }

  private void answered(String call, long at, boolean failed) {
    for (int i = tools.size() - 1; i >= 0; i--) {
      Course.ToolSpan open = tools.get(i);
      if (open.call().equals(call) && open.endedAt() == 0) {
        tools.set(i, new Course.ToolSpan(call, open.tool(), open.startedAt(), at, failed));
        return;
      }
    }
  }

  /** Brains write these, and what they say is kept with the turn. */
  private static String cut(String name) {
    return name.length() <= NAME_CHARACTERS_MAX ? name : name.substring(0, NAME_CHARACTERS_MAX);
  }

  synchronized Course course() {
    return new Course(arrivedAt, triage, calledAt, firstAt, tools);
  }
}
