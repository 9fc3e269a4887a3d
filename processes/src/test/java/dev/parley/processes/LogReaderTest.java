package dev.parley.processes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogReaderTest {
  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("ada.log");
  }

  private static void write(ProcessLog log, String text) {
    log.drain(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  @Test
  void itBeginsNearTheEndAndGoesOnWithWhatComes() throws Exception {
    try (ProcessLog log = new ProcessLog(file(), 1_000, List.of());
        LogReader early = LogReader.open(file(), log, 5)) {
      write(log, "one two ");
      try (LogReader reader = LogReader.open(file(), log, 4)) {
        assertThat(reader.next(Duration.ZERO)).isEqualTo("two ");
        assertThat(reader.next(Duration.ZERO)).isEmpty();
        assertThat(reader.isOver()).isFalse();
        CompletableFuture<String> waits = CompletableFuture.supplyAsync(() -> next(reader));
        write(log, "grü");
        assertThat(waits.get(30, TimeUnit.SECONDS)).isEqualTo("grü");
        log.close();
        assertThat(reader.next(Duration.ofMinutes(1))).isEmpty();
        assertThat(reader.isOver()).isTrue();
      }
      // It was there before the file.
      assertThat(early.next(Duration.ZERO)).isEqualTo("one two grü");
    }
  }

  private static String next(LogReader reader) {
    try {
      return reader.next(Duration.ofMinutes(1));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void itReadsOnInTheNextFileWhenOneIsFull() throws Exception {
    try (ProcessLog log = new ProcessLog(file(), 10, List.of());
        LogReader reader = LogReader.open(file(), log, 0)) {
      write(log, "0123456");
      assertThat(reader.next(Duration.ZERO)).isEqualTo("0123456");
      write(log, "789abc");
      assertThat(reader.next(Duration.ZERO)).isEqualTo("789");
      assertThat(reader.next(Duration.ZERO)).isEqualTo("abc");
      assertThat(reader.next(Duration.ZERO)).isEmpty();
    }
  }

  @Test
  void aCharacterThatComesInPiecesIsWhole() throws Exception {
    byte[] bytes = "ü".getBytes(UTF_8);
    try (ProcessLog log = new ProcessLog(file(), 100, List.of());
        LogReader reader = LogReader.open(file(), log, 0)) {
      log.drain(new ByteArrayInputStream(bytes, 0, 1));
      assertThat(reader.next(Duration.ZERO)).isEmpty();
      log.drain(new ByteArrayInputStream(bytes, 1, 1));
      assertThat(reader.next(Duration.ZERO)).isEqualTo("ü");
    }
  }
}
