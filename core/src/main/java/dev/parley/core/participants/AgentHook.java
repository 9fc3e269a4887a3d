package dev.parley.core.participants;

import org.jspecify.annotations.Nullable;

/**
 * Told of an agent that came ({@code was} is null), changed or went ({@code now} is null), after
 * that is durable, on the committer thread: be short.
 */
@FunctionalInterface
public interface AgentHook {
  void onAgent(@Nullable Agent was, @Nullable Agent now);
}
