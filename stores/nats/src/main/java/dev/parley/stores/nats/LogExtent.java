package dev.parley.stores.nats;

import io.nats.client.api.StreamInfo;

/**
 * Sequences in the stream; an empty one has {@code first = last + 1}.
 *
 * @param bytes on each server
 */
public record LogExtent(long first, long last, long bytes) {
  static LogExtent of(StreamInfo info) {
    var state = info.getStreamState();
    // A stream that never held anything says that it begins at 0.
    return new LogExtent(
        Math.max(1, state.getFirstSequence()), state.getLastSequence(), state.getByteCount());
  }

  /** About how many of the bytes come after that sequence. */
  long bytesAfter(long sequence) {
    long messages = last - first + 1;
    long after = Math.min(messages, last - sequence);
    return messages == 0 ? 0 : (long) ((double) bytes / messages * Math.max(0, after));
  }
}
