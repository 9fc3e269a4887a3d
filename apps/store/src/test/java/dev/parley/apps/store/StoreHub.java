package dev.parley.apps.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.MessageId;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.stores.blobs.FileBlobs;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A hub with a store, and people who publish there. */
final class StoreHub implements AutoCloseable {
  static final byte[] ELF = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0};
  static final byte[] PE = {'M', 'Z', 0, 0};
  static final Visit OWNER = new Visit(new Principal.Owner(), Door.REST, "");

  /** What a bot was told. */
  record Told(String bot, MessageId id, String content) {}

  final ManualTime time;
  final MemoryStore records;
  final Path folder;
  final Blobs blobs;
  final Broker broker;
  final Store store;
  final List<Told> told = new CopyOnWriteArrayList<>();

  /** Bots that take nothing now. */
  final Set<String> full = ConcurrentHashMap.newKeySet();

  StoreHub(Path folder) {
    this(folder, new MemoryStore(), new ManualTime(1_790_000_000_000L));
  }

  private StoreHub(Path folder, MemoryStore records, ManualTime time) {
    this.folder = folder;
    this.records = records;
    this.time = time;
    this.blobs = FileBlobs.open(folder.resolve("blobs"), 1 << 20);
    this.broker = new Broker(records, time, BrokerConfig.DEFAULT).start();
    this.store =
        Store.open(broker, blobs, folder.resolve("app-store"), "https://store.example", this::tell);
  }

  private void tell(AgentId bot, MessageId id, byte[] content) {
    if (full.contains(bot.value())) {
      throw new Refused(ErrorCode.OVERLOADED, "its inbox is full");
    }
    told.add(new Told(bot.value(), id, new String(content, UTF_8)));
  }

  /** The next hub on what this one leaves. */
  StoreHub restarted() {
    close();
    return new StoreHub(folder, records, time);
  }

  /** Another hub of the same cluster, with a disk of its own. */
  Store beside(Path otherFolder) {
    return Store.open(broker, blobs, otherFolder, "", this::tell);
  }

  /** A person with an account of the hub and one of the store. */
  Visit publisher(String name) {
    Visit by = person(name);
    Account _ = store.accounts().create(by, name + " Inc.", null);
    return by;
  }

  Visit person(String name) {
    AgentId id = new AgentId(name);
    var _ = broker.participants().createAgentOf(id, id, name, null, null, "hash-" + name).join();
    return new Visit(new Principal.AgentPrincipal(id), Door.REST, "");
  }

  AgentId bot(Visit of, String name) {
    AgentId id = new AgentId(name);
    AgentId person = of.who().scope();
    var _ =
        (person == null
                ? broker.participants().createAgent(id, null, null, null, "hash-" + name)
                : broker.participants().createAgentOf(person, id, null, null, null, "hash-" + name))
            .join();
    return id;
  }

  static byte[] manifest(String id, String version) {
    return "{\"id\":\"%s\",\"name\":\"App\",\"version\":\"%s\",\"provides\":[\"tool:a\"]}"
        .formatted(id, version)
        .getBytes(UTF_8);
  }

  StoreApp draft(Visit by, String id, String version) {
    return store
        .publishing()
        .create(
            by,
            AppFields.named("App " + id, version).withFiles(manifest(id, version), "# How to use"));
  }

  Blob program(byte[] bytes) {
    try (Blobs.Upload upload = blobs.upload()) {
      upload.write(bytes, 0, bytes.length);
      return upload.finish("application/octet-stream");
    }
  }

  Binary upload(Visit by, StoreApp app, String platform, byte[] bytes) {
    return store
        .publishing()
        .add(by, app.id(), platform, program(bytes), AppFields.named("", "").withFiles(null, null));
  }

  StoreApp submitted(Visit by, String id, String version) {
    StoreApp app = draft(by, id, version);
    Binary _ = upload(by, app, "linux-amd64", ELF);
    return store.publishing().submit(by, app.id(), null);
  }

  StoreApp published(Visit by, String id) {
    return store.review().approve(OWNER, submitted(by, id, "1.0.0").id());
  }

  /** A version after the first. */
  StoreApp next(Visit by, StoreApp app, String version) {
    StoreApp _ =
        store
            .publishing()
            .update(
                by,
                app.id(),
                new AppFields(
                    null,
                    version,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    manifest(app.manifestId(), version),
                    null));
    Binary _ = upload(by, app, "linux-amd64", elf(version));
    StoreApp _ = store.publishing().submit(by, app.id(), version);
    return store.review().approve(OWNER, app.id());
  }

  static byte[] elf(String more) {
    byte[] bytes = new byte[ELF.length + more.length()];
    System.arraycopy(ELF, 0, bytes, 0, ELF.length);
    System.arraycopy(more.getBytes(UTF_8), 0, bytes, ELF.length, more.length());
    return bytes;
  }

  @Override
  public void close() {
    store.close();
    broker.close();
  }
}
