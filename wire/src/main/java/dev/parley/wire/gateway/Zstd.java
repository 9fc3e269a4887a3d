package dev.parley.wire.gateway;

import io.airlift.compress.v3.MalformedInputException;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Zstandard with bounds. What comes in is unpacked into an array of fixed size, so that a small
 * frame cannot become a large one whatever its header says. For one thread.
 */
final class Zstd {
  /** The most that a compressed payload may become. */
  static final int PLAIN_BYTES_MAX = 1 << 20;

  private final ZstdJavaCompressor compressor = new ZstdJavaCompressor();
  private final ZstdJavaDecompressor decompressor = new ZstdJavaDecompressor();
  private byte @Nullable [] packed;

  /** Made for the first one who sends compressed, which few clients do. */
  private byte @Nullable [] plain;

  /** The bytes that a frame carries in place of these, or null when they are not fewer. */
  byte @Nullable [] smaller(byte[] json) {
    int bound = compressor.maxCompressedLength(json.length);
    byte[] target = packed;
    if (target == null || target.length < bound) {
      packed = target = new byte[bound];
    }
    int length = compressor.compress(json, 0, json.length, target, 0, target.length);
    return length < json.length ? Arrays.copyOf(target, length) : null;
  }

  /** Null when it is no Zstandard, or becomes too large. */
  byte @Nullable [] unpacked(byte[] bytes, int from, int length) {
    byte[] target = plain;
    if (target == null) {
      plain = target = new byte[PLAIN_BYTES_MAX];
    }
    try {
      int size = decompressor.decompress(bytes, from, length, target, 0, target.length);
      return Arrays.copyOf(target, size);
    } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
      // The library says in these three ways that its input is wrong, or its output too small.
      return null;
    }
  }
}
