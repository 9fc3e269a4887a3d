package dev.parley.apps.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.apps.manifest.Manifest;
import dev.parley.core.error.Refused;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is let out of a package, and above all what is not. */
class ExtractorTest {
  @TempDir private Path folder;

  private Path target() {
    return folder.resolve("out");
  }

  private Manifest extract(TarMaker tar) throws IOException {
    return Extractor.extract(tar.in(folder), target());
  }

  /** It is refused with these words, and nothing of it is left. */
  private void refused(byte[] archive, String... words) {
    Path file = TarMaker.in(folder, archive);
    assertThatThrownBy(() -> Extractor.extract(file, target()))
        .isInstanceOf(Refused.class)
        .hasMessageContainingAll(words);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void refused(UnaryOperator<TarMaker> more, String... words) {
    refused(more.apply(TarMaker.good()).packed(), words);
  }

  @Test
  void aGoodPackageComesOutWhole() throws IOException {
    Manifest manifest =
        extract(TarMaker.good().folder("ui").file("ui/index.html", "hello").folder("docs"));
    assertThat(manifest.id()).isEqualTo("com.example.calculator");
    assertThat(target().resolve("ui/index.html")).hasContent("hello");
    assertThat(target().resolve("binary")).hasBinaryContent(TarMaker.ELF);
    assertThat(target().resolve("docs")).doesNotExist();
  }

  @Test
  void onlyTheOwnerMayLookAtIt() throws IOException {
    Manifest _ = extract(TarMaker.good().file("ui/a/b.js", "1"));
    Map.of(
            ".", "rwx------",
            "ui", "rwx------",
            "ui/a", "rwx------",
            "ui/a/b.js", "rw-------",
            "manifest.json", "rw-------",
            "binary", "rwx------")
        .forEach((name, mode) -> assertThat(mode(target().resolve(name))).as(name).isEqualTo(mode));
  }

  private static String mode(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void namesAreCleanedFirst() throws IOException {
    Manifest _ =
        extract(
            new TarMaker()
                .folder("./")
                .file("./manifest.json", TarMaker.MANIFEST)
                .file(".//app", TarMaker.ELF)
                .file("signatures.json", "{}")
                .file("skill.md", "# small"));
    assertThat(target().resolve("app")).exists();
    assertThat(target().resolve("skill.md")).exists();
  }

  @Test
  void longNamesOfAllWritersAreRead() throws IOException {
    String deep = "ui/" + "d".repeat(90) + "/" + "f".repeat(80) + ".js";
    Manifest _ =
        extract(
            TarMaker.good()
                .pax("path", deep + "1")
                .file("ui/cut", "pax")
                .member('L', "././@LongLink", (deep + "2\0").getBytes())
                .file("ui/cut", "gnu")
                .header('0', "last.js", "ui/" + "p".repeat(100), "3")
                .body("abc".getBytes()));
    assertThat(target().resolve(deep + "1")).hasContent("pax");
    assertThat(target().resolve(deep + "2")).hasContent("gnu");
    assertThat(target().resolve("ui/" + "p".repeat(100) + "/last.js")).hasContent("abc");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../evil", "ui/../../evil", "ui/a/../b", ".."})
  void whatClimbsOutIsRefused(String name) {
    refused(tar -> tar.file(name, "x"), "climbs out", name);
    refused(tar -> tar.pax("path", name).file("ui/a", "x"), "climbs out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/cron.d/evil", "//evil"})
  void absolutePathsAreRefused(String name) {
    refused(tar -> tar.file(name, "x"), "absolute path", name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"C:/evil", "ui\\..\\evil", "ui/a\nb", "ui/a\u0001"})
  void namesThatMeanSomethingElsewhereAreRefused(String name) {
    refused(tar -> tar.file(name, "x"), "forbidden character");
  }

  @ParameterizedTest
  @ValueSource(chars = {'1', '2', 'K'})
  void linksAreRefused(char type) {
    refused(tar -> tar.header(type, "ui/link", "", "0"), "link");
  }

  @ParameterizedTest
  @ValueSource(chars = {'3', '4', '6', '7', 'S', 'D', 'M', 'V', 'g', 'X', 'z'})
  void devicesPipesAndOtherKindsAreRefused(char type) {
    refused(tar -> tar.header(type, "ui/device", "", "0"), "neither a file nor a folder");
  }

  @Test
  void sparseFilesAreRefused() {
    refused(tar -> tar.pax("GNU.sparse.size", "1").file("ui/holes", "x"), "sparse");
    refused(tar -> tar.pax("GNU.sparse.major", "1").file("ui/holes", "x"), "sparse");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"README.md", "Manifest.json", "BINARY", "UI/x", "signature.json", "data/x", "ui"})
  void filesThatNoPackageHasAreRefused(String name) {
    refused(tar -> tar.file(name, "x"), "no package may have", name);
  }

  @Test
  void whatIsThereTwiceIsRefused() {
    refused(tar -> tar.file("manifest.json", TarMaker.MANIFEST), "more than once");
    refused(tar -> tar.file("app", TarMaker.ELF), "more than once");
    refused(tar -> tar.file("skill.md", "x"), "more than once");
    refused(tar -> tar.file("ui/a", "1").file("ui/a", "2"), "more than once");
    refused(tar -> tar.file("ui/a", "1").file("ui/A", "2"), "more than once");
    refused(tar -> tar.file("ui/a", "1").file("ui/a/b", "2"), "more than once");
    refused(tar -> tar.file("ui/a/b", "1").file("ui/a", "2"), "more than once");
    refused(tar -> tar.file("ui/a/b", "1").file("ui/A/c", "2"), "more than once");
    refused(tar -> tar.file("ui/a", "1").folder("ui/a"), "more than once");
  }

  @Test
  void whatIsMissingIsNamed() {
    List.of("manifest.json", "signatures.json", "SKILL.md")
        .forEach(
            missing -> {
              TarMaker tar = new TarMaker().file("binary", TarMaker.ELF);
              Map.of(
                      "manifest.json", TarMaker.MANIFEST,
                      "signatures.json", "{}",
                      "SKILL.md", "x")
                  .forEach(
                      (name, content) -> {
                        if (!name.equals(missing)) {
                          tar.file(name, content);
                        }
                      });
              refused(tar.packed(), "has no " + missing);
            });
    refused(TarMaker.withoutBinary().packed(), "has no binary or app");
    refused(new TarMaker().packed(), "has no");
  }

  @Test
  void whatIsTooLargeIsRefusedByItsHeaderAlone() {
    String over = Long.toString((1 << 20) + 1, 8);
    refused(
        new TarMaker().header('0', "manifest.json", "", over).unended(),
        "at most 1048576 are allowed");
    refused(
        new TarMaker().header('0', "ui/a", "", Long.toString((5 << 20) + 1, 8)).unended(),
        "at most 5242880 are allowed");
    refused(
        new TarMaker().header('0', "binary", "", Long.toString((500L << 20) + 1, 8)).unended(),
        "at most 524288000 are allowed");
    refused(
        new TarMaker().pax("size", "99999999999").file("ui/a", "x").unended(),
        "at most 5242880 are allowed");
  }

  /** A megabyte of zeros takes a kilobyte: what comes out counts, not what came in. */
  @Test
  void whatUnpacksToTooMuchIsRefused() {
    TarMaker tar = TarMaker.good();
    byte[] zeros = new byte[5 << 20];
    for (int i = 0; i < 3; i++) {
      tar.file("ui/" + i, zeros);
    }
    byte[] bomb = tar.packed();
    assertThatThrownBy(
            () -> {
              try (Gunzip in = new Gunzip(new ByteArrayInputStream(bomb), 10 << 20)) {
                TarReader reader = new TarReader(in);
                while (reader.next() != null) {
                  // until it is too much
                }
              }
            })
        .isInstanceOf(Refused.class)
        .hasMessageContaining("unpacks to more than");
  }

  @Test
  void tooManyMembersAreRefused() {
    TarMaker tar = TarMaker.good();
    for (int i = 0; i < 10_000; i++) {
      tar.folder("ui");
    }
    refused(tar.packed(), "more than 10000 members");
  }

  /** Wherever it breaks off, and whichever bit is wrong. */
  @Test
  void whatIsCutOffOrDamagedIsRefused() {
    byte[] good = TarMaker.good().packed();
    for (int length = 0; length < good.length; length += 17) {
      refused(Arrays.copyOf(good, length), "the archive");
    }
    refused(TarMaker.good().unended(), "too early");
    refused(TarMaker.good().raw(new byte[512]).raw("x".repeat(512).getBytes()).unended(), "after");
  }

  @Test
  void aWrongBitInAHeaderIsRefused() throws IOException {
    byte[] tar = TarMaker.good().raw(new byte[1024]).tar();
    for (int i = 0; i < 512; i += 3) {
      byte[] wrong = tar.clone();
      wrong[i] ^= 1;
      refused(TarMaker.packed(wrong), "checksum");
    }
  }

  @Test
  void nothingMayFollow() throws IOException {
    byte[] good = TarMaker.good().packed();
    byte[] more = Arrays.copyOf(good, good.length + 1);
    refused(more, "after its end");
    byte[] twice = Arrays.copyOf(good, 2 * good.length);
    System.arraycopy(good, 0, twice, good.length, good.length);
    refused(twice, "after its end");
    // Writers fill up with zeros as far as they like.
    Manifest _ = extract(TarMaker.good().raw(new byte[9216]));
  }

  @Test
  void whatIsNoPackageAtAllIsRefused() {
    refused("PK\u0003\u0004 a zip".getBytes(), "not packed with gzip");
    refused(TarMaker.packed("no tar".getBytes()), "too early");
    refused(TarMaker.packed(new byte[512]), "too early");
    refused(TarMaker.packed("x".repeat(2048).getBytes()), "no tar");
  }

  @Test
  void numbersThatAreNoneAreRefused() {
    refused(new TarMaker().header('0', "binary", "", "-7").unended(), "number");
    refused(new TarMaker().header('0', "binary", "", "\u0080\0\0\0\0\0\0\1").unended(), "number");
    refused(tar -> tar.pax("size", "-5").file("ui/a", "x"), "size");
    refused(tar -> tar.member('x', "pax", "99 path=x\n".getBytes()), "damaged header");
    refused(tar -> tar.member('x', "pax", "0 path=x\n".getBytes()), "damaged header");
    refused(tar -> tar.member('x', "pax", "no length".getBytes()), "damaged header");
    refused(tar -> tar.header('x', "pax", "", "777777777"), "header of");
    refused(
        tar -> {
          for (int i = 0; i < 5; i++) {
            tar.pax("comment", "x");
          }
          return tar;
        },
        "lead to no member");
  }

  /** Check 8 of the acceptance list, as far as packages go. */
  @Test
  void programsThatAreNotNativeAreRefused() {
    refused(
        TarMaker.withoutBinary().file("binary", "#!/bin/sh\n").packed(),
        "binary is a script (shebang #! detected) — only compiled native binaries are allowed");
    refused(
        TarMaker.withoutBinary()
            .file(
                "binary",
                new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, 65})
            .packed(),
        "native");
    refused(TarMaker.withoutBinary().file("binary", "x").packed(), "too small");
  }

  @Test
  void aManifestThatBreaksARuleIsRefused() {
    refused(
        new TarMaker()
            .file("manifest.json", "{\"id\":\"../x\",\"name\":\"X\"}")
            .file("signatures.json", "{}")
            .file("SKILL.md", "x")
            .file("binary", TarMaker.ELF)
            .packed(),
        "id");
  }

  @Test
  void aFolderThatIsThereIsLeftAlone() throws IOException {
    Files.createDirectory(target());
    Files.writeString(target().resolve("mine"), "x");
    Path file = TarMaker.good().in(folder);
    assertThatThrownBy(() -> Extractor.extract(file, target())).isInstanceOf(IOException.class);
    assertThat(target().resolve("mine")).hasContent("x");
  }
}
