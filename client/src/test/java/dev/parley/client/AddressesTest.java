package dev.parley.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AddressesTest {
  private static final List<URI> HUBS =
      List.of(URI.create("ws://a/ws"), URI.create("ws://b/ws"), URI.create("ws://c/ws"));

  @Test
  void clientsWithTheSameListSpreadOverIt() {
    Map<URI, Integer> clients = new HashMap<>();
    for (int seed = 0; seed < 3000; seed++) {
      clients.merge(new Addresses(HUBS, new SplittableRandom(seed)).current(), 1, Integer::sum);
    }

    assertThat(clients.values()).hasSize(3).allSatisfy(n -> assertThat(n).isBetween(900, 1100));
  }

  @Test
  void everyAddressHasItsTurnBeforeOneComesAgain() {
    var addresses = new Addresses(HUBS, new SplittableRandom(7));
    URI first = addresses.current();

    Set<URI> around = new HashSet<>();
    for (int i = 0; i < addresses.count(); i++) {
      around.add(addresses.current());
      addresses.moveOn();
    }

    assertThat(around).containsExactlyInAnyOrderElementsOf(HUBS);
    assertThat(addresses.current()).isEqualTo(first);
  }
}
