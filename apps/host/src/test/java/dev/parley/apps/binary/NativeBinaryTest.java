package dev.parley.apps.binary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.apps.binary.NativeBinary.Format;
import dev.parley.core.error.Refused;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which programs may be apps. */
class NativeBinaryTest {
  @TempDir private Path folder;

  private Path program(String name, byte[] bytes) throws Exception {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  private static String refusal(Path file) {
    Refused refused = catchThrowableOfType(Refused.class, () -> NativeBinary.check(file));
    assertThat(refused).isNotNull();
    return refused.getMessage();
  }

  @ParameterizedTest
  @CsvSource({
    "7f454c4602010100,ELF",
    "7f454c46,ELF",
    "cffaedfe07000001,MACH_O",
    "feedface00000001,MACH_O",
    "feedfacf00000001,MACH_O",
    "cefaedfe00000001,MACH_O",
    "cafebabe00000001,MACH_O",
    "cafebabe0000001e,MACH_O",
    "4d5a,PE",
    "4d5a900003000000,PE"
  })
  void nativeProgramsAreTaken(String head, Format format) throws Exception {
    assertThat(NativeBinary.check(program("binary", hex(head)))).isEqualTo(format);
  }

  @Test
  void theRealThingIsTaken() {
    Path shell = ProcessHandle.current().info().command().map(Path::of).orElseThrow();

    assertThat(NativeBinary.check(shell)).isEqualTo(Format.ELF);
  }

  @Test
  void aScriptIsRefusedInTheseWords() throws Exception {
    assertThat(refusal(program("binary", "#!/bin/sh\nexit 0\n".getBytes(UTF_8))))
        .isEqualTo(
            "binary is a script (shebang #! detected) — only compiled native binaries are allowed");
    assertThat(refusal(program("binary", "#!".getBytes(UTF_8)))).contains("shebang");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cafebabe00000041", // Java 21
        "cafebabe0000002d", // the first Java
        "cafebabe0003002d",
        "cafebabe00000000",
        "cafebabe0000001f",
        "cafebabeffffffff",
        "cafebabe000000",
        "504b030414000000", // a jar
        "0061736d01000000",
        "7f454c",
        "0000"
      })
  void whatAnotherProgramWouldInterpretIsRefused(String head) throws Exception {
    assertThat(refusal(program("binary", hex(head))))
        .contains("ELF, Mach-O or PE", "interpreted languages are not permitted");
  }

  @Test
  void aLinkIsRefusedWhereverItLeads() throws Exception {
    Path real = program("real", hex("7f454c4602010100"));
    Path link = Files.createSymbolicLink(folder.resolve("binary"), real);
    Path broken = Files.createSymbolicLink(folder.resolve("app"), folder.resolve("nowhere"));

    assertThat(refusal(link)).isEqualTo("binary is a symlink");
    assertThat(refusal(broken)).isEqualTo("binary is a symlink");
  }

  @Test
  void whatIsNoFileIsRefused() throws Exception {
    assertThat(refusal(Files.createDirectory(folder.resolve("binary"))))
        .isEqualTo("binary is not a regular file");
    assertThat(refusal(folder.resolve("nothing"))).isEqualTo("binary is not a regular file");
    assertThat(refusal(Path.of("/dev/null"))).isEqualTo("binary is not a regular file");
  }

  @Test
  void whatNobodyMayExecuteIsRefused() throws Exception {
    Path file = Files.write(folder.resolve("binary"), hex("7f454c4602010100"));

    assertThat(refusal(file)).isEqualTo("binary is not executable");
  }

  @Test
  void whatIsTooLargeIsRefusedWithItsSizeAndTheLimit() throws Exception {
    Path file = program("binary", hex("7f454c4602010100"));
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength((500L << 20) + 1);
    }

    assertThat(refusal(file)).contains("524288001", "524288000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7f"})
  void whatIsTooSmallIsRefused(String head) throws Exception {
    assertThat(refusal(program("binary", hex(head)))).contains("too small or unreadable");
  }

  @Test
  void itIsLookedForAsBinaryThenAsAppThenAmongWhatWasBuilt() throws Exception {
    assertThat(NativeBinary.find(folder)).isEmpty();
    Path second = program("tmp/b", hex("7f454c46"));
    Path first = program("tmp/a", hex("7f454c46"));
    Path _ = Files.write(folder.resolve("tmp/0-not-executable"), hex("7f454c46"));
    assertThat(NativeBinary.find(folder)).hasValue(first).isNotEqualTo(second);
    Path app = program("app", hex("7f454c46"));
    assertThat(NativeBinary.find(folder)).hasValue(app);
    Path binary = Files.createSymbolicLink(folder.resolve("binary"), folder.resolve("nowhere"));
    assertThat(NativeBinary.find(folder)).hasValue(binary);
  }
}
