package dev.parley.core.address;

import java.util.SplittableRandom;

/**
 * A text cut into segments at its slashes: what a path and a pattern have in common.
 *
 * <p>Segments are not kept as strings: every message carries a path, so one that arrives in its
 * normal form costs two small objects. Where each segment ends and what it hashes to is found in
 * the same pass that checks the characters.
 */
abstract sealed class Segmented permits Path, Pattern {

  static final int SEGMENTS_MAX = 64;
  static final int BYTES_MAX = 1_024;

  // Senders choose the texts. A multiplier nobody outside knows keeps them from aiming at one slot
  // of the routing tables; it needs no SecureRandom, whose start-up the CLI would pay for.
  private static final long MULTIPLIER = new SplittableRandom().nextLong() | 1;

  private final String text;
  // Two ints a segment: where it ends in the text, and its hash.
  private final int[] marks;
  private final boolean wildcard;

  Segmented(String noun, String given, int bytesMax) {
    text = SlashForm.normalised(given);
    marks = new int[2 * SlashForm.countSegments(noun, text)];
    wildcard = mark(noun, bytesMax);
  }

  /** Fills the marks and refuses what is not allowed; true when some segment is a wildcard. */
  private boolean mark(String noun, int bytesMax) {
    boolean anyWildcard = false;
    int bytes = 0;
    int mark = 0;
    int start = 0;
    long hash = 0;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c == '/') {
        marks[mark++] = i;
        marks[mark++] = finish(hash);
        anyWildcard |= isWildcard(start, i);
        start = i + 1;
        hash = 0;
      } else {
        hash = (hash + c) * MULTIPLIER;
        // One comparison lets printable ASCII through; the rest is looked at more closely.
        if (c < 0x20 || c >= 0x7f) {
          bytes += SlashForm.extraBytes(noun, text, i);
        }
      }
    }
    marks[mark++] = length;
    marks[mark] = finish(hash);
    SlashForm.requireBytes(noun, length + bytes, bytesMax);
    return isWildcard(start, length) || anyWildcard;
  }

  private static int finish(long hash) {
    return (int) (((hash ^ (hash >>> 29)) * MULTIPLIER) >>> 32);
  }

  private boolean isWildcard(int start, int end) {
    return end - start <= 2 && text.charAt(start) == '*' && text.charAt(end - 1) == '*';
  }

  /** The normal form: no slash at either end, none doubled. */
  public final String text() {
    return text;
  }

  /** How many segments there are, at least one. */
  public final int depth() {
    return marks.length >> 1;
  }

  public final String segment(int i) {
    return text.substring(start(i), end(i));
  }

  /** A hash of the segment's text, the same for every path and pattern of this process. */
  public final int segmentHash(int i) {
    return marks[2 * i + 1];
  }

  /** Whether this is the segment's text, without making a string of it. */
  public final boolean segmentEquals(int i, String other) {
    int start = start(i);
    int length = other.length();
    return length == end(i) - start && text.regionMatches(start, other, 0, length);
  }

  final boolean anyWildcard() {
    return wildcard;
  }

  private int start(int i) {
    return i == 0 ? 0 : marks[2 * i - 2] + 1;
  }

  private int end(int i) {
    return marks[2 * i];
  }

  /**
   * Whether this, its wildcards meant, matches the other one, its segments taken as they are
   * written.
   *
   * <p>Only the last {@code **} met is ever widened: whatever an earlier one could take instead,
   * the last one can take too. That keeps the work at the product of the two depths.
   */
  final boolean covers(Segmented literal) {
    int depth = depth();
    int literalDepth = literal.depth();
    int mine = 0;
    int theirs = 0;
    int afterDoubleStar = -1;
    int takenUpTo = 0;
    while (theirs < literalDepth) {
      if (mine < depth && segmentEquals(mine, Pattern.MANY)) {
        afterDoubleStar = ++mine;
        takenUpTo = theirs;
      } else if (mine < depth && coversSegment(mine, literal, theirs)) {
        mine++;
        theirs++;
      } else if (afterDoubleStar >= 0) {
        mine = afterDoubleStar;
        theirs = ++takenUpTo;
      } else {
        return false;
      }
    }
    while (mine < depth && segmentEquals(mine, Pattern.MANY)) {
      mine++;
    }
    return mine == depth;
  }

  /** Whether some path is matched by both, the wildcards of both meant. */
  public final boolean overlaps(Segmented other) {
    return other.wildcard ? relates(other, false) : covers(other);
  }

  /**
   * Whether every path that the other one matches is matched by this one, too, the wildcards of
   * both meant. Says no in a few odd cases in which it could say yes, such as {@code *}{@code /**}
   * for {@code **}{@code /*}.
   */
  public final boolean includes(Segmented other) {
    return other.wildcard ? relates(other, true) : covers(other);
  }

  /**
   * From the ends of both backwards: a row says which ends of the other one go with an end here.
   */
  private boolean relates(Segmented other, boolean wholly) {
    int theirDepth = other.depth();
    boolean[] next = new boolean[theirDepth + 1];
    boolean[] row = new boolean[theirDepth + 1];
    for (int mine = depth(); mine >= 0; mine--) {
      boolean many = mine < depth() && segmentEquals(mine, Pattern.MANY);
      for (int theirs = theirDepth; theirs >= 0; theirs--) {
        boolean theirsIsMany = theirs < theirDepth && other.segmentEquals(theirs, Pattern.MANY);
        if (many) {
          row[theirs] = next[theirs] || (theirs < theirDepth && row[theirs + 1]);
        } else if (theirsIsMany) {
          row[theirs] = !wholly && (row[theirs + 1] || (mine < depth() && next[theirs]));
        } else if (mine < depth() && theirs < theirDepth) {
          row[theirs] = next[theirs + 1] && relatesSegment(mine, other, theirs, wholly);
        } else {
          row[theirs] = mine == depth() && theirs == theirDepth;
        }
      }
      boolean[] spare = next;
      next = row;
      row = spare;
    }
    return next[0];
  }

  private boolean relatesSegment(int mine, Segmented other, int theirs, boolean wholly) {
    return coversSegment(mine, other, theirs)
        || (!wholly && other.segmentEquals(theirs, Pattern.ONE));
  }

  private boolean coversSegment(int mine, Segmented literal, int theirs) {
    if (segmentEquals(mine, Pattern.ONE)) {
      return true;
    }
    int start = start(mine);
    int length = end(mine) - start;
    int literalStart = literal.start(theirs);
    return segmentHash(mine) == literal.segmentHash(theirs)
        && length == literal.end(theirs) - literalStart
        && text.regionMatches(start, literal.text, literalStart, length);
  }

  final int segmentsHash() {
    int hash = 0;
    for (int i = 1; i < marks.length; i += 2) {
      hash = 31 * hash + marks[i];
    }
    return hash;
  }

  @Override
  public final String toString() {
    return text;
  }
}
