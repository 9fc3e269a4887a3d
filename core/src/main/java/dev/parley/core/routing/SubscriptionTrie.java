package dev.parley.core.routing;

import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import java.util.function.Consumer;

/**
 * Who subscribed to what, arranged so that a message's path finds its subscribers in time
 * proportional to its depth and to what matches, whatever else is subscribed.
 *
 * <p>Look-ups take no lock. One that runs while subscriptions change reports everything that was
 * there before it started and stays. What comes or goes meanwhile it may report or not, and what
 * goes and comes again it may report for both.
 *
 * @param <S> a subscriber; {@code equals} and {@code hashCode} say which are the same
 */
public final class SubscriptionTrie<S> {

  // Not private, so that the tests can see that nothing is left behind.
  final Node<S> root = new Node<>("");
  private volatile long size;

  /** False when the subscriber already has this pattern. */
  public synchronized boolean add(Pattern pattern, S subscriber) {
    Node<S> node = root;
    for (int i = 0; i < pattern.depth(); i++) {
      Node<S> child = node.child(pattern, i);
      node = child == null ? node.grow(pattern, i) : child;
    }
    if (!node.subscribe(subscriber)) {
      return false;
    }
    size++;
    return true;
  }

  /** False when the subscriber does not have this pattern. */
  public synchronized boolean remove(Pattern pattern, S subscriber) {
    if (!removeBelow(root, pattern, 0, subscriber)) {
      return false;
    }
    size--;
    return true;
  }

  private boolean removeBelow(Node<S> node, Pattern pattern, int i, S subscriber) {
    if (i == pattern.depth()) {
      return node.unsubscribe(subscriber);
    }
    Node<S> child = node.child(pattern, i);
    if (child == null || !removeBelow(child, pattern, i + 1, subscriber)) {
      return false;
    }
    if (child.isEmpty()) {
      node.prune(pattern, i);
    }
    return true;
  }

  /**
   * Reports whoever has a pattern that {@link Pattern#meets meets} the path: a subscriber once for
   * each such pattern. The sink may itself change the trie or throw: a look-up holds nothing.
   */
  public void match(Path path, Consumer<? super S> sink) {
    if (path.hasWildcard()) {
      new WildcardWalk<S>(path, sink).start(root);
    } else {
      LiteralWalk.visit(root, path, 1, false, sink);
    }
  }

  /** How many pairs of a pattern and a subscriber there are. */
  public long size() {
    return size;
  }
}
