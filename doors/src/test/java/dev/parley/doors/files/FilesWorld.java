package dev.parley.doors.files;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.time.SystemTime;
import dev.parley.identity.audit.AuditLog;
import dev.parley.testkit.broker.Senders;
import dev.parley.testkit.store.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A hub with mailboxes whose passes are made by hand, on the caller's thread. What a crash leaves
 * is the store and the directory: {@link #crash} throws everything else away.
 */
final class FilesWorld implements AutoCloseable {
  final Path root;
  private final MemoryStore store = new MemoryStore();
  private final SystemTime time = new SystemTime();
  private final FilesConfig config;
  long clock = 1_771_250_280_123L;
  Broker broker;

  FilesWorld(Path directory) {
    this(FilesConfig.in(directory.resolve("bot-messages")));
  }

  FilesWorld(FilesConfig config) {
    this.config = config;
    this.root = config.directory();
    this.broker = newBroker();
  }

  private Broker newBroker() {
    return new Broker(store, time, BrokerConfig.DEFAULT).start();
  }

  FilesWorld bots(String... names) throws Exception {
    for (String name : names) {
      AgentId bot = new AgentId(name);
      Layout.makeState(Layout.make(root, bot));
      broker.participants().createAgent(bot, null, null, null, null).get(10, TimeUnit.SECONDS);
    }
    return this;
  }

  Site site(String bot, KillPoint killPoint) {
    return new Site(config, new AgentId(bot), broker, audit(), () -> clock, killPoint);
  }

  AuditLog audit() {
    return new AuditLog(broker.records(), time, AuditLog.Keep.DEFAULT);
  }

  Collector collector(String bot) {
    return collector(bot, KillPoint.NONE);
  }

  Collector collector(String bot, KillPoint killPoint) {
    Site site = site(bot, killPoint);
    return new Collector(site, new Delivered(), new Copier(site));
  }

  Copier copier(String bot, KillPoint killPoint) {
    return new Copier(site(bot, killPoint));
  }

  Deliverer deliverer(String bot) {
    return deliverer(bot, KillPoint.NONE);
  }

  Deliverer deliverer(String bot, KillPoint killPoint) {
    return new Deliverer(site(bot, killPoint), new Delivered());
  }

  /** The process is gone; a new one finds the store and the directory. */
  void crash() {
    broker.close();
    broker = newBroker();
  }

  Path outbox(String bot) {
    return root.resolve(bot).resolve(Layout.OUTBOX);
  }

  Path inbox(String bot) {
    return root.resolve(bot).resolve(Layout.INBOX);
  }

  Path rejected(String bot) {
    return root.resolve(bot).resolve(Layout.REJECTED);
  }

  Path drop(Path folder, String name, String json) throws IOException {
    return Files.writeString(folder.resolve(name), json.replace('\'', '"'));
  }

  void send(String from, String to, String content) throws Exception {
    Draft draft =
        Draft.from(from)
            .to(dev.parley.core.address.Path.agent(new AgentId(to)))
            .content(content)
            .build();
    broker.route(draft, Senders.of(draft)).get(10, TimeUnit.SECONDS);
  }

  /** Everything an agent's inbox has received, oldest first. */
  List<Message> received(String bot) throws Exception {
    return box(BoxId.inbox(new AgentId(bot))).stream()
        .map(copy -> Message.parse(copy.message().number(), copy.message().json()))
        .toList();
  }

  List<String> contents(String bot) throws Exception {
    return received(bot).stream()
        .map(message -> String.valueOf(message.draft().content()))
        .toList();
  }

  List<Copy> box(BoxId box) throws Exception {
    return store.readForward(box, 0, 100_000);
  }

  /** Names of plain files, sorted. */
  static List<String> files(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(entry -> !Files.isDirectory(entry) || Files.isSymbolicLink(entry))
          .map(entry -> entry.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  /** The audit copies of a bot, whatever day it is. */
  List<Path> sent(String bot) throws IOException {
    try (Stream<Path> entries = Files.walk(outbox(bot).resolve(Layout.SENT))) {
      return entries.filter(Files::isRegularFile).sorted().toList();
    }
  }

  String reason(String bot, String name) throws IOException {
    return Files.readString(rejected(bot).resolve(name + ".reason.txt"));
  }

  @Override
  public void close() {
    Broker last = broker;
    Thread.ofPlatform()
        .start(
            () -> {
              last.close();
              time.close();
              store.close();
            });
  }
}
