package dev.parley.core.routing;

import dev.parley.core.address.Pattern;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One segment of the patterns that share everything up to it. Most nodes are leaves with a single
 * subscriber, so what only a few need, children and further subscribers, is kept elsewhere.
 *
 * <p>Readers follow the volatile fields; the methods that change something are for the writer.
 */
final class Node<S> {

  final String segment;
  volatile @Nullable Branch<S> below;

  // The one subscriber, or the table of several. While the one moves into the table both are set,
  // and whoever looks for the one first and then for the table finds it in one of them.
  private volatile @Nullable S subscriber;
  private volatile @Nullable Subscribers<S> subscribers;

  Node(String segment) {
    this.segment = segment;
  }

  void report(Consumer<? super S> sink) {
    S one = subscriber;
    if (one != null) {
      sink.accept(one);
      return;
    }
    Subscribers<S> several = subscribers;
    if (several != null) {
      several.report(sink);
    }
  }

  boolean subscribe(S newcomer) {
    S one = subscriber;
    Subscribers<S> several = subscribers;
    if (several != null) {
      if (several.find(newcomer) >= 0) {
        return false;
      }
      subscribers = several.with(newcomer);
    } else if (one == null) {
      subscriber = newcomer;
    } else if (one.equals(newcomer)) {
      return false;
    } else {
      subscribers = new Subscribers<S>(Slots.CAPACITY_MIN).with(one).with(newcomer);
      subscriber = null;
    }
    return true;
  }

  boolean unsubscribe(S leaver) {
    Subscribers<S> several = subscribers;
    if (several == null) {
      if (!leaver.equals(subscriber)) {
        return false;
      }
      subscriber = null;
      return true;
    }
    int slot = several.find(leaver);
    if (slot < 0) {
      return false;
    }
    Subscribers<S> left = several.without(slot);
    subscribers = left.isEmpty() ? null : left;
    return true;
  }

  /** Whether nobody would miss this node. */
  boolean isEmpty() {
    return subscriber == null && subscribers == null && below == null;
  }

  @Nullable Node<S> child(Pattern pattern, int i) {
    Branch<S> branch = below;
    return branch == null ? null : branch.child(pattern.segment(i), pattern.segmentHash(i));
  }

  Node<S> grow(Pattern pattern, int i) {
    var child = new Node<S>(pattern.segment(i));
    Branch<S> branch = below;
    below = (branch == null ? new Branch<S>() : branch).with(child, pattern.segmentHash(i));
    return child;
  }

  void prune(Pattern pattern, int i) {
    Branch<S> branch = below;
    if (branch != null) {
      Branch<S> left = branch.without(pattern.segment(i), pattern.segmentHash(i));
      below = left.hasNoChild() ? null : left;
    }
  }
}
