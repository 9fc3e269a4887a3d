package dev.parley.agents.brain;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Brains beside those of the settings, which come and go while the hub runs. Any thread. */
public interface MoreBrains {
  MoreBrains NONE =
      new MoreBrains() {
        @Override
        public Set<String> names() {
          return Set.of();
        }

        @Override
        public @Nullable Brain find(String name) {
          return null;
        }
      };

  /** Those that are there now. */
  Set<String> names();

  /**
   * The brain of a name.
   *
   * @return null when no such brain can ever be one of these; one that is not there now is a brain
   *     that fails and says why
   */
  @Nullable Brain find(String name);
}
