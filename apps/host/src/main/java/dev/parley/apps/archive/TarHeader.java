package dev.parley.apps.archive;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * The first block of a member.
 *
 * @param type as it stands there, 0 for a file of old
 */
record TarHeader(String name, long size, byte type) {
  static final int NAME = 100;
  static final int SIZE_AT = 124;
  static final int SIZE = 12;
  static final int CHECKSUM_AT = 148;
  static final int CHECKSUM = 8;
  static final int TYPE_AT = 156;
  static final int MAGIC_AT = 257;
  static final int PREFIX_AT = 345;
  static final int PREFIX = 155;
  static final byte[] POSIX = {'u', 's', 't', 'a', 'r', 0};

  static TarHeader parse(byte[] block) {
    if (octal(block, CHECKSUM_AT, CHECKSUM) != checksum(block)) {
      throw Member.bad("is no tar, or damaged: the checksum of a header is wrong");
    }
    String name = TarReader.terminated(Arrays.copyOfRange(block, 0, NAME));
    if (Arrays.equals(block, MAGIC_AT, MAGIC_AT + POSIX.length, POSIX, 0, POSIX.length)) {
      String prefix =
          TarReader.terminated(Arrays.copyOfRange(block, PREFIX_AT, PREFIX_AT + PREFIX));
      name = prefix.isEmpty() ? name : prefix + "/" + name;
    }
    long size = octal(block, SIZE_AT, SIZE);
    if (size < 0) {
      throw Member.bad("has a header with a number that cannot be read");
    }
    return new TarHeader(name, size, block[TYPE_AT]);
  }

  /** The sum of all bytes, those of the checksum itself counted as blanks. */
  static long checksum(byte[] block) {
    long sum = 0;
    for (int i = 0; i < block.length; i++) {
      boolean own = i >= CHECKSUM_AT && i < CHECKSUM_AT + CHECKSUM;
      sum += own ? ' ' : block[i] & 0xff;
    }
    return sum;
  }

  /** Negative when it cannot be read. What is too large for digits is binary: nothing here is. */
  private static long octal(byte[] block, int at, int length) {
    String text = new String(block, at, length, US_ASCII).replace('\0', ' ').strip();
    boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c < '8');
    return digits ? Long.parseLong(text, 8) : -1;
  }
}
