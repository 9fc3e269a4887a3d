package dev.parley.doors.files;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.StoredMessage;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From files to messages. A pass takes files in the order of their names, routes many at a time,
 * and consumes each once its message is durable. One thread's own.
 */
final class Collector {
  private static final Logger LOG = LoggerFactory.getLogger(Collector.class);
  private static final int LISTED_MAX = 4_096;
  private static final int UNDERWAY_MAX = 256;
  private static final long UNDERWAY_BYTES_MAX = 16L << 20;
  private static final int COMPLAINTS_MAX = 1_000;

  /** A file whose message is on its way. */
  private record Taking(
      Folder folder, Path name, Draft draft, CompletableFuture<Receipt> receipt) {}

  private final Site site;
  private final Rejects rejects;
  private final Authorship authorship;
  private final Delivered delivered;
  private final Copier copier;
  private final Patience outboxPatience;
  private final Patience inboxPatience;
  private final Set<Path> complaints = new HashSet<>();

  Collector(Site site, Delivered delivered, Copier copier) {
    this.site = site;
    this.copier = copier;
    this.delivered = delivered;
    this.rejects = new Rejects(site);
    this.authorship = new Authorship(site);
    FilesConfig config = site.config();
    this.outboxPatience = new Patience(config.quiet(), config.patience(), site.clock());
    this.inboxPatience = new Patience(config.quiet(), config.patience(), site.clock());
  }

  /**
   * Takes what can be taken now.
   *
   * @return whether there is more that could not be looked at in one pass
   * @throws Refused when the hub cannot take anything at the moment; what was not taken stays
   */
  boolean pass() throws IOException {
    site.broker().participants().requireAgent(site.bot());
    try (Folder root = Folder.root(site.config().directory());
        Folder mailbox = root.child(site.directoryName());
        Folder outbox = mailbox.child(Layout.OUTBOX);
        Folder inbox = mailbox.child(Layout.INBOX);
        Audit audit = new Audit(root)) {
      boolean more = pass(mailbox, outbox, null, outboxPatience, audit);
      Delivered.Look look = delivered.look();
      more |= pass(mailbox, inbox, look, inboxPatience, audit);
      return more;
    }
  }

  /** Files that are being waited for. */
  int waiting() {
    return outboxPatience.waiting() + inboxPatience.waiting();
  }

  private boolean pass(
      Folder mailbox, Folder folder, Delivered.@Nullable Look look, Patience patience, Audit audit)
      throws IOException {
    Listing listing =
        Listing.of(folder, look == null ? FileNames::isMessage : look::isUnknown, LISTED_MAX);
    if (look != null) {
      look.end();
    }
    if (listing.complete()) {
      patience.retain(Set.copyOf(listing.names()));
    }
    if (listing.names().isEmpty()) {
      return false;
    }
    if (!Files.isWritable(folder.path())) {
      // Before anything is routed: what cannot be consumed would be looked at for ever.
      throw new AccessDeniedException(
          folder.path().toString(), null, "files cannot be taken out of it: it is not writable");
    }
    List<Taking> underway = new ArrayList<>();
    long bytes = 0;
    int taken = 0;
    for (Path name : listing.names()) {
      File file = opened(mailbox, folder, name, patience);
      if (file == null) {
        continue;
      }
      Taking taking = begin(mailbox, folder, file, patience);
      if (taking != null) {
        underway.add(taking);
        bytes += file.content().length;
        if (underway.size() == UNDERWAY_MAX || bytes > UNDERWAY_BYTES_MAX) {
          taken += finish(mailbox, underway, patience, audit);
          bytes = 0;
        }
      }
    }
    taken += finish(mailbox, underway, patience, audit);
    return !listing.complete() && taken > 0;
  }

  private @Nullable File opened(Folder mailbox, Folder folder, Path name, Patience patience)
      throws IOException {
    try {
      return switch (File.open(folder, name, site.config().fileBytesMax())) {
        case File file -> file;
        case File.Unusable unusable -> {
          if (!unusable.mayChange() || !patience.has(name, unusable.attributes())) {
            reject(mailbox, folder, name, unusable.why(), patience);
          }
          yield null;
        }
      };
    } catch (NoSuchFileException e) {
      return null; // its writer has thought better of it
    } catch (IOException e) {
      // One that cannot be read must not keep the others waiting.
      complain(name, "cannot be read", e);
      return null;
    }
  }

