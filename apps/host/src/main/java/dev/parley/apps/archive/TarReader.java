package dev.parley.apps.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of a tar, one after the other. It knows files and folders, with long names as POSIX
 * and GNU write them; links, devices, sparse files and everything else are refused.
 */
final class TarReader {
  static final int BLOCK = 512;
  private static final int MEMBERS_MAX = 10_000;
  private static final int HEADERS_IN_A_ROW_MAX = 4;
  private static final int LONG_NAME_MAX = 4 << 10;
  private static final int PAX_MAX = 64 << 10;

  private final InputStream in;
  private int members;
  private long unread;
  private int padding;

  TarReader(InputStream in) {
    this.in = in;
  }

  /**
   * A member as its header announces it.
   *
   * @param size of what follows
   */
  record Entry(String name, boolean folder, long size) {}

  /** The next one, or null when there is none and nothing else either. */
  @Nullable Entry next() throws IOException {
    skipRest();
    String longName = null;
    Map<String, String> pax = Map.of();
    for (int i = 0; i < HEADERS_IN_A_ROW_MAX; i++) {
      byte[] block = block();
      if (isZero(block)) {
        end();
        return null;
      }
      TarHeader header = TarHeader.parse(block);
      if (++members > MEMBERS_MAX) {
        throw Member.bad("has more than " + MEMBERS_MAX + " members");
      }
      switch (header.type()) {
        case 'x' -> pax = pax(meta(header, PAX_MAX));
        case 'L' -> longName = terminated(meta(header, LONG_NAME_MAX));
        case '0', 0, '5' -> {
          return member(header, longName, pax);
        }
        case '1', '2', 'K' ->
            throw Member.bad(
                "has the link " + Member.quoted(header.name()) + "; links are refused");
        default ->
            throw Member.bad(
                "has "
                    + Member.quoted(header.name())
                    + ", which is neither a file nor a folder (type "
                    + Member.quoted(String.valueOf((char) header.type()))
                    + ")");
      }
    }
    throw Member.bad("has headers that lead to no member");
  }

  private Entry member(TarHeader header, @Nullable String longName, Map<String, String> pax) {
    if (pax.keySet().stream().anyMatch(key -> key.startsWith("GNU.sparse"))) {
      throw Member.bad("has a sparse file, " + Member.quoted(header.name()));
    }
    String name = pax.getOrDefault("path", longName == null ? header.name() : longName);
    boolean folder = header.type() == '5';
    long size = pax.containsKey("size") ? size(pax.get("size")) : header.size();
    if (folder ? size != 0 : name.endsWith("/")) {
      throw Member.bad("has a folder with content, " + Member.quoted(name));
    }
    announce(size);
    return new Entry(name, folder, size);
  }

  private static long size(String text) {
    try {
      long size = Long.parseLong(text);
      if (size >= 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw Member.bad("has a member of the size " + Member.quoted(text));
  }

  private void announce(long size) {
    unread = size;
    padding = (int) ((BLOCK - size % BLOCK) % BLOCK);
  }

  /** Of the content of the member that was named last; -1 at its end. */
  int read(byte[] into) throws IOException {
    if (unread == 0) {
      return -1;
    }
    int count = in.read(into, 0, (int) Math.min(into.length, unread));
    if (count < 0) {
      throw new EOFException();
    }
    unread -= count;
    return count;
  }

  private void skipRest() throws IOException {
    byte[] scrap = new byte[8 << 10];
    while (read(scrap) >= 0) {
      // nobody wanted it
    }
    in.skipNBytes(padding);
    padding = 0;
  }

  /** A header that is about the next one. */
  private byte[] meta(TarHeader header, int bytesMax) throws IOException {
    if (header.size() > bytesMax) {
      throw Member.bad("has a header of " + header.size() + " bytes");
    }
    announce(header.size());
    byte[] bytes = in.readNBytes((int) unread);
    if (bytes.length < unread) {
      throw new EOFException();
    }
    unread = 0;
    skipRest();
    return bytes;
  }

  /** Lines such as {@code 27 path=ui/index.html}, each with its own length in front. */
  private static Map<String, String> pax(byte[] bytes) {
    Map<String, String> values = new HashMap<>();
    int at = 0;
    while (at < bytes.length) {
      int blank = at;
      while (blank < bytes.length && bytes[blank] >= '0' && bytes[blank] <= '9') {
        blank++;
      }
      int digits = blank - at;
      int length = digits < 1 || digits > 6 ? 0 : Integer.parseInt(text(bytes, at, blank));
      int end = at + length;
      if (length < digits + 3 || end > bytes.length || bytes[end - 1] != '\n') {
        throw Member.bad("has a damaged header");
      }
      String line = text(bytes, blank + 1, end - 1);
      int equals = line.indexOf('=');
      if (bytes[blank] != ' ' || equals < 1) {
        throw Member.bad("has a damaged header");
      }
      values.put(line.substring(0, equals), line.substring(equals + 1));
      at = end;
    }
    return values;
  }

  static String terminated(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return text(bytes, 0, end);
  }

  private static String text(byte[] bytes, int from, int to) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from)).toString();
    } catch (CharacterCodingException e) {
      throw Member.bad("has a name that is not UTF-8");
    }
  }

  private byte[] block() throws IOException {
    byte[] block = in.readNBytes(BLOCK);
    if (block.length < BLOCK) {
      throw new EOFException();
    }
    return block;
  }

  private static boolean isZero(byte[] block) {
    for (byte b : block) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  /** Two blocks of zeros, and any number more, as writers fill up. */
  private void end() throws IOException {
    byte[] block = block();
    while (block.length > 0) {
      if (!isZero(block)) {
        throw Member.bad("has something after its end");
      }
      block = in.readNBytes(BLOCK);
    }
  }
}
