package dev.parley.stores.nats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs;
import dev.parley.stores.blobs.FileBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A blob that was stored at one hub is there at all of them. */
class ClusterBlobsTest {
  @TempDir private Path directory;

  private ClusterLog log;
  private ClusterBlobs here;
  private ClusterBlobs there;

  @BeforeEach
  void open() {
    log = new TestCluster().log();
    here = log.blobs(local("here"));
    there = log.blobs(local("there"));
  }

  @AfterEach
  void close() {
    log.close();
  }

  private FileBlobs local(String name) {
    return FileBlobs.open(directory.resolve(name), 10 << 20);
  }

  private static Blob store(Blobs blobs, byte[] bytes) {
    try (Blobs.Upload upload = blobs.upload()) {
      upload.write(bytes, 0, bytes.length);
      return upload.finish("text/plain; charset=utf-8");
    }
  }

  @Test
  void whatOneStoresTheOtherFindsWithItsType() throws IOException {
    byte[] large = new byte[3_000_000];
    new Random(7).nextBytes(large);
    for (byte[] bytes : new byte[][] {large, "small".getBytes(UTF_8), {}}) {
      Blob stored = store(here, bytes);

      Blob found = there.find(stored.sha256()).orElseThrow();
      assertThat(Files.readAllBytes(found.file())).isEqualTo(bytes);
      assertThat(found.contentType()).isEqualTo("text/plain; charset=utf-8");
      assertThat(found.size()).isEqualTo(bytes.length);
      // From then on it is here, too.
      assertThat(local("there").find(stored.sha256())).isPresent();
    }
  }

  @Test
  void namesThatAreNoneFindNothing() {
    assertThat(here.find("../../etc/passwd")).isEmpty();
    assertThat(here.find("0".repeat(64))).isEmpty();
    here.delete("> *");
  }

  @Test
  void whatOneDeletesIsGoneFromTheClusterAndOldCopiesAreSweptElsewhere() {
    String name = store(here, "unused".getBytes(UTF_8)).sha256();
    assertThat(there.find(name)).isPresent();

    here.delete(name);

    assertThat(here.find(name)).isEmpty();
    assertThat(log.blobs(local("third")).find(name)).isEmpty();
    assertThat(there.storedBefore(Long.MAX_VALUE)).contains(name);
    there.delete(name);
    assertThat(there.find(name)).isEmpty();
  }

  @Test
  void whatIsStoredAgainElsewhereIsYoungEverywhere() {
    String name = store(here, "again".getBytes(UTF_8)).sha256();
    long between = System.currentTimeMillis() + 1;
    await().until(() -> System.currentTimeMillis() > between + 1);
    assertThat(here.storedBefore(between)).contains(name);

    assertThat(store(there, "again".getBytes(UTF_8)).sha256()).isEqualTo(name);

    assertThat(here.storedBefore(between)).doesNotContain(name);
  }

  @Test
  void aCopyOfAllHasWhatWasStoredElsewhere() throws IOException {
    String name = store(here, "elsewhere".getBytes(UTF_8)).sha256();

    long bytes = there.copyTo(directory.resolve("copy"));

    assertThat(bytes).isEqualTo("elsewhere".length());
    assertThat(local("copy").find(name)).isPresent();
  }

  @Test
  void whatLayInAFolderIsSharedAndFetchedAsAWhole() {
    FileBlobs folder = local("folder");
    String one = store(folder, "one".getBytes(UTF_8)).sha256();
    String two = store(folder, "two".getBytes(UTF_8)).sha256();
    long[] told = {0};

    log.blobs(folder).shareAll(more -> told[0] += more);
    log.blobs(folder).shareAll(more -> told[0] += more);

    assertThat(told[0]).isEqualTo(4);
    FileBlobs target = local("target");
    assertThat(log.blobs(target).fetchAll(_ -> {})).isEqualTo(2);
    assertThat(target.storedBefore(Long.MAX_VALUE)).containsExactlyInAnyOrder(one, two);
  }
}
