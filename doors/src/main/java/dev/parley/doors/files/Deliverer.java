package dev.parley.doors.files;

import dev.parley.core.store.Copy;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * From messages to files. A batch is written and synced where the bot does not look, many files at
 * a time, then noted in the journal, then moved into the inbox file by file, then marked delivered
 * in the hub. A file in the journal that is no longer in the staging folder has been moved, whether
 * or not the bot has read and deleted it since: that is what keeps a crash from delivering it
 * again. One thread's own.
 */
final class Deliverer {
  private static final int BATCH = 128;

  private final Site site;
  private final Delivered delivered;
  private boolean recovered;
  private List<Journal.Entry> unmarked = List.of();
  private int filesInInbox = Integer.MAX_VALUE;

  Deliverer(Site site, Delivered delivered) {
    this.site = site;
    this.delivered = delivered;
  }

  /** The folders a delivery passes through. */
  private record Way(Folder state, Folder staging, Folder inbox) {}

  private record Delivery(Copy copy, Path name) {}

  /** Delivers a batch; true when there is more to deliver at once. */
  boolean pass() throws IOException {
    try (Folder root = Folder.root(site.config().directory());
        Folder mailbox = root.child(site.directoryName());
        Folder state = mailbox.child(Layout.STATE);
        Folder staging = state.child(Layout.STAGING);
        Folder inbox = mailbox.child(Layout.INBOX)) {
      Way way = new Way(state, staging, inbox);
      if (!recovered) {
        recover(way);
        recovered = true;
      }
      mark();
      List<Copy> copies = Site.await(site.broker().peek(site.inbox(), BATCH));
      if (copies.isEmpty() || !hasRoom(inbox)) {
        return false;
      }
      // If anything fails from here on, the journal decides what has happened and what has not.
      recovered = false;
      deliver(way, copies);
      recovered = true;
      mark();
      return copies.size() == BATCH;
    }
  }

  private void deliver(Way way, List<Copy> copies) throws IOException {
    List<Journal.Entry> entries = stage(way, copies);
    way.staging.sync();
    site.killPoint().reached(KillPoint.Step.STAGED);
    Journal.write(way.state, entries);
    site.killPoint().reached(KillPoint.Step.JOURNALED);
    show(way, entries);
    unmarked = entries;
  }

  private List<Journal.Entry> stage(Way way, List<Copy> copies) throws IOException {
    Set<PosixFilePermission> permissions = way.inbox.filePermissions();
    List<Delivery> deliveries = new ArrayList<>();
    Set<Path> names = new HashSet<>();
    for (Copy copy : copies) {
      long at = copy.message().timestamp();
      Path name = Path.of(FileNames.of(at, copy.message().id()));
      if (names.contains(name) || way.inbox.exists(name)) {
        name = Path.of(FileNames.inFull(at, copy.message().id()));
      }
      names.add(name);
      deliveries.add(new Delivery(copy, name));
    }
    // In no order: nobody sees them before they are moved, which happens one after the other.
    ManyAtOnce.each(
        deliveries,
        delivery ->
            way.staging.write(
                delivery.name, DeliveryFile.write(site.bot().value(), delivery.copy), permissions));
    return deliveries.stream()
        .map(delivery -> new Journal.Entry(delivery.copy.message().id(), delivery.name))
        .toList();
  }

  /** Moves what is still staged; the order of the syncs is what the journal relies on. */
  private void show(Way way, List<Journal.Entry> entries) throws IOException {
    for (Journal.Entry entry : entries) {
      try {
        delivered.add(entry.name());
        way.staging.move(entry.name(), way.inbox, entry.name());
        site.counts().delivered().increment();
        filesInInbox = filesInInbox == Integer.MAX_VALUE ? filesInInbox : filesInInbox + 1;
        site.killPoint().reached(KillPoint.Step.RENAMED);
      } catch (NoSuchFileException e) {
        // moved before the crash
      }
    }
    way.inbox.sync();
    way.staging.sync();
    site.killPoint().reached(KillPoint.Step.SYNCED);
  }

  private void recover(Way way) throws IOException {
    List<Journal.Entry> entries = Journal.read(way.state);
    show(way, entries);
    unmarked = entries;
    for (Path leftover : way.staging) {
      way.staging.delete(leftover); // written, but never noted: it will be written again
    }
  }

  /** Marking twice does no harm, so it is simply done until it has succeeded. */
  private void mark() {
    if (!unmarked.isEmpty()) {
      Site.await(
          site.broker().ack(site.inbox(), unmarked.stream().map(Journal.Entry::id).toList()));
      site.killPoint().reached(KillPoint.Step.MARKED);
      unmarked = List.of();
    }
  }

  private boolean hasRoom(Folder inbox) {
    if (filesInInbox > site.config().inboxFilesMax() - BATCH) {
      filesInInbox = 0;
      inbox.forEach(_ -> filesInInbox++);
    }
    return filesInInbox <= site.config().inboxFilesMax() - BATCH;
  }
}
