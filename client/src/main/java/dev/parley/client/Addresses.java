package dev.parley.client;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The addresses of one client and whose turn it is. Every client shuffles them for itself: so many
 * clients with the same list spread over all hubs, and those that lose one hub spread over the
 * rest.
 */
final class Addresses {
  private final List<URI> order;
  private int turn;

  Addresses(List<URI> given, RandomGenerator random) {
    order = new ArrayList<>(given);
    Collections.shuffle(order, random);
  }

  int count() {
    return order.size();
  }

  URI current() {
    return order.get(turn);
  }

  void moveOn() {
    turn = (turn + 1) % order.size();
  }
}
