package dev.parley.core.store;

import org.jspecify.annotations.Nullable;

/**
 * One box a message goes into. The store says at which position when it applies the append;
 * positions start at 0 and grow by one within a box.
 */
public final class Placement {
  private final BoxId box;
  private final State state;
  private final @Nullable String annotation;
  private long position = -1;

  /**
   * @param annotation members of a JSON object that belong to this copy alone, such as {@code
   *     "handled":true}, or null
   */
  public Placement(BoxId box, State state, @Nullable String annotation) {
    this.box = box;
    this.state = state;
    this.annotation = annotation;
  }

  public BoxId box() {
    return box;
  }

  /**
   * The state the copy starts in: {@code ACCEPTED} in inboxes, {@code READ} where nothing waits.
   */
  public State state() {
    return state;
  }

  public @Nullable String annotation() {
    return annotation;
  }

  public long position() {
    return position;
  }

  /** For stores only. */
  public void placedAt(long newPosition) {
    this.position = newPosition;
  }
}
