package dev.parley.core.routing;

import java.util.function.Consumer;

/**
 * The subscribers of one pattern when they are more than one; a table rather than a list, because a
 * pattern such as {@code news/**} may have as many subscribers as the hub has agents.
 */
final class Subscribers<S> extends Slots<S> {

  Subscribers(int capacity) {
    super(capacity);
  }

  void report(Consumer<? super S> sink) {
    for (int slot = 0; slot < capacity(); slot++) {
      S subscriber = element(slot);
      if (subscriber != null) {
        sink.accept(subscriber);
      }
    }
  }

  int find(S subscriber) {
    int hash = hashOf(subscriber);
    for (int slot = first(hash); slot >= 0; slot = next(hash, slot)) {
      if (subscriber.equals(element(slot))) {
        return slot;
      }
    }
    return -1;
  }

  /** This table with the subscriber in it, or a larger copy. */
  Subscribers<S> with(S subscriber) {
    Subscribers<S> table = isFull() ? copy() : this;
    table.put(hashOf(subscriber), subscriber);
    return table;
  }

  Subscribers<S> without(int slot) {
    clear(slot);
    return isSparse() ? copy() : this;
  }

  private Subscribers<S> copy() {
    var copy = new Subscribers<S>(capacityOfCopy());
    copy.putAll(this);
    return copy;
  }

  /** Subscribers bring hashes of any quality; linear probing wants the low bits spread. */
  private static int hashOf(Object subscriber) {
    int hash = subscriber.hashCode() * 0x9e3779b9;
    return hash ^ (hash >>> 16);
  }
}
