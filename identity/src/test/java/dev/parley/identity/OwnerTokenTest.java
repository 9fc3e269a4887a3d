package dev.parley.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerTokenTest {
  @TempDir Path directory;

  private Path file() {
    return directory.resolve("owner-token");
  }

  @Test
  void theFirstStartMakesAFileOnlyItsUserMayRead() throws IOException {
    Token token = OwnerToken.loadOrCreate(directory);
    assertThat(Files.readString(file())).isEqualTo(token.secret() + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void nothingElseIsLeftBehind() throws IOException {
    OwnerToken.loadOrCreate(directory);
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file());
    }
  }

  @Test
  void laterStartsReadTheSameToken() {
    assertThat(OwnerToken.loadOrCreate(directory).secret())
        .isEqualTo(OwnerToken.loadOrCreate(directory).secret());
  }

  @Test
  void aFileThatOthersMayReadIsRefusedWithTheCommandToRun() throws IOException {
    OwnerToken.loadOrCreate(directory);
    for (String open : new String[] {"rw-r-----", "rw----r--", "rw--w----"}) {
      Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(open));
      assertThatThrownBy(() -> OwnerToken.loadOrCreate(directory))
          .isInstanceOf(BadTokenFile.class)
          .hasMessageContaining("chmod 600 " + file());
    }
  }

  @Test
  void aFileThatHoldsSomethingElseIsRefused() throws IOException {
    OwnerToken.loadOrCreate(directory);
    Files.writeString(file(), "password");
    assertThatThrownBy(() -> OwnerToken.loadOrCreate(directory))
        .isInstanceOf(BadTokenFile.class)
        .hasMessageContaining("does not hold a token")
        .hasMessageNotContaining("password");
    Files.writeString(file(), "x".repeat(5_000));
    assertThatThrownBy(() -> OwnerToken.loadOrCreate(directory)).isInstanceOf(BadTokenFile.class);
  }

  @Test
  void aDirectoryThatIsNotThereIsSaidSo() {
    assertThatThrownBy(() -> OwnerToken.loadOrCreate(directory.resolve("nowhere")))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("cannot write the owner's token");
  }
}
