package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.Path;
import dev.parley.core.blob.BlobHolders;
import dev.parley.core.blob.Blobs;
import dev.parley.core.blob.Blobs.Upload;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.ForwardingStore;
import dev.parley.core.time.SystemTime;
import dev.parley.stores.blobs.FileBlobs;
import dev.parley.testkit.broker.Senders;
import dev.parley.testkit.store.MemoryStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobSweepTest {
  private static final Duration LONG_AGO = BlobSweep.LEFT_ALONE.plusDays(1);

  @TempDir private java.nio.file.Path folder;
  private final MemoryStore store = new MemoryStore();
  private final SystemTime time = new SystemTime();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private FileBlobs blobs;

  @BeforeEach
  void open() {
    blobs = FileBlobs.open(folder, 1_000);
  }

  @AfterEach
  void close() {
    broker.close();
    time.close();
  }

  private String put(String text, Duration ago) throws IOException {
    try (Upload upload = blobs.upload()) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      upload.write(bytes, 0, bytes.length);
      var blob = upload.finish("text/plain");
      Files.setLastModifiedTime(blob.file(), FileTime.from(Instant.now().minus(ago)));
      return blob.sha256();
    }
  }

  private void mention(String name) {
    Draft draft =
        Draft.from("ada")
            .to(Path.parse("agent/bob"))
            .extras(
                ("\"attachments\":[{\"sha256\":\"" + name + "\"}]")
                    .getBytes(StandardCharsets.UTF_8))
            .build();
    broker.blobHolders().onStored(name, 1, null, 1).join();
    broker.route(draft, Senders.ownerAs("ada")).join();
  }

  private int sweep() {
    return new BlobSweep(blobs, broker.blobHolders(), store, time).sweep();
  }

  @Test
  void whatNoMessageRefersToGoes() throws IOException {
    String kept = put("kept", LONG_AGO);
    String unused = put("unused", LONG_AGO);
    mention(kept);

    assertThat(sweep()).isEqualTo(1);

    assertThat(blobs.find(kept)).isPresent();
    assertThat(blobs.find(unused)).isEmpty();
    assertThat(sweep()).isZero();
  }

  @Test
  void whatIsAttachedWhileMessagesAreLookedThroughStays() throws IOException {
    String name = put("just in time", LONG_AGO);
    FileBlobs attachedMeanwhile = blobs;
    Blobs looking =
        (Blobs)
            Proxy.newProxyInstance(
                Blobs.class.getClassLoader(),
                new Class<?>[] {Blobs.class},
                (_, method, args) -> {
                  if (method.getName().equals("delete")) {
                    throw new AssertionError("it is attached by now");
                  }
                  return method.invoke(attachedMeanwhile, args);
                });
    BlobSweep sweep =
        new BlobSweep(
            looking,
            broker.blobHolders(),
            new ForwardingStore(store) {
              @Override
              public List<FiledMessage> messagesFrom(long number, int limit) {
                List<FiledMessage> found = super.messagesFrom(number, limit);
                if (found.isEmpty()) {
                  mention(name);
                }
                return found;
              }
            },
            time);

    assertThat(sweep.sweep()).isZero();

    assertThat(blobs.find(name)).isPresent();
  }

  @Test
  void whatRecordsKeepStaysUntilTheLastOfThemLetsItGo() throws IOException {
    String name = put("a program", LONG_AGO);
    for (int i = 0; i < 2; i++) {
      var _ = broker.transactions().run(tx -> keep(tx, name)).join();
    }
    assertThat(sweep()).isZero();
    var _ = broker.transactions().run(tx -> letGo(tx, name)).join();
    assertThat(sweep()).isZero();
    assertThat(blobs.find(name)).isPresent();
    var _ = broker.transactions().run(tx -> letGo(tx, name)).join();
    assertThat(sweep()).isEqualTo(1);
    assertThat(blobs.find(name)).isEmpty();
  }

  @Test
  void whatIsKeptWhileMessagesAreLookedThroughStays() throws IOException {
    String name = put("just published", LONG_AGO);
    BlobSweep sweep =
        new BlobSweep(
            blobs,
            broker.blobHolders(),
            new ForwardingStore(store) {
              @Override
              public List<FiledMessage> messagesFrom(long number, int limit) {
                var _ = broker.transactions().run(tx -> keep(tx, name)).join();
                return super.messagesFrom(number, limit);
              }
            },
            time);
    assertThat(sweep.sweep()).isZero();
    assertThat(blobs.find(name)).isPresent();
  }

  private static boolean keep(Tx tx, String name) {
    BlobHolders.keep(tx, name);
    return true;
  }

  private static boolean letGo(Tx tx, String name) {
    BlobHolders.letGo(tx, name);
    return true;
  }

  @Test
  void whatWasStoredLatelyStays() throws IOException {
    String young = put("young", Duration.ZERO);

    assertThat(sweep()).isZero();
    assertThat(blobs.find(young)).isPresent();
  }

  @Test
  void storingTheSameAgainMakesItYoung() throws IOException {
    String name = put("again", LONG_AGO);
    try (Upload upload = blobs.upload()) {
      upload.write("again".getBytes(StandardCharsets.UTF_8), 0, 5);
      upload.finish("text/plain");
    }

    assertThat(sweep()).isZero();
    assertThat(blobs.find(name)).isPresent();
  }
}
