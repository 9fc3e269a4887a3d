package dev.parley.processes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLogTest {
  private static final String SECRET = "prl_0123456789";
  private static final String OTHER = "key-abc";
  private static final List<Secret> SECRETS =
      List.of(new Secret(SECRET, "prl_[withheld]"), new Secret(OTHER, "key-[withheld]"));

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("ada.log");
  }

  /** Each piece is read by itself. */
  private static InputStream pieces(String... pieces) {
    return new SequenceInputStream(
        Collections.enumeration(
            Stream.of(pieces)
                .map(piece -> (InputStream) new ByteArrayInputStream(piece.getBytes(UTF_8)))
                .toList()));
  }

  private String drained(long bytesMax, String... pieces) {
    try (ProcessLog log = new ProcessLog(file(), bytesMax, SECRETS)) {
      log.drain(pieces(pieces));
      return log.tail();
    }
  }

  @Test
  void whatIsSaidIsInAFileForItsOwnerAlone() throws IOException {
    drained(1_000, "grüße\n", "and more\n");

    assertThat(Files.readString(file())).isEqualTo("grüße\nand more\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void noFileGrowsBeyondItsLimitAndOneOlderIsKept() throws IOException {
    drained(100, "a".repeat(100), "b".repeat(100), "c".repeat(250), "d".repeat(10));

    assertThat(Files.readString(file())).isEqualTo("c".repeat(50) + "d".repeat(10));
    assertThat(Files.readString(folder.resolve("ada.log.1"))).isEqualTo("c".repeat(100));
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).hasSize(2);
    }
  }

  @Test
  void anotherRunGoesOnInTheSameFile() throws IOException {
    drained(1_000, "one\n");
    drained(1_000, "two\n");

    assertThat(Files.readString(file())).isEqualTo("one\ntwo\n");
  }

  @Test
  void aSecretIsWithheldHoweverItComes() throws IOException {
    String tail =
        drained(1_000, "x=" + SECRET + "\n", "y=prl_01", "23456", "789\nprl_012 is none, prl_");

    assertThat(Files.readString(file()))
        .isEqualTo("x=prl_[withheld]\ny=prl_[withheld]\nprl_012 is none, prl_")
        .isEqualTo(tail);
  }

  @Test
  void everySecretIsWithheld() {
    assertThat(drained(1_000, "a " + SECRET + " and key", "-ab", "c\n"))
        .isEqualTo("a prl_[withheld] and key-[withheld]");
  }

  @Test
  void theLastLinesAreKnown() {
    String all = String.join("\n", Collections.nCopies(500, "a line")) + "\nthe last\n";

    assertThat(drained(100_000, all)).endsWith("a line\nthe last").hasLineCount(20);
  }

  @Test
  void aLogThatCannotBeWrittenHoldsNobodyUp() throws IOException {
    Files.createDirectory(file());

    assertThat(drained(1_000, "said\n")).isEqualTo("said");
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path elsewhere = Files.createFile(folder.resolve("elsewhere"));
    Files.createSymbolicLink(file(), elsewhere);

    drained(1_000, "said\n");

    assertThat(elsewhere).isEmptyFile();
  }
}
