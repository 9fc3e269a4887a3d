package dev.parley.hub;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs;
import dev.parley.hub.config.DataDirectory;
import dev.parley.identity.OwnerToken;
import dev.parley.stores.blobs.FileBlobs;
import dev.parley.testkit.disk.OnForgetfulDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What a hub keeps beside its store is on disk when it says so. */
class PowerLossTest extends OnForgetfulDisk {
  private static final int SEEDS = 20;

  @Test
  void theOwnersTokenStaysTheSame() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      DataDirectory data = new DataDirectory(disk.folder().resolve("srv/data" + seed));
      data.create();
      String hash = OwnerToken.loadOrCreate(data.path()).hash();

      disk.losePower(seed);

      assertThat(data.path()).as("seed %d", seed).isDirectory();
      assertThat(OwnerToken.loadOrCreate(data.path()).hash()).as("seed %d", seed).isEqualTo(hash);
    }
  }

  @Test
  void aBlobIsThereWithItsType() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      Path directory = disk.folder().resolve("blobs" + seed);
      byte[] bytes = ("blob " + seed).repeat(2_000).getBytes(UTF_8);
      Blob kept;
      try (Blobs.Upload upload = FileBlobs.open(directory, 1 << 20).upload()) {
        upload.write(bytes, 0, bytes.length);
        kept = upload.finish("text/plain");
      }

      disk.losePower(seed);

      Blob found = FileBlobs.open(directory, 1 << 20).find(kept.sha256()).orElseThrow();
      assertThat(Files.readAllBytes(found.file())).as("seed %d", seed).isEqualTo(bytes);
      assertThat(found.contentType()).as("seed %d", seed).isEqualTo("text/plain");
    }
  }
}
