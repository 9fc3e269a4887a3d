package dev.parley.doors.files;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A bot's mailbox at work, in both directions. */
final class Mailbox implements AutoCloseable {
  private final Site site;
  private final Delivered delivered = new Delivered();
  private final Collector collector;
  private final Copier copier;
  private final Deliverer deliverer;
  private final Worker collecting;
  private final Worker delivering;

  Mailbox(Site site) {
    this.site = site;
    this.copier = new Copier(site);
    this.collector = new Collector(site, delivered, copier);
    this.deliverer = new Deliverer(site, delivered);
    Duration every = site.config().sweepEvery();
    this.collecting = new Worker(site.bot() + "-out", every, this::collect);
    this.delivering = new Worker(site.bot() + "-in", every, this::deliver);
  }

  void start() {
    collecting.start();
    delivering.start();
  }

  Path directory() {
    return site.config().directory().resolve(site.directoryName());
  }

  /** There may be something to take from the outbox, or to copy into it. */
  void onOutboxChanged() {
    collecting.wake();
  }

  /** There may be something to deliver. */
  void onArrived() {
    delivering.wake();
  }

  /** The hub's own deliveries change the inbox all the time. */
  void onInboxChanged(@Nullable Path name) {
    if (name == null || !delivered.has(name)) {
      collecting.wake();
    }
  }

  /** A file that was taken is kept before anybody asks whether it is there. */
  private boolean collect() throws IOException {
    return collector.pass() || copier.pass();
  }

  private boolean deliver() throws IOException {
    site.broker().participants().requireAgent(site.bot());
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
    collecting.stop();
    delivering.close();
    collecting.close();
  }
}
