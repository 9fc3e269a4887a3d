package dev.parley.core.routing;

import dev.parley.core.address.Path;
import org.jspecify.annotations.Nullable;

/**
 * What lies below a node: the literal children in the table, the two wildcards beside it, where a
 * look-up finds them without hashing.
 */
final class Branch<S> extends Slots<Node<S>> {

  static final String STAR = "*";
  static final String DOUBLE_STAR = "**";

  volatile @Nullable Node<S> star;
  volatile @Nullable Node<S> doubleStar;

  Branch() {
    super(CAPACITY_MIN);
  }

  private Branch(Branch<S> other) {
    super(other.capacityOfCopy());
    star = other.star;
    doubleStar = other.doubleStar;
    putAll(other);
  }

  /** The literal child for the path's segment: what a look-up asks, hence without a string. */
  @Nullable Node<S> literal(Path path, int i) {
    int hash = path.segmentHash(i);
    for (int slot = first(hash); slot >= 0; slot = next(hash, slot)) {
      Node<S> child = element(slot);
      if (child != null && path.segmentEquals(i, child.segment)) {
        return child;
      }
    }
    return null;
  }

  /** The child for the segment of a pattern: what the writer asks. */
  @Nullable Node<S> child(String segment, int hash) {
    return switch (segment) {
      case STAR -> star;
      case DOUBLE_STAR -> doubleStar;
      default -> {
        int slot = find(segment, hash);
        yield slot < 0 ? null : element(slot);
      }
    };
  }

  /** This branch with the new child in it, or a larger copy. */
  Branch<S> with(Node<S> child, int hash) {
    switch (child.segment) {
      case STAR -> star = child;
      case DOUBLE_STAR -> doubleStar = child;
      default -> {
        Branch<S> roomy = isFull() ? new Branch<>(this) : this;
        roomy.put(hash, child);
        return roomy;
      }
    }
    return this;
  }

  /** This branch without the child, which must be there, or a smaller copy. */
  Branch<S> without(String segment, int hash) {
    switch (segment) {
      case STAR -> star = null;
      case DOUBLE_STAR -> doubleStar = null;
      default -> clear(find(segment, hash));
    }
    return isSparse() ? new Branch<>(this) : this;
  }

  boolean hasNoChild() {
    return isEmpty() && star == null && doubleStar == null;
  }

  private int find(String segment, int hash) {
    for (int slot = first(hash); slot >= 0; slot = next(hash, slot)) {
      Node<S> child = element(slot);
      if (child != null && child.segment.equals(segment)) {
        return slot;
      }
    }
    return -1;
  }
}
