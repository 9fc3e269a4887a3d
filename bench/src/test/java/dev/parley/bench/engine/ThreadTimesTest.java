package dev.parley.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {
  private static final Map<String, String> NAMES =
      Map.of("1", "parley-committe", "2", "vert.x-eventloo", "3", "vert.x-eventloo", "4", "main");

  @Test
  void sharesAreOfWhatWasUsedMeanwhile() {
    var before = new ThreadTimes(Map.of("1", 1_000L, "2", 10L, "3", 20L, "4", 5L), NAMES);
    var after = new ThreadTimes(Map.of("1", 1_040L, "2", 40L, "3", 40L, "4", 15L), NAMES);

    assertThat(ThreadTimes.shares(List.of(after.since(before))))
        .isEqualTo("event loops 50 %, committer 40 %, others 10 %");
  }

  @Test
  void aThreadThatWasNotThereBeforeCountsWhole() {
    var before = new ThreadTimes(Map.of(), Map.of());
    var after = new ThreadTimes(Map.of("1", 7L), Map.of("1", "rocksdb:low"));

    assertThat(after.since(before).byKind()).containsExactly(Map.entry("compaction", 7L));
  }

  @Test
  void thisProcessHasThreads() {
    assertThat(ThreadTimes.of(ProcessHandle.current().pid()).byKind()).isNotEmpty();
  }

  @Test
  void aProcessThatIsGoneHasNone() {
    assertThat(ThreadTimes.shares(List.of(ThreadTimes.of(Long.MAX_VALUE)))).isEmpty();
  }
}
