package dev.parley.core.routing;

import dev.parley.core.address.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the patterns that match a path without wildcards: the look-up of nearly every message, so
 * it makes no object.
 *
 * <p>A node is visited with all the places in the path where its pattern, so far, can have got to:
 * bit {@code i} of {@code at} says that the next segment to match is the path's {@code i}-th, and
 * {@code atEnd} that the path is used up. After a {@code **} these are many, otherwise one. Because
 * they travel together no node is visited twice, however many ways lead a {@code **} through the
 * path.
 */
final class LiteralWalk {

  private LiteralWalk() {}

  static <S> void visit(Node<S> node, Path path, long at, boolean atEnd, Consumer<? super S> sink) {
    if (atEnd) {
      node.report(sink);
    }
    Branch<S> below = node.below;
    if (below == null) {
      return;
    }
    Node<S> doubleStar = below.doubleStar;
    if (doubleStar != null) {
      visit(doubleStar, path, Places.fromFirst(at) & Places.all(path), true, sink);
    }
    if (at == 0) {
      return;
    }
    visitIfThere(below.star, path, at, sink);
    long left = at;
    while (left != 0) {
      int i = Long.numberOfTrailingZeros(left);
      long same = Places.sameSegment(path, i, left);
      left &= ~same;
      visitIfThere(below.literal(path, i), path, same, sink);
    }
  }

  /** The child's segment took the one at each of the places. */
  private static <S> void visitIfThere(
      @Nullable Node<S> child, Path path, long taken, Consumer<? super S> sink) {
    if (child != null) {
      visit(child, path, Places.after(path, taken), Places.reachEnd(path, taken), sink);
    }
  }
}
