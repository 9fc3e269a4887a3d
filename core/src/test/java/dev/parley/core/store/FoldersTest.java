package dev.parley.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

  private static Path with(Path path, String permissions) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void whatIsClosedIsItsOwnersAloneAndWhatALinkLeadsToStays() throws IOException {
    Path elsewhere = with(Files.writeString(directory.resolve("elsewhere"), "x"), "rw-r--r--");
    Path folder = with(Files.createDirectories(directory.resolve("store")), "rwxr-xr-x");
    Path open = with(Files.writeString(folder.resolve("open"), "x"), "rw-rw-r--");
    Path script = with(Files.writeString(folder.resolve("script"), "x"), "rwxr-xr-x");
    Path closed = with(Files.writeString(folder.resolve("closed"), "x"), "r--------");
    Files.createSymbolicLink(folder.resolve("link"), elsewhere);

    assertThat(Folders.close(folder)).isEqualTo(3);

    assertThat(permissions(folder)).isEqualTo("rwx------");
    assertThat(permissions(open)).isEqualTo("rw-------");
    assertThat(permissions(script)).isEqualTo("rwx------");
    assertThat(permissions(closed)).isEqualTo("r--------");
    assertThat(permissions(elsewhere)).isEqualTo("rw-r--r--");
    assertThat(Folders.close(folder)).isZero();
  }

  @Test
  void whereThereIsNoneThereIsNothingToDo() throws IOException {
    Folders.delete(directory.resolve("nothing"));
    assertThat(directory).isEmptyDirectory();
  }
}
