package dev.parley.doors.files;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import dev.parley.core.journal.Follower;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import dev.parley.identity.audit.AuditLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All mailboxes of a directory: every directory in it that is called like an agent is one. They
 * come and go with their directories.
 */
public final class FileMailboxes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileMailboxes.class);
  private static final int MAILBOXES_MAX = 1_000;

  private final FilesConfig config;
  private final Broker broker;
  private final LongSupplier clock;
  private final AuditLog audit;
  private final Map<String, Mailbox> mailboxes = new ConcurrentHashMap<>();
  private final DirectoryWatch watch;
  private final Worker discovering;
  private final Set<AgentId> broken = new HashSet<>();
  private @Nullable Follower follower;
  private boolean full;

  private FileMailboxes(FilesConfig config, Broker broker, AuditLog audit, LongSupplier clock) {
    this.config = config;
    this.audit = audit;
    this.broker = broker;
    this.clock = clock;
    this.watch = new DirectoryWatch(config.directory());
    this.discovering = new Worker("mailboxes", config.sweepEvery(), this::discover);
  }

  /**
   * Opens the mailboxes there are and watches for more.
   *
   * @throws UncheckedIOException when the directory cannot be used
   */
  public static FileMailboxes start(
      FilesConfig config, Broker broker, AuditLog audit, LongSupplier clock) {
    try {
      Layout.makeDirectory(config.directory());
      requireOwn(config.directory());
      var mailboxes = new FileMailboxes(config, broker, audit, clock);
      // Before mailboxes look for what waits: what comes in between is either seen or wakes them.
      mailboxes.follower =
          broker
              .journal()
              .follow(
                  "files", broker.journal().end(), Follower.Options.AT_ONCE, mailboxes::onFiled);
      boolean _ = mailboxes.discover();
      mailboxes.watch.add(config.directory(), _ -> mailboxes.discovering.wake());
      mailboxes.discovering.start();
      return mailboxes;
    } catch (IOException e) {
      throw new UncheckedIOException("file mailboxes in " + config.directory() + ": " + e, e);
    }
  }

  /** Wakes those whose agents got or said something; what it is they read from the store. */
  private void onFiled(List<FiledMessage> entries) {
    for (FiledMessage entry : entries) {
      for (Filing filing : entry.filings()) {
        switch (filing.box()) {
          case BoxId.AgentInbox(AgentId agent) -> wake(agent.value(), Mailbox::onArrived);
          case BoxId.Outbox(String sender) -> wake(sender, Mailbox::onOutboxChanged);
          case BoxId.SessionInbox _, BoxId.ThreadBox _, BoxId.DeadLetters _ -> {}
        }
      }
    }
  }

  private void wake(String bot, Consumer<Mailbox> how) {
    Mailbox mailbox = mailboxes.get(bot);
    if (mailbox != null) {
      how.accept(mailbox);
    }
  }

  /** Whoever may make a directory there may speak as the agent it is called after. */
  private static void requireOwn(Path directory) throws IOException {
    Folder.root(directory).close();
    var permissions = Files.readAttributes(directory, PosixFileAttributes.class).permissions();
    if (permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new FileSystemException(
          directory.toString(),
          null,
          "others may write there, and so make mailboxes in any agent's name; chmod go-w it");
    }
  }

  /**
   * All agents are made before the first outbox is read: what waits there may be for any of them.
   */
  private boolean discover() throws IOException {
    try (Folder root = Folder.root(config.directory())) {
      List<AgentId> found = new ArrayList<>();
      for (Path entry : root) {
        String name = entry.toString();
        if (Layout.isMailboxName(name)
            && !mailboxes.containsKey(name)
            && isDirectory(root, entry)
            && hasRoom(found.size())) {
          found.add(new AgentId(name));
        }
      }
      found.stream().filter(bot -> worked(bot, this::prepare)).toList().forEach(this::open);
      for (String name : List.copyOf(mailboxes.keySet())) {
        if (!root.exists(Path.of(name))) {
          close(name);
        }
      }
    }
    return false;
  }

  private static boolean isDirectory(Folder root, Path name) throws IOException {
    try {
      return root.attributes(name).isDirectory();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private boolean hasRoom(int found) {
    if (mailboxes.size() + found < MAILBOXES_MAX) {
      return true;
    }
    if (!full) {
      full = true;
      LOG.warn("there are {} mailboxes; further ones are not opened", MAILBOXES_MAX);
    }
    return false;
  }

  /** What is done to a mailbox, and may go wrong. */
  private interface Step {
    void take(AgentId bot) throws IOException;
  }

  /** One that is broken keeps neither the others nor the hub from working. */
  private boolean worked(AgentId bot, Step step) {
    try {
      step.take(bot);
      broken.remove(bot);
      return true;
    } catch (IOException | Refused e) {
      if (broken.add(bot)) {
        LOG.warn("{}: the mailbox cannot be opened: {}", bot, e.toString());
      }
      return false;
    }
  }

  /** Makes what is missing: folders and, the first time, the agent. */
  private void prepare(AgentId bot) throws IOException {
    Path directory = Layout.make(config.directory(), bot);
    if (!Files.exists(directory.resolve(Layout.STATE), LinkOption.NOFOLLOW_LINKS)) {
      // Only the first time: an agent that was deleted later is not brought back by its directory.
      if (broker.participants().agent(bot).isEmpty()) {
        Site.await(broker.participants().createAgent(bot, null, null, null, null));
      }
    }
    Layout.makeState(directory);
  }

  private void open(AgentId bot) {
    Path directory = config.directory().resolve(Layout.directoryName(bot));
    var mailbox = new Mailbox(new Site(config, bot, broker, audit, clock, KillPoint.NONE));
    mailboxes.put(bot.value(), mailbox);
    watch.add(directory.resolve(Layout.OUTBOX), _ -> mailbox.onOutboxChanged());
    watch.add(directory.resolve(Layout.INBOX), mailbox::onInboxChanged);
    mailbox.start();
    LOG.info("{}: mailbox {}", bot, directory);
  }

  private void close(String name) {
    Mailbox gone = mailboxes.remove(name);
    if (gone != null) {
      LOG.info("{}: the mailbox is gone", name);
      gone.close();
    }
  }

  /** What every mailbox has done, in the order of their names. */
  public List<MailboxStatus> status() {
    return mailboxes.values().stream()
        .map(Mailbox::status)
        .sorted(Comparator.comparing(status -> status.bot().value()))
        .toList();
  }

  @Override
  public void close() {
    if (follower != null) {
      follower.close();
    }
    watch.close();
    discovering.close();
    mailboxes.values().parallelStream().forEach(Mailbox::close);
  }
}
