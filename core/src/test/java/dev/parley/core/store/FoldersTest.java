package dev.parley.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {
  @TempDir Path directory;

  @Test
  void aFolderGoesWithAllThatIsInIt() throws IOException {
    Path folder = directory.resolve("store");
    Files.writeString(Files.createDirectories(folder.resolve("a/b")).resolve("file"), "x");
    Folders.delete(folder);
    assertThat(folder).doesNotExist();
  }

  @Test
  void whatALinkLeadsToStays() throws IOException {
    Path kept = Files.writeString(directory.resolve("kept"), "x");
    Path folder = Files.createDirectories(directory.resolve("store"));
    Files.createSymbolicLink(folder.resolve("link"), kept);
    Files.createSymbolicLink(folder.resolve("up"), directory);
    Folders.delete(folder);
    assertThat(folder).doesNotExist();
    assertThat(kept).exists();
  }

  @Test
  void whereThereIsNoneThereIsNothingToDo() throws IOException {
    Folders.delete(directory.resolve("nothing"));
    assertThat(directory).isEmptyDirectory();
  }
}
