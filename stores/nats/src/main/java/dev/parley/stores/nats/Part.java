package dev.parley.stores.nats;

import io.nats.client.impl.Headers;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which part of which entry a message is. Written as the message's id, {@code ENTRY.INDEX.COUNT},
 * so that a part that is sent again is stored once.
 */
record Part(String entry, int index, int count) {
  static final String ID = "Nats-Msg-Id";
  static final String EXPECTED_LAST = "Nats-Expected-Last-Sequence";

  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9-]{1,64})\\.(\\d{1,9})\\.(\\d{1,9})");

  /** Empty for a message that is none of ours: whoever wrote it, it counts for nothing. */
  static Optional<Part> of(@Nullable Headers headers) {
    String id = headers == null ? null : headers.getFirst(ID);
    if (id == null) {
      return Optional.empty();
    }
    Matcher form = FORM.matcher(id);
    if (!form.matches()) {
      return Optional.empty();
    }
    var part =
        new Part(form.group(1), Integer.parseInt(form.group(2)), Integer.parseInt(form.group(3)));
    return part.index < part.count ? Optional.of(part) : Optional.empty();
  }

  boolean isLast() {
    return index == count - 1;
  }

  /** Stored only if the stream ends at {@code after}. */
  Headers headers(long after) {
    return new Headers().add(ID, id()).add(EXPECTED_LAST, String.valueOf(after));
  }

  String id() {
    return entry + "." + index + "." + count;
  }
}