  private @Nullable Taking begin(Folder mailbox, Folder folder, File file, Patience patience)
      throws IOException {
    Path name = file.name();
    site.killPoint().reached(KillPoint.Step.READ);
    boolean ownOutbox = folder.path().endsWith(Layout.OUTBOX);
    try {
      FileMessage message = FileMessage.read(file.content());
      if (message.deliveredByHub() && !ownOutbox) {
        delivered.add(name);
        return null;
      }
      return switch (authorship.of(message, file, folder, ownOutbox)) {
        case Authorship.Believed(Draft draft) ->
            new Taking(folder, name, draft, site.broker().route(draft, speaker(draft)));
        case Authorship.SaidAlready _ -> {
          patience.forget(name);
          folder.delete(name);
          yield null;
        }
        case Authorship.Doubted(String why) -> {
          if (!patience.has(name, file.attributes())) {
            reject(mailbox, folder, name, why, patience);
          }
          yield null;
        }
      };
    } catch (Refused refused) {
      if (refused.code().retryable()) {
        throw refused;
      }
      audit(name, refused);
      boolean halfWritten = refused.code() == ErrorCode.BAD_JSON;
      if (!halfWritten || !patience.has(name, file.attributes())) {
        reject(mailbox, folder, name, String.valueOf(refused.getMessage()), patience);
      }
      return null;
    }
  }

  private Sender speaker(Draft draft) {
    return site.visitOf(new AgentId(draft.from())).senderAs(draft.from());
  }

  private void audit(Path name, Refused refused) {
    if (refused.isDenial()) {
      site.audit().done(site.visitOf(site.bot()), "file", FileNames.safe(name), refused);
    }
  }

  private int finish(Folder mailbox, List<Taking> underway, Patience patience, Audit audit)
      throws IOException {
    int finished = 0;
    Refused later = null;
    for (Taking taking : underway) {
      try {
        StoredMessage stored = authorship.stored(taking.draft, taking.receipt);
        site.killPoint().reached(KillPoint.Step.ROUTED);
        keep(audit, taking, stored);
        site.killPoint().reached(KillPoint.Step.CONSUMED);
        patience.forget(taking.name);
        site.counts().taken().increment();
        finished++;
      } catch (NoSuchFileException e) {
        LOG.debug("{}: {} was gone when it should have been moved", site.bot(), taking.name, e);
      } catch (Refused refused) {
        if (refused.code().retryable()) {
          later = refused;
        } else {
          audit(taking.name, refused);
          reject(
              mailbox, taking.folder, taking.name, String.valueOf(refused.getMessage()), patience);
        }
      }
    }
    underway.clear();
    if (later != null) {
      throw later;
    }
    return finished;
  }

  private void keep(Audit audit, Taking taking, StoredMessage stored) throws IOException {
    String sender = taking.draft.from();
    if (sender.equals(site.bot().value())) {
      audit.keep(sender, taking.folder, taking.name, stored);
      copier.onKept(stored.id());
    } else {
      audit.keepDropped(sender, taking.folder, taking.name, stored, site.config().fileBytesMax());
    }
  }

  /** One that cannot even be moved away must not keep the others waiting. */
  private void reject(Folder mailbox, Folder folder, Path name, String why, Patience patience) {
    try {
      rejects.reject(mailbox, folder, name, why);
      patience.forget(name);
      complaints.remove(name);
    } catch (IOException e) {
      complain(name, "cannot be rejected (" + why + ")", e);
    }
  }

  /** Once, and not with every pass. */
  private void complain(Path name, String what, IOException e) {
    if (complaints.size() < COMPLAINTS_MAX && complaints.add(name)) {
      LOG.warn("{}: {} {}: {}", site.bot(), FileNames.safe(name), what, e.toString());
    }
  }
}
