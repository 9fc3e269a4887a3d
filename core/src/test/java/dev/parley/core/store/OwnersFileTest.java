package dev.parley.core.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnersFileTest {
  @TempDir Path folder;

  private void write(String text) throws IOException {
    OwnersFile.write(folder, "note", text.getBytes(UTF_8));
  }

  @Test
  void aNewOneReplacesTheOldOneAndLeavesNothingBeside() throws IOException {
    write("a long one");
    write("short");
    assertThat(folder.resolve("note")).hasContent("short");
    assertThat(folder).isDirectoryNotContaining("glob:**.draft");
  }

  @Test
  void onlyItsOwnerMayReadItAlsoWhenTheOldOneWasOpen() throws IOException {
    Path file = Files.writeString(folder.resolve("note"), "x");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    write("y");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aDraftThatACrashLeftIsReplacedAndWhatItLinksToStays() throws IOException {
    Path kept = Files.writeString(folder.resolve("kept"), "kept");
    Files.createSymbolicLink(folder.resolve("note.draft"), kept);
    write("y");
    assertThat(folder.resolve("note")).hasContent("y").isRegularFile();
    assertThat(kept).hasContent("kept");
  }

  @Test
  void whatCannotBeWrittenLeavesTheOldOneAndNoDraft() throws IOException {
    Path there = Files.createDirectories(folder.resolve("note/inside"));
    assertThatThrownBy(() -> write("y")).isInstanceOf(IOException.class);
    assertThat(there).exists();
    assertThat(folder).isDirectoryNotContaining("glob:**.draft");
  }
}
