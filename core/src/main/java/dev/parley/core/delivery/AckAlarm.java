package dev.parley.core.delivery;

import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Goes off when the earliest acknowledgement of a shared feed is overdue. Committer thread. */
final class AckAlarm {
  private final FeedHost host;
  private final Runnable onOverdue;
  private Timekeeper.@Nullable Alarm alarm;
  private long goesOffAt;

  AckAlarm(FeedHost host, Runnable onOverdue) {
    this.host = host;
    this.onOverdue = onOverdue;
  }

  /** Goes off at this time (Unix milliseconds), or earlier if it was set so. */
  void goOffBy(long deadline) {
    if (alarm != null && goesOffAt <= deadline) {
      return;
    }
    cancel();
    goesOffAt = deadline;
    alarm = host.after(Duration.ofMillis(Math.max(1, deadline - host.now())), this::goOff);
  }

  private void goOff() {
    alarm = null;
    onOverdue.run();
  }

  void cancel() {
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
  }
}
