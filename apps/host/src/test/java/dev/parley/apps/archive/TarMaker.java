package dev.parley.apps.archive;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Makes packages by hand, good and bad: whatever a header could say. */
final class TarMaker {
  static final byte[] ELF = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0};
  static final String MANIFEST =
      "{\"id\":\"com.example.calculator\",\"name\":\"Calculator\",\"version\":\"1.0.0\","
          + "\"provides\":[\"tool:calculator\"]}";

  private final ByteArrayOutputStream tar = new ByteArrayOutputStream();

  /** All that a package needs. */
  static TarMaker good() {
    return withoutBinary().file("binary", ELF);
  }

  static TarMaker withoutBinary() {
    return new TarMaker()
        .file("manifest.json", MANIFEST)
        .file("signatures.json", "{}")
        .file("SKILL.md", "# Calculator");
  }

  TarMaker file(String name, String content) {
    return file(name, content.getBytes(UTF_8));
  }

  TarMaker file(String name, byte[] content) {
    return member('0', name, content);
  }

  TarMaker member(char type, String name, byte[] content) {
    return header(type, name, "", Long.toString(content.length, 8)).body(content);
  }

  TarMaker folder(String name) {
    return header('5', name, "", "0");
  }

  /** A header as the caller wants it, with the checksum that it needs. */
  TarMaker header(char type, String name, String prefix, String octalSize) {
    byte[] block = new byte[512];
    put(block, 0, name.getBytes(UTF_8));
    put(block, 100, "0000644".getBytes(US_ASCII));
    put(block, 124, octalSize.getBytes(US_ASCII));
    block[156] = (byte) type;
    put(block, 157, "/etc/passwd".getBytes(US_ASCII));
    put(block, 257, new byte[] {'u', 's', 't', 'a', 'r', 0, '0', '0'});
    put(block, 345, prefix.getBytes(UTF_8));
    long sum = 0;
    put(block, 148, "        ".getBytes(US_ASCII));
    for (byte b : block) {
      sum += b & 0xff;
    }
    put(block, 148, (Long.toString(sum, 8) + "\0 ").getBytes(US_ASCII));
    return raw(block);
  }

  private static void put(byte[] block, int at, byte[] bytes) {
    System.arraycopy(bytes, 0, block, at, Math.min(bytes.length, block.length - at));
  }

  TarMaker body(byte[] content) {
    return raw(content).raw(new byte[(512 - content.length % 512) % 512]);
  }

  TarMaker raw(byte[] bytes) {
    tar.writeBytes(bytes);
    return this;
  }

  /** A line of an extended header, in front of the next member. */
  TarMaker pax(String key, String value) {
    String rest = " " + key + "=" + value + "\n";
    int length = rest.getBytes(UTF_8).length;
    int whole = length + 1;
    while (Integer.toString(whole).length() + length != whole) {
      whole++;
    }
    return member('x', "pax", (whole + rest).getBytes(UTF_8));
  }

  byte[] tar() {
    return tar.toByteArray();
  }

  /** The tar without its end, packed. */
  byte[] unended() {
    return packed(tar.toByteArray());
  }

  byte[] packed() {
    return packed(raw(new byte[1024]).tar());
  }

  static byte[] packed(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  Path in(Path folder) {
    return in(folder, packed());
  }

  static Path in(Path folder, byte[] bytes) {
    try {
      return Files.write(folder.resolve("app.napp"), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
