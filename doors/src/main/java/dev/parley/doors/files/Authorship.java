package dev.parley.doors.files;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.StoredMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Whose word a file is. A bot's outbox speaks for that bot. In an inbox lie files that say they are
 * from others; they are believed when the same user owns both mailboxes alone ({@link SameUser}),
 * where the owner has said that inboxes are shared, or when the sender has said the very same.
 */
final class Authorship {

  /** What is to be done with a file. */
  sealed interface Verdict {}

  record Believed(Draft draft) implements Verdict {}

  /** The hub has this message from its sender: the file is a copy of no further use. */
  record SaidAlready() implements Verdict {}

  /** Nobody vouches for it, at least not yet. */
  record Doubted(String why) implements Verdict {}

  private static final byte[] EMPTY_PAYLOAD = {'{', '}'};

  private final Site site;

  Authorship(Site site) {
    this.site = site;
  }

  /**
   * @param folder in which the file lies
   */
  Verdict of(FileMessage message, File file, Folder folder, boolean ownOutbox) throws IOException {
    String own = site.bot().value();
    String said = message.from() == null ? own : message.from();
    MessageId id =
        message.ownId() == null
            ? FileIds.ofFile(
                said, file.name(), file.attributes().lastModifiedTime(), file.content())
            : FileIds.ofOwn(said, message.ownId());
    if (said.equals(own)) {
      return new Believed(message.toDraft(own, id, site.config().limit()));
    }
    if (ownOutbox) {
      throw new Refused(
          ErrorCode.FORBIDDEN,
          "it says it is from another, but '" + own + "' speaks only for itself");
    }
    Draft draft = message.toDraft(said, id, site.config().limit());
    if (hasMailbox(said) && isBelieved(said, file, folder)) {
      return new Believed(draft);
    }
    StoredMessage stored = Site.await(site.broker().lookups().find(id)).orElse(null);
    if (stored != null && isSame(draft, stored)) {
      return new SaidAlready();
    }
    return new Doubted(
        "it says it is from another, and nothing shows that it is: a bot sends by putting files"
            + " into its own outbox, or into the inbox of a bot of the same user");
  }

  private boolean isBelieved(String said, File file, Folder inbox) throws IOException {
    return switch (site.config().drops()) {
      case DOUBTED -> false;
      case SAME_USER ->
          SameUser.wrote(file, inbox, site.config().directory(), site.directoryName(), said);
      case BELIEVED -> true;
    };
  }

  private boolean hasMailbox(String name) {
    return Layout.isMailboxName(name)
        && Files.isDirectory(
            site.config().directory().resolve(name).resolve(Layout.OUTBOX),
            LinkOption.NOFOLLOW_LINKS)
        && site.broker().participants().agent(new AgentId(name)).isPresent();
  }

  /** The message a draft has become, now or when its file was taken before. */
  StoredMessage stored(Draft draft, CompletableFuture<Receipt> receipt) {
    try {
      return Site.await(receipt).message();
    } catch (Refused refused) {
      MessageId id = draft.id();
      if (refused.code() != ErrorCode.CONFLICT || id == null) {
        throw refused;
      }
      // Taken so long ago that the hub no longer calls it a repetition: for a file it still is one.
      StoredMessage earlier = Site.await(site.broker().lookups().find(id)).orElse(null);
      if (earlier != null && isSame(draft, earlier)) {
        return earlier;
      }
      throw refused;
    }
  }

  /** Is this what was said then? */
  static boolean isSame(Draft draft, StoredMessage stored) {
    Draft then = Message.parse(stored.number(), stored.json()).draft();
    return draft.from().equals(then.from())
        && draft.path().equals(then.path())
        && draft.type() == then.type()
        && draft.command().equals(then.command())
        && Objects.equals(draft.content(), then.content())
        && Objects.equals(draft.replyTo(), then.replyTo())
        && Arrays.equals(payload(draft.payload()), payload(then.payload()));
  }

  private static byte[] payload(byte @Nullable [] given) {
    return given == null ? EMPTY_PAYLOAD : given;
  }
}
