package dev.parley.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.search.SearchQuery;
import dev.parley.core.time.SystemTime;
import dev.parley.testkit.store.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackgroundSearchTest {
  private static final SearchQuery QUERY =
      new SearchQuery("x", null, null, null, 0, Long.MAX_VALUE, null, null, 10);

  private final SystemTime time = new SystemTime();
  private final Broker broker = new Broker(new MemoryStore(), time, BrokerConfig.DEFAULT).start();

  @TempDir private Path directory;

  @AfterEach
  void close() {
    broker.close();
    time.close();
  }

  @Test
  void whoeverAsksEarlyWaitsForTheIndex() {
    try (var search = BackgroundSearch.open(directory, broker.journal(), broker.lookups())) {
      assertThat(search.search(QUERY).hits()).isEmpty();
    }
  }

  @Test
  void anIndexThatCannotBeOpenedIsSaidSo() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "in the way");
    try (var search =
        BackgroundSearch.open(file.resolve("search"), broker.journal(), broker.lookups())) {
      assertThatThrownBy(() -> search.search(QUERY))
          .isInstanceOfSatisfying(
              Refused.class,
              refused -> assertThat(refused.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
    }
  }
}
