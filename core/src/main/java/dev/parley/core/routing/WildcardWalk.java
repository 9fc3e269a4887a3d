package dev.parley.core.routing;

import dev.parley.core.address.Path;
import java.util.function.Consumer;

/**
 * Finds the patterns that meet a path with wildcards, in both directions at once: a node is visited
 * once, with the places its pattern can have got to in the path ({@code at}, as in {@link
 * LiteralWalk}) and those the path, taken as a pattern, can have got to after the node's segments
 * ({@code back}). Either one at its end is a match, and both together still one report.
 */
final class WildcardWalk<S> {

  private final Path path;
  private final Consumer<? super S> sink;
  private final String[] segments;
  private final long all;
  private final long stars;
  private final long doubleStars;

  WildcardWalk(Path path, Consumer<? super S> sink) {
    this.path = path;
    this.sink = sink;
    segments = new String[path.depth()];
    long one = 0;
    long many = 0;
    for (int i = 0; i < segments.length; i++) {
      segments[i] = path.segment(i);
      one |= segments[i].equals(Branch.STAR) ? 1L << i : 0;
      many |= segments[i].equals(Branch.DOUBLE_STAR) ? 1L << i : 0;
    }
    stars = one;
    doubleStars = many;
    all = Places.all(path);
  }

  void start(Node<S> root) {
    visit(root, 1, false, skipping(1), endIsNear(skipping(1)));
  }

  private void visit(Node<S> node, long at, boolean atEnd, long back, boolean backAtEnd) {
    if (atEnd || backAtEnd) {
      node.report(sink);
    }
    Branch<S> below = node.below;
    if (below == null) {
      return;
    }
    Node<S> doubleStar = below.doubleStar;
    if (doubleStar != null) {
      step(doubleStar, Places.fromFirst(at) & all, at != 0 || atEnd, back, 0);
    }
    Node<S> star = below.star;
    if (star != null) {
      step(star, Places.after(path, at), Places.reachEnd(path, at), back, 0);
    }
    if ((back & (stars | doubleStars)) != 0) {
      visitEveryLiteral(below, at, back);
    } else {
      visitNamedLiterals(below, at, back);
    }
  }

  private void visitEveryLiteral(Branch<S> below, long at, long back) {
    for (int slot = 0; slot < below.capacity(); slot++) {
      Node<S> child = below.element(slot);
      if (child != null) {
        visitLiteral(child, at, back);
      }
    }
  }

  private void visitNamedLiterals(Branch<S> below, long at, long back) {
    long left = at | back;
    while (left != 0) {
      int i = Long.numberOfTrailingZeros(left);
      left &= ~Places.sameSegment(path, i, left);
      Node<S> child = below.literal(path, i);
      if (child != null) {
        visitLiteral(child, at, back);
      }
    }
  }

  private void visitLiteral(Node<S> child, long at, long back) {
    // A literal child is never one of the path's wildcards: that spares a broadcast the comparison.
    long named = placesOf(child.segment, (at | back) & ~(stars | doubleStars));
    long taken = named & at;
    step(child, Places.after(path, taken), Places.reachEnd(path, taken), back, named & back);
  }

  /** {@code named} are those of {@code back} whose segment is, literally, the child's. */
  private void step(Node<S> child, long at, boolean atEnd, long back, long named) {
    long taken = named | (back & stars);
    long staying = back & doubleStars;
    long next = skipping(Places.after(path, taken) | staying);
    boolean nextAtEnd = Places.reachEnd(path, taken) || endIsNear(next);
    if (at != 0 || atEnd || next != 0 || nextAtEnd) {
      visit(child, at, atEnd, next, nextAtEnd);
    }
  }

  /** The places, and those behind each {@code **} that takes nothing. */
  private long skipping(long places) {
    long reached = places;
    long more = places;
    while (more != 0) {
      more = Places.after(path, more & doubleStars) & ~reached;
      reached |= more;
    }
    return reached;
  }

  /** Whether a {@code **} that takes nothing is all that is left. */
  private boolean endIsNear(long places) {
    return Places.reachEnd(path, places & doubleStars);
  }

  private long placesOf(String segment, long places) {
    long found = 0;
    for (long left = places; left != 0; left &= left - 1) {
      if (segments[Long.numberOfTrailingZeros(left)].equals(segment)) {
        found |= Long.lowestOneBit(left);
      }
    }
    return found;
  }
}
