package dev.parley.apps.archive;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * What is packed in one gzip member, up to a size. {@link java.util.zip.GZIPInputStream} passes
 * over what follows the first member; here nothing may follow.
 */
final class Gunzip extends InflaterInputStream {
  private static final int BUFFER = 64 << 10;
  private static final int DEFLATE = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int TEXT_MAX = 4_096;

  private final long bytesMax;
  private final CRC32 crc = new CRC32();
  private long bytes;
  private boolean ended;

  Gunzip(InputStream packed, long bytesMax) throws IOException {
    super(packed, new Inflater(/* nowrap= */ true), BUFFER);
    this.bytesMax = bytesMax;
    header();
  }

  private void header() throws IOException {
    if (in.read() != 0x1f || in.read() != 0x8b || in.read() != DEFLATE) {
      throw Member.bad("is not packed with gzip");
    }
    int flags = required(in.read());
    in.skipNBytes(6);
    if ((flags & EXTRA) != 0) {
      in.skipNBytes(required(in.read()) | required(in.read()) << 8);
    }
    for (int text : new int[] {NAME, COMMENT}) {
      if ((flags & text) != 0) {
        skipText();
      }
    }
    if ((flags & HEADER_CRC) != 0) {
      in.skipNBytes(2);
    }
  }

  private void skipText() throws IOException {
    for (int i = 0; required(in.read()) != 0; i++) {
      if (i == TEXT_MAX) {
        throw Member.bad("has too long a gzip header");
      }
    }
  }

  private static int required(int read) throws EOFException {
    if (read < 0) {
      throw new EOFException();
    }
    return read;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (ended) {
      return -1;
    }
    int count = super.read(into, from, length);
    if (count < 0) {
      ended = true;
      trailer();
      return -1;
    }
    crc.update(into, from, count);
    bytes += count;
    if (bytes > bytesMax) {
      throw new Refused(
          ErrorCode.TOO_LARGE, "the archive unpacks to more than " + bytesMax + " bytes");
    }
    return count;
  }

  private void trailer() throws IOException {
    int left = inf.getRemaining();
    int at = len - left;
    long[] words = new long[2];
    for (int i = 0; i < 8; i++) {
      int read = left > i ? buf[at + i] & 0xff : required(in.read());
      words[i / 4] |= (long) read << (8 * (i % 4));
    }
    if (words[0] != crc.getValue() || words[1] != (bytes & 0xffffffffL)) {
      throw Member.bad("is damaged: its checksum is wrong");
    }
    if (left > 8 || in.read() >= 0) {
      throw Member.bad("has something after its end");
    }
  }

  @Override
  public void close() throws IOException {
    inf.end();
    super.close();
  }
}
