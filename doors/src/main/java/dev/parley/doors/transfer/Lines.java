package dev.parley.doors.transfer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Text cut at its newlines. */
final class Lines {
  private Lines() {}

  /** What follows the last newline is a line only if there is something. */
  static List<byte[]> of(byte[] text) {
    List<byte[]> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= text.length; i++) {
      if (i == text.length || text[i] == '\n') {
        if (i < text.length || i > start) {
          lines.add(Arrays.copyOfRange(text, start, i));
        }
        start = i + 1;
      }
    }
    return lines;
  }
}
