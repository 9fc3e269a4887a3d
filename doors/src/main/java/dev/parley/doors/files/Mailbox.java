package dev.parley.doors.files;

import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listener;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Copy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A bot's mailbox at work, in both directions. */
final class Mailbox implements AutoCloseable {
  private static final ListenOptions TO_BE_WOKEN =
      new ListenOptions(AckMode.NONE, ListenOptions.NOW, 1, Duration.ofSeconds(30), 1);

  private final Site site;
  private final Delivered delivered = new Delivered();
  private final Collector collector;
  private final Deliverer deliverer;
  private final Worker collecting;
  private final Worker delivering;
  private volatile @Nullable Listening listening;

  Mailbox(Site site) {
    this.site = site;
    this.collector = new Collector(site, delivered);
    this.deliverer = new Deliverer(site, delivered);
    Duration every = site.config().sweepEvery();
    this.collecting = new Worker(site.bot() + "-out", every, collector::pass);
    this.delivering = new Worker(site.bot() + "-in", every, this::deliver);
  }

  void start() {
    collecting.start();
    delivering.start();
  }

  Path directory() {
    return site.config().directory().resolve(site.directoryName());
  }

  void onOutboxChanged() {
    collecting.wake();
  }

  /** The hub's own deliveries change the inbox all the time. */
  void onInboxChanged(@Nullable Path name) {
    if (name == null || !delivered.has(name)) {
      collecting.wake();
    }
  }

  private boolean deliver() throws IOException {
    site.broker().participants().requireAgent(site.bot());
    if (listening == null) {
      // Before the look at what waits: what comes in between is either seen or wakes.
      listening = Site.await(site.broker().listen(site.inbox(), TO_BE_WOKEN, new Woken()));
    }
    return deliverer.pass();
  }

  MailboxStatus status() {
    String trouble = collecting.trouble() != null ? collecting.trouble() : delivering.trouble();
    Site.Counts counts = site.counts();
    return new MailboxStatus(
        site.bot(),
        counts.taken().sum(),
        counts.delivered().sum(),
        counts.rejected().sum(),
        trouble);
  }

  @Override
  public void close() {
    Listening heard = listening;
    if (heard != null) {
      heard.close();
    }
    collecting.stop();
    delivering.close();
    collecting.close();
  }

  /** Hears of messages only to look for them: what is delivered is read from the store. */
  private final class Woken implements Listener {
    @Override
    public boolean hasRoom() {
      return true;
    }

    @Override
    public void push(Copy copy) {
      delivering.wake();
    }

    @Override
    public void lagging(long cursor) {
      delivering.wake();
    }

    @Override
    public void caughtUp() {
      delivering.wake();
    }

    @Override
    public void ended(Refused why) {
      listening = null;
    }
  }
}
