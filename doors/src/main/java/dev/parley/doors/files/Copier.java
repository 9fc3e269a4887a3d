package dev.parley.doors.files;

import dev.parley.core.history.HistoryPage;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.StoredMessage;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Puts a copy of what a bot has said through other doors beside the files that were taken from it.
 * It follows the bot's outbox in the hub and notes how far it has come; after a crash in between it
 * finds by their names and ids the copies that it has made. One thread's own, the {@link
 * Collector}'s, which has moved a file there before this looks whether there is one.
 */
final class Copier {
  private static final int BATCH = 128;
  private static final int KEPT_MAX = 10_000;
  private static final int UNNOTED_MAX = 4_096;

  private final Site site;
  private final Set<MessageId> kept = new HashSet<>();
  private final Set<String> unnotedDays = new HashSet<>();
  private final int bytesMax;
  private long after = Progress.UNKNOWN;
  private int unnoted;

  Copier(Site site) {
    this.site = site;
    // A copy says what it says twice, once in short and once as a whole.
    this.bytesMax = (int) Math.min(Integer.MAX_VALUE - 8L, 4L * site.config().fileBytesMax());
  }

  /** The file of this message has been moved there, so it need not be looked for. */
  void onKept(MessageId id) {
    if (kept.size() < KEPT_MAX) {
      kept.add(id);
    }
  }

  /** Copies a batch; true when there is more. */
  boolean pass() throws IOException {
    try (Folder root = Folder.root(site.config().directory());
        Folder mailbox = root.child(site.directoryName());
        Folder state = mailbox.child(Layout.STATE);
        Audit audit = new Audit(root)) {
      if (after == Progress.UNKNOWN) {
        after = Progress.read(state);
      }
      HistoryPage said =
          Site.await(
              site.broker().lookups().sentBy(site.bot(), HistoryQuery.onwards(BATCH, after)));
      boolean copied = false;
      for (Copy copy : said.copies()) {
        copied |= copy(audit, copy.message());
        unnotedDays.add(FileNames.day(copy.message().timestamp()));
      }
      unnoted += said.copies().size();
      // Looking at a file twice costs less than a note for every file that was taken.
      if (copied || unnoted > UNNOTED_MAX) {
        note(state, audit, said.after());
      }
      after = said.after();
      return said.more();
    }
  }

  /** What lies before the note is not looked for again, so it has to be on disk by then. */
  private void note(Folder state, Audit audit, long position) throws IOException {
    for (String day : unnotedDays) {
      audit.onKept(site.bot().value(), day);
    }
    audit.sync();
    site.killPoint().reached(KillPoint.Step.COPIED);
    Progress.write(state, position);
    unnotedDays.clear();
    unnoted = 0;
  }

  private boolean copy(Audit audit, StoredMessage message) throws IOException {
    String sender = site.bot().value();
    if (kept.remove(message.id()) || audit.has(sender, message, bytesMax)) {
      return false;
    }
    audit.copy(sender, message);
    return true;
  }
}
