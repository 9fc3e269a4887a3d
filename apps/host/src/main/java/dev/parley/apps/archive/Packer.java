package dev.parley.apps.archive;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.apps.binary.NativeBinary;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Writes packages. The same content makes the same bytes, whenever and wherever. */
public final class Packer {
  private static final int DIGITS = 11;

  private final OutputStream out;

  private Packer(OutputStream out) {
    this.out = out;
  }

  /**
   * What goes into a package.
   *
   * @param ui files by the names they have below {@code ui/}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Contents(
      byte[] manifest, Path binary, byte[] signatures, byte[] skill, SortedMap<String, Path> ui) {

    public Contents(byte[] manifest, Path binary, byte[] signatures, byte[] skill) {
      this(manifest, binary, signatures, skill, new TreeMap<>());
    }

    /** What lies in a folder under the names that packages have. */
    public static Contents in(Path folder) throws IOException {
      return in(folder, Files.readAllBytes(folder.resolve(Member.SIGNATURES.fileName())));
    }

    /** The same of a folder that nobody has signed, or with signatures from elsewhere. */
    public static Contents in(Path folder, byte[] signatures) throws IOException {
      Path binary =
          NativeBinary.find(folder)
              .orElseThrow(
                  () -> new Refused(ErrorCode.NOT_FOUND, "there is no file 'binary' in " + folder));
      Path large = folder.resolve(Member.SKILL.fileName());
      return new Contents(
          Files.readAllBytes(folder.resolve(Member.MANIFEST.fileName())),
          binary,
          signatures,
          Files.readAllBytes(Files.exists(large) ? large : folder.resolve("skill.md")),
          uiIn(folder.resolve("ui")));
    }

    private static SortedMap<String, Path> uiIn(Path folder) throws IOException {
      SortedMap<String, Path> files = new TreeMap<>();
      if (Files.isDirectory(folder)) {
        try (Stream<Path> all = Files.walk(folder)) {
          all.filter(Files::isRegularFile)
              .forEach(file -> files.put(folder.relativize(file).toString(), file));
        }
      }
      return files;
    }
  }

  /** Leaves the stream open. */
  public static void pack(Contents contents, OutputStream into) throws IOException {
    GZIPOutputStream gzip = new GZIPOutputStream(into, 64 << 10);
    Packer packer = new Packer(gzip);
    packer.add(Member.MANIFEST, contents.manifest);
    packer.add(Member.SIGNATURES, contents.signatures);
    packer.add(Member.SKILL, contents.skill);
    packer.add(Member.BINARY.fileName(), Member.BINARY, contents.binary);
    for (var file : contents.ui.entrySet()) {
      packer.add(Member.UI.fileName() + file.getKey(), Member.UI, file.getValue());
    }
    gzip.write(new byte[2 * TarReader.BLOCK]);
    gzip.finish();
  }

  private void add(Member member, byte[] content) throws IOException {
    add(member.fileName(), member, new ByteArrayInputStream(content), content.length);
  }

  private void add(String name, Member member, Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      add(name, member, in, Files.size(file));
    }
  }

  private void add(String name, Member member, InputStream content, long size) throws IOException {
    String cleaned = Member.cleaned(name);
    if (size > member.bytesMax()) {
      throw tooLarge(cleaned, size, member);
    }
    if (cleaned.getBytes(UTF_8).length > TarHeader.NAME) {
      byte[] line = pax("path", cleaned);
      out.write(header("pax", line.length, 'x', "0000644"));
      out.write(line);
      pad(line.length);
    }
    out.write(header(cleaned, size, '0', member == Member.BINARY ? "0000755" : "0000644"));
    if (content.transferTo(out) != size) {
      throw new IOException(cleaned + " changed while it was packed");
    }
    pad(size);
  }

  static Refused tooLarge(String name, long size, Member member) {
    return new Refused(
        ErrorCode.TOO_LARGE,
        "%s has %d bytes; at most %d are allowed"
            .formatted(Member.quoted(name), size, member.bytesMax()));
  }

  private static byte[] pax(String key, String value) {
    String rest = " " + key + "=" + value + "\n";
    int bytes = rest.getBytes(UTF_8).length;
    int length = bytes + Integer.toString(bytes).length();
    if (bytes + Integer.toString(length).length() > length) {
      length++;
    }
    return (length + rest).getBytes(UTF_8);
  }

  private static byte[] header(String name, long size, char type, String mode) {
    byte[] block = new byte[TarReader.BLOCK];
    byte[] bytes = name.getBytes(UTF_8);
    System.arraycopy(bytes, 0, block, 0, Math.min(bytes.length, TarHeader.NAME));
    text(block, 100, mode);
    text(block, 108, "0000000");
    text(block, 116, "0000000");
    text(block, TarHeader.SIZE_AT, octal(size, DIGITS));
    text(block, 136, octal(0, DIGITS));
    block[TarHeader.TYPE_AT] = (byte) type;
    System.arraycopy(TarHeader.POSIX, 0, block, TarHeader.MAGIC_AT, TarHeader.POSIX.length);
    text(block, 263, "00");
    text(block, TarHeader.CHECKSUM_AT, octal(TarHeader.checksum(block), 6) + "\0 ");
    return block;
  }

  private static String octal(long value, int digits) {
    String text = Long.toString(value, 8);
    return "0".repeat(digits - text.length()) + text;
  }

  private static void text(byte[] block, int at, String text) {
    byte[] bytes = text.getBytes(US_ASCII);
    System.arraycopy(bytes, 0, block, at, bytes.length);
  }

  private void pad(long size) throws IOException {
    out.write(new byte[(int) ((TarReader.BLOCK - size % TarReader.BLOCK) % TarReader.BLOCK)]);
  }
}
