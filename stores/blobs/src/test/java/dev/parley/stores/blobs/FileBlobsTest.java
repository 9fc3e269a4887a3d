package dev.parley.stores.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs.Upload;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileBlobsTest {
  /** Of {@code hello}. */
  private static final String HELLO =
      "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  @TempDir Path directory;
  private FileBlobs blobs;

  @BeforeEach
  void open() {
    blobs = FileBlobs.open(directory, 100);
  }

  private Blob store(String text, String type) {
    try (Upload upload = blobs.upload()) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      upload.write(bytes, 0, 2);
      upload.write(bytes, 2, bytes.length - 2);
      return upload.finish(type);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void whatIsStoredIsFoundByItsHash() throws IOException {
    Blob stored = store("hello", "text/plain");

    assertThat(stored.sha256()).isEqualTo(HELLO);
    Blob found = blobs.find(HELLO).orElseThrow();
    assertThat(found).isEqualTo(stored);
    assertThat(found.size()).isEqualTo(5);
    assertThat(found.contentType()).isEqualTo("text/plain");
    assertThat(Files.readString(found.file())).isEqualTo("hello");
  }

  @Test
  void theSameBytesAreStoredOnce() throws IOException {
    store("hello", "text/plain");
    int before = files().size();

    Blob again = store("hello", "image/png");

    assertThat(again.contentType()).as("the first word counts").isEqualTo("text/plain");
    assertThat(files()).hasSize(before);
  }

  @Test
  void whatIsTooLargeIsRefusedAndLeavesNothing() throws IOException {
    try (Upload upload = blobs.upload()) {
      assertThatThrownBy(() -> upload.write(new byte[101], 0, 101))
          .isInstanceOfSatisfying(
              Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.TOO_LARGE));
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void whatIsNotFinishedIsThrownAwayAtTheLatestAtTheNextStart() throws IOException {
    Upload forgotten = blobs.upload();
    forgotten.write(new byte[] {1}, 0, 1);
    assertThat(files()).hasSize(1);

    blobs = FileBlobs.open(directory, 100);

    assertThat(files()).isEmpty();
    forgotten.close();
  }

  @Test
  void blobsAreStillThereAfterARestart() {
    store("hello", "text/plain");

    assertThat(FileBlobs.open(directory, 100).find(HELLO)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "../../etc/passwd",
        "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9825",
        "2CF24DBA5FB0A30E26E83B2AC5B9E29E1B161E5C1FA7425E73043362938B9824",
        "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824.type"
      })
  void nothingElseIsFound(String name) {
    store("hello", "text/plain");

    assertThat(blobs.find(name)).isEmpty();
  }
}
