package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.core.blob.Blobs.Upload;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.store.StoreException;
import dev.parley.core.time.SystemTime;
import dev.parley.stores.blobs.FileBlobs;
import dev.parley.testkit.store.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeBackupTest {
  @TempDir private Path folder;
  private final SystemTime time = new SystemTime();
  private Path target;
  private FileBlobs blobs;
  private BlobSweep sweep;
  private Broker broker;
  private WholeBackup backup;

  @BeforeEach
  void open() {
    target = folder.resolve("backup");
    blobs = FileBlobs.open(folder.resolve("blobs"), 1_000);
    MemoryStore store = new MemoryStore();
    broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    sweep = new BlobSweep(blobs, broker.blobHolders(), store, time);
    backup = new WholeBackup(blobs, sweep);
  }

  @AfterEach
  void close() {
    sweep.close();
    broker.close();
    time.close();
  }

  private String put(String text) {
    try (Upload upload = blobs.upload()) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      upload.write(bytes, 0, bytes.length);
      return upload.finish("text/plain").sha256();
    }
  }

  private void messages() {
    try {
      Files.createDirectory(target);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void holdsEveryBlobWithItsType() throws IOException {
    String one = put("one");
    String two = put("another");

    assertThat(backup.write(target, this::messages)).isEqualTo(10);

    FileBlobs copied = FileBlobs.open(target.resolve("blobs"), 1_000);
    assertThat(copied.find(one).orElseThrow().contentType()).isEqualTo("text/plain");
    assertThat(copied.find(one).orElseThrow().file()).hasContent("one");
    assertThat(copied.find(two).orElseThrow().file()).hasContent("another");
  }

  @Test
  void isItsOwnersAlone() throws IOException {
    put("one");

    backup.write(
        target,
        () -> {
          messages();
          try {
            Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
            Path table = Files.writeString(target.resolve("000012.sst"), "x");
            Files.setPosixFilePermissions(table, PosixFilePermissions.fromString("rw-r--r--"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });

    try (Stream<Path> all = Files.walk(target)) {
      for (Path each : all.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
            .as(each.toString())
            .endsWith("------");
      }
    }
  }

  @Test
  void holdsWhatWasStoredWhileTheMessagesWereCopied() {
    String[] late = new String[1];

    backup.write(
        target,
        () -> {
          messages();
          late[0] = put("late");
        });

    assertThat(FileBlobs.open(target.resolve("blobs"), 1_000).find(late[0])).isPresent();
  }

  @Test
  void nothingIsThrownAwayBetweenTheMessagesAndTheBlobs() throws Exception {
    String unused = put("unused");
    Files.setLastModifiedTime(
        blobs.find(unused).orElseThrow().file(), FileTime.from(Instant.EPOCH));
    CountDownLatch sweeping = new CountDownLatch(1);
    CompletableFuture<Integer> swept = new CompletableFuture<>();

    backup.write(
        target,
        () -> {
          messages();
          Thread.ofVirtual()
              .start(
                  () -> {
                    sweeping.countDown();
                    swept.complete(sweep.sweep());
                  });
          try {
            sweeping.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });

    assertThat(FileBlobs.open(target.resolve("blobs"), 1_000).find(unused)).isPresent();
    assertThat(swept.get()).as("afterwards it goes").isEqualTo(1);
    assertThat(blobs.find(unused)).isEmpty();
  }

  @Test
  void halfABackupIsRemoved() {
    put("one");

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () ->
                backup.write(
                    target,
                    () -> {
                      messages();
                      try {
                        Files.writeString(target.resolve("blobs"), "in the way");
                      } catch (IOException e) {
                        throw new UncheckedIOException(e);
                      }
                    }));
    assertThat(target).doesNotExist();
  }
}
