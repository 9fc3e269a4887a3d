package dev.parley.stores.nats;

import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.NatsMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One entry on its way into the log. Its first part goes alone, because the parts behind it would
 * be stored in vain if it came too late; the others go some at a time without waiting for each
 * other. What has no answer is sent again under the same id until the patience is over.
 */
final class Append {
  /** Leaves room for the headers, which count as well. */
  static final int HEADERS_BYTES_MAX = 512;

  private static final int PART_BYTES_MAX = (1 << 20) - HEADERS_BYTES_MAX;
  private static final int UNDER_WAY_MAX = 8;
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Connection connection;
  private final Api api;
  private final StuckLog stuck;
  private final String stream;
  private final String subject;
  private final String entry;
  private final byte[] bytes;
  private final int length;
  private final long after;
  private final int partBytes;
  private final int count;
  private final long deadline;
  private final long answerNanosMax;

  /** Since an earlier try had no answer, a refusal no longer proves that nothing was stored. */
  private boolean triedBefore;

  private @Nullable Exception trouble;

  Append(
      Connection connection,
      Api api,
      StuckLog stuck,
      NatsSettings settings,
      String entry,
      byte[] bytes,
      int length,
      long after) {
    this.connection = connection;
    this.api = api;
    this.stuck = stuck;
    this.stream = LogStream.name(settings.name());
    this.subject = LogStream.subject(settings.name());
    this.entry = entry;
    this.bytes = bytes;
    this.length = length;
    this.after = after;
    this.partBytes = (int) Math.min(PART_BYTES_MAX, connection.getMaxPayload() - HEADERS_BYTES_MAX);
    if (partBytes < 1) {
      throw new StoreException(Reason.FAILED, "max_payload of the NATS server is too small");
    }
    this.count = Math.max(1, Math.ceilDiv(length, partBytes));
    this.deadline = System.nanoTime() + settings.patience().toNanos();
    this.answerNanosMax =
        Math.clamp(settings.patience().toNanos() / 5, 250_000_000L, 3_000_000_000L);
  }

  /** Returns the sequence of the last part once all are stored. */
  long run() {
    storeAll(0, 1);
    for (int from = 1; from < count; from += UNDER_WAY_MAX) {
      storeAll(from, Math.min(count, from + UNDER_WAY_MAX));
    }
    return after + count;
  }

  /** Those before them are stored. */
  private void storeAll(int from, int to) {
    boolean[] stored = new boolean[to - from];
    int left = stored.length;
    long since = System.nanoTime();
    while (true) {
      @SuppressWarnings({"unchecked", "rawtypes"}) // no arrays of generic types
      @Nullable CompletableFuture<Message>[] answers = new CompletableFuture[stored.length];
      for (int i = from; i < to; i++) {
        answers[i - from] = stored[i - from] ? null : send(i);
      }
      long answersUntil = Math.min(deadline, System.nanoTime() + answerNanosMax);
      for (int i = from; i < to; i++) {
        CompletableFuture<Message> answer = answers[i - from];
        if (answer != null && isStored(i, from, answer, answersUntil)) {
          stored[i - from] = true;
          left--;
        }
      }
      if (left == 0) {
        return;
      }
      triedBefore = true;
      stuck.ifUnansweredSince(since);
      pause();
    }
  }

  private @Nullable CompletableFuture<Message> send(int index) {
    int start = index * partBytes;
    try {
      return connection.request(
          NatsMessage.builder()
              .subject(subject)
              .headers(part(index).headers(after + index))
              .data(Arrays.copyOfRange(bytes, start, Math.min(length, start + partBytes)))
              .build());
    } catch (IllegalStateException e) {
      // Not connected at the moment; nothing was sent.
      trouble = e;
      return null;
    }
  }

  private Part part(int index) {
    return new Part(entry, index, count);
  }

  private boolean isStored(int index, int from, CompletableFuture<Message> answer, long until) {
    try {
      long left = Math.max(0, until - System.nanoTime());
      var ack = new PublishAck(answer.get(left, TimeUnit.NANOSECONDS));
      if (ack.getSeqno() != after + index + 1) {
        throw unknown("the server stored a part in another place, " + ack.getSeqno());
      }
      return true;
    } catch (JetStreamApiException e) {
      return isStoredAlthough(e, index, from);
    } catch (IOException | ExecutionException | TimeoutException | CancellationException e) {
      answer.cancel(true);
      trouble = e;
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown("interrupted");
    }
  }

  private boolean isStoredAlthough(JetStreamApiException refusal, int index, int from) {
    trouble = refusal;
    if (!NatsFailures.isWrongLastSequence(refusal)) {
      if (NatsFailures.isFull(refusal) && !triedBefore) {
        throw NatsFailures.of("take the entry", refusal);
      }
      return false;
    }
    OptionalLong last = NatsFailures.lastSequence(refusal);
    if (last.isPresent() && last.getAsLong() < after + index) {
      if (index == from) {
        throw NatsFailures.lostItsEnd(after + index, last.getAsLong());
      }
      // A part before this one is missing, and is about to be sent again.
      return false;
    }
    // The server compares ids before sequences, so it does not know this one. Where an answer is
    // missing we do not lean on its memory alone, but look at what stands there.
    if (triedBefore && stands(index)) {
      return true;
    }
    throw new Overtaken(after, last.orElse(-1));
  }

  private boolean stands(int index) {
    try {
      long sequence = after + index + 1;
      var found = api.patiently("show a part", asked -> asked.getMessage(stream, sequence));
      return Part.of(found.getHeaders()).filter(part(index)::equals).isPresent();
    } catch (JetStreamApiException e) {
      if (e.getApiErrorCode() == NatsFailures.NO_MESSAGE_FOUND) {
        return false;
      }
      trouble = e;
      throw unknown("the server does not show what it has");
    }
  }

  private void pause() {
    if (System.nanoTime() + PAUSE.toNanos() >= deadline) {
      throw unknown("no answer in time");
    }
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown("interrupted");
    }
  }

  private StoreException unknown(String why) {
    return new StoreException(
        Reason.UNCERTAIN,
        "the NATS servers did not acknowledge the entry after "
            + after
            + " ("
            + why
            + "): it may have been stored, or be stored yet",
        trouble);
  }
}
