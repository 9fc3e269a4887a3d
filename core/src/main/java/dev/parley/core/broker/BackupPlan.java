package dev.parley.core.broker;

import java.nio.file.Path;

/** How a backup is made, when it holds more than the messages. */
@FunctionalInterface
public interface BackupPlan {
  /** Nothing beside the messages. */
  BackupPlan MESSAGES_ONLY =
      (_, messages) -> {
        messages.run();
        return 0;
      };

  /**
   * Makes all of it, or throws and leaves none of it.
   *
   * @param target a directory that {@code messages} makes
   * @param messages puts the messages there, as they are at that moment; to be run once
   * @return how many bytes there are beside the messages
   */
  long write(Path target, Runnable messages);
}
