package dev.parley.apps.store;

import dev.parley.apps.install.Platform;
import dev.parley.core.blob.Blob;
import java.util.Optional;

/** Looks at programs before people do. May block for long; the store waits for it. */
@FunctionalInterface
public interface Scanner {

  /** What is wrong with this program, in words for its publisher; empty when nothing is. */
  Optional<String> flaw(Platform platform, Blob program);
}
