package dev.parley.core.participants;

import org.jspecify.annotations.Nullable;

/**
 * Told of a group that came ({@code was} is null), changed or went ({@code now} is null), after
 * that is durable, on the committer thread: be short.
 */
@FunctionalInterface
public interface GroupHook {
  void onGroup(@Nullable Group was, @Nullable Group now);
}
