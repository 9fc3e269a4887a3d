package dev.parley.core.sending;

import dev.parley.core.store.BoxId;
import dev.parley.core.store.State;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a message that is taken in from elsewhere.
 *
 * @param annotation see {@link dev.parley.core.store.Placement}
 */
public record AdoptedCopy(BoxId box, State state, @Nullable String annotation) {

  public AdoptedCopy {
    if (!box.isInbox() && !box.equals(BoxId.DEAD_LETTERS)) {
      throw new IllegalArgumentException("no copy is taken in for " + box.text());
    }
  }
}
