package dev.parley.doors.http.body;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a {@code multipart/form-data} body (RFC 7578), one after the other, each piece by
 * piece as it comes: nothing is whole in memory but what its reader keeps. One thread, which
 * blocks.
 */
public final class MultipartReader {
  private static final Pattern BOUNDARY =
      Pattern.compile(
          "multipart/form-data\\s*;.*?boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70})).*",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern NAME =
      Pattern.compile("[;\\s]name=(?:\"([^\"]*)\"|([^\\s;\"]+))", Pattern.CASE_INSENSITIVE);
  private static final int HEADERS_MAX = 8 << 10;
  private static final int PARTS_MAX = 32;
  private static final byte[] BLANK_LINE = {'\r', '\n', '\r', '\n'};

  private final Supplier<@Nullable Buffer> pump;
  private final byte[] delimiter;

  /** What was fetched and not read; it begins as if a line had ended before the body. */
  private byte[] buffer = {'\r', '\n'};

  private int from;
  private boolean inPart;
  private int parts;

  /**
   * @param contentType as the request has it
   * @throws Refused when it is none
   */
  public MultipartReader(BodyPump pump, @Nullable String contentType) {
    this(pump::next, contentType);
  }

  MultipartReader(Supplier<@Nullable Buffer> pump, @Nullable String contentType) {
    Matcher matcher = BOUNDARY.matcher(contentType == null ? "" : contentType);
    if (!matcher.matches()) {
      throw bad("the body must be multipart/form-data with a boundary");
    }
    String quoted = matcher.group(1);
    this.pump = pump;
    this.delimiter = ("\r\n--" + (quoted == null ? matcher.group(2) : quoted)).getBytes(UTF_8);
  }

  private static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, why);
  }

  /** The name of the next part, or null when there is none. What is left of this one is skipped. */
  public @Nullable String next() {
    if (parts == 0) {
      skipPreamble();
    }
    while (inPart) {
      var _ = chunk();
    }
    need(2);
    if (buffer[from] == '-' && buffer[from + 1] == '-') {
      return null;
    }
    if (++parts > PARTS_MAX) {
      throw bad("the body has more than " + PARTS_MAX + " parts");
    }
    String headers = headers();
    Matcher name = NAME.matcher(disposition(headers));
    if (!name.find()) {
      throw bad("a part of the body has no name");
    }
    inPart = true;
    return name.group(1) == null ? name.group(2) : name.group(1);
  }

  /** What stands before the first part is nobody's; most clients send nothing there. */
  private void skipPreamble() {
    inPart = true;
    while (inPart) {
      byte[] skipped = chunk();
      if (skipped != null && skipped.length > HEADERS_MAX) {
        throw bad("the body does not begin with its boundary");
      }
    }
  }

  private static String disposition(String headers) {
    for (String line : headers.split("\r\n")) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-disposition:")) {
        return line;
      }
    }
    return "";
  }

  /** Everything up to the blank line, of which the end of the delimiter's line may be a part. */
  private String headers() {
    int end = find(BLANK_LINE);
    while (end < 0) {
      if (buffer.length - from > HEADERS_MAX) {
        throw bad("a part of the body has too long headers");
      }
      fetch();
      end = find(BLANK_LINE);
    }
    String headers = new String(buffer, from, end - from, UTF_8);
    from = end + BLANK_LINE.length;
    // An empty part's delimiter begins with the line end before: there has to be one.
    return headers;
  }

  /** The next piece of the part that was named last; null at its end. Never empty. */
  public byte @Nullable [] chunk() {
    while (inPart) {
      int end = find(delimiter);
      if (end == from) {
        from += delimiter.length;
        inPart = false;
        return null;
      }
      int sure = end >= 0 ? end : buffer.length - delimiter.length + 1;
      if (sure > from) {
        byte[] piece = Arrays.copyOfRange(buffer, from, sure);
        from = sure;
        return piece;
      }
      fetch();
    }
    return null;
  }

  /** All of the part that was named last. */
  public byte[] whole(int bytesMax) {
    Buffer all = Buffer.buffer();
    for (byte[] piece = chunk(); piece != null; piece = chunk()) {
      if (all.length() + piece.length > bytesMax) {
        throw new Refused(
            ErrorCode.TOO_LARGE, "this part of the body has at most " + bytesMax + " bytes");
      }
      all.appendBytes(piece);
    }
    return all.getBytes();
  }

  private int find(byte[] wanted) {
    for (int at = from; at + wanted.length <= buffer.length; at++) {
      if (Arrays.equals(buffer, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at;
      }
    }
    return -1;
  }

  private void need(int bytes) {
    while (buffer.length - from < bytes) {
      fetch();
    }
  }

  private void fetch() {
    Buffer more = pump.get();
    if (more == null) {
      throw bad("the body ends in the middle of a part");
    }
    int left = buffer.length - from;
    byte[] joined = new byte[left + more.length()];
    System.arraycopy(buffer, from, joined, 0, left);
    more.getBytes(joined, left);
    buffer = joined;
    from = 0;
  }
}
