package dev.parley.apps.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.apps.manifest.Manifest;
import dev.parley.core.error.Refused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What we pack is what we, and every other reader of tars, take apart again. */
class PackerTest {
  private static final byte[] SMALL = "{}".getBytes(UTF_8);

  @TempDir private Path folder;
  private Path binary;

  @BeforeEach
  void program() throws IOException {
    byte[] bytes = new byte[70_000];
    System.arraycopy(TarMaker.ELF, 0, bytes, 0, TarMaker.ELF.length);
    binary = Files.write(folder.resolve("program"), bytes);
  }

  private Path packed(SortedMap<String, Path> ui) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Packer.pack(
        new Packer.Contents(TarMaker.MANIFEST.getBytes(UTF_8), binary, SMALL, SMALL, ui), out);
    return Files.write(folder.resolve("a.napp"), out.toByteArray());
  }

  @Test
  void whatIsPackedComesOutAgain() throws IOException {
    SortedMap<String, Path> ui = new TreeMap<>();
    ui.put("index.html", binary);
    ui.put("d".repeat(80) + "/" + "é".repeat(50) + ".js", binary);
    Path target = folder.resolve("out");
    Manifest manifest = Extractor.extract(packed(ui), target);
    assertThat(manifest.version()).isEqualTo("1.0.0");
    assertThat(target.resolve("manifest.json")).hasContent(TarMaker.MANIFEST);
    assertThat(target.resolve("binary")).hasSameBinaryContentAs(binary);
    for (String name : ui.keySet()) {
      assertThat(target.resolve("ui").resolve(name)).hasSameBinaryContentAs(binary);
    }
  }

  @Test
  void theSameContentMakesTheSameBytes() throws IOException {
    byte[] once = Files.readAllBytes(packed(new TreeMap<>()));
    assertThat(Files.readAllBytes(packed(new TreeMap<>()))).isEqualTo(once);
  }

  /** The tar of the system knows nothing of us. */
  @Test
  void otherReadersTakeItApart() throws Exception {
    SortedMap<String, Path> ui = new TreeMap<>();
    ui.put("deep/" + "n".repeat(110) + ".js", binary);
    Path archive = packed(ui);
    Path out = Files.createDirectory(folder.resolve("by-tar"));
    Process tar =
        new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", out.toString())
            .inheritIO()
            .start();
    assertThat(tar.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(tar.exitValue()).isZero();
    assertThat(out.resolve("binary")).hasSameBinaryContentAs(binary);
    assertThat(out.resolve("ui/" + ui.firstKey())).hasSameBinaryContentAs(binary);
  }

  /** And what it packs, as publishers are told to, is taken apart here. */
  @Test
  void whatTheTarOfTheSystemPacksIsRead() throws Exception {
    Path app = Files.createDirectories(folder.resolve("app"));
    Files.writeString(app.resolve("manifest.json"), TarMaker.MANIFEST);
    Files.write(app.resolve("signatures.json"), SMALL);
    Files.writeString(app.resolve("SKILL.md"), "x");
    Files.copy(binary, app.resolve("binary"));
    Path page = app.resolve("ui").resolve("d".repeat(60)).resolve("f".repeat(80) + ".js");
    Files.createDirectories(page.getParent());
    Files.writeString(page, "page");
    for (String format : new String[] {"gnu", "pax", "ustar"}) {
      Path archive = folder.resolve(format + ".napp");
      Process tar =
          new ProcessBuilder(
                  "tar",
                  "--format=" + format,
                  "-czf",
                  archive.toString(),
                  "-C",
                  app.toString(),
                  ".")
              .inheritIO()
              .start();
      assertThat(tar.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(tar.exitValue()).as(format).isZero();
      Path target = folder.resolve("from-" + format);
      Manifest _ = Extractor.extract(archive, target);
      assertThat(target.resolve(app.relativize(page).toString())).hasContent("page");
    }
  }

  @Test
  void whatNoPackageMayHaveIsNotPacked() throws IOException {
    SortedMap<String, Path> ui = new TreeMap<>();
    ui.put("../evil", binary);
    assertThatThrownBy(() -> packed(ui)).isInstanceOf(Refused.class).hasMessageContaining("climbs");
    byte[] large = new byte[(1 << 20) + 1];
    assertThatThrownBy(
            () ->
                Packer.pack(
                    new Packer.Contents(large, binary, SMALL, SMALL), new ByteArrayOutputStream()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("1048576");
  }
}
