package dev.parley.stores.nats;

import static dev.parley.stores.nats.Hubs.append;
import static dev.parley.stores.nats.Hubs.appendAtTheEnd;
import static dev.parley.stores.nats.Hubs.appendMany;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.core.store.StoreException;
import dev.parley.testkit.nats.NatsServers;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.NatsMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log on one healthy server; each test has a stream of its own. */
class ClusterLogTest {
  private static final AtomicInteger NAMES = new AtomicInteger();

  @TempDir static Path folder;
  private static NatsServers servers;

  private final Hubs hubs = new Hubs();
  private final String name = "test" + NAMES.incrementAndGet();

  @BeforeAll
  static void start() {
    servers = NatsServers.alone(folder);
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  @AfterEach
  void close() {
    hubs.close();
  }

  private ClusterLog hub() {
    return hubs.open(servers, name, 1);
  }

  private static Heard follow(ClusterLog log, long after) {
    var heard = new Heard();
    log.follow(after, heard);
    return heard;
  }

  @Test
  void whatIsAppendedIsToldInOrderToThoseThereAndToThoseWhoComeLater() {
    ClusterLog log = hub();
    Heard early = follow(log, 0);

    long one = append(log, "one", 0);
    long two = append(log, "two", one);

    await().untilAsserted(() -> assertThat(early.texts()).containsExactly("one", "two"));
    assertThat(early.entries).extracting(Heard.Entry::sequence).containsExactly(one, two);
    Heard late = follow(hub(), one);
    await().untilAsserted(() -> assertThat(late.texts()).containsExactly("two"));
    assertThat(late.connections).containsExactly(true);
  }

  @Test
  void anEmptyLogEndsBeforeItBegins() {
    assertThat(hub().extent()).isEqualTo(new LogExtent(1, 0, 0));
  }

  @Test
  void anEntryMayBeEmpty() {
    ClusterLog log = hub();
    Heard heard = follow(log, 0);
    append(log, "", 0);
    await().untilAsserted(() -> assertThat(heard.texts()).containsExactly(""));
  }

  @Test
  void anEntryThatIsOvertakenLeavesNothing() {
    ClusterLog log = hub();
    ClusterLog other = hub();
    long first = append(other, "quicker", 0);

    assertThatThrownBy(() -> append(log, "slower", 0))
        .isInstanceOfSatisfying(Overtaken.class, e -> assertThat(e.last()).isEqualTo(first));

    assertThat(log.extent().last()).isEqualTo(first);
  }

  @Test
  void aPlaceBeyondTheEndIsRefused() {
    ClusterLog log = hub();
    long last = append(log, "one", 0);

    assertThatThrownBy(() -> append(log, "two", last + 5))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.CORRUPT))
        .hasMessageContaining("made anew");
    assertThat(log.extent().last()).isEqualTo(last);
  }

  @Test
  void twoWritersRacingStoreEachEntryOnceAndAllReadersAgreeOnTheOrder() {
    ClusterLog here = hub();
    ClusterLog there = hub();
    Heard heardHere = follow(here, 0);
    Heard heardThere = follow(there, 0);

    var racing =
        List.of(
            appendMany(here, heardHere, "here", 500), appendMany(there, heardThere, "there", 500));
    racing.forEach(CompletableFuture::join);

    await().until(() -> heardHere.entries.size() >= 1000 && heardThere.entries.size() >= 1000);
    assertThat(heardHere.texts()).hasSize(1000).doesNotHaveDuplicates();
    assertThat(heardThere.entries).isEqualTo(heardHere.entries);
    assertThat(heardHere.texts().stream().filter(text -> text.startsWith("here")))
        .isEqualTo(IntStream.range(0, 500).mapToObj(i -> "here" + i).toList());
  }

  @Test
  void entriesLargerThanAMessageComeOutWholeAlsoWhenTheirWritersRace() {
    ClusterLog here = hub();
    ClusterLog there = hub();
    Heard heardHere = follow(here, 0);
    Heard heardThere = follow(there, 0);
    String large = "x".repeat(3 << 20);

    List.of(
            appendMany(here, heardHere, large + "a", 4),
            appendMany(there, heardThere, large + "b", 4))
        .forEach(CompletableFuture::join);

    await().until(() -> heardHere.entries.size() >= 8 && heardThere.entries.size() >= 8);
    var expected = new ArrayList<String>();
    for (int i = 0; i < 4; i++) {
      expected.add(large + "a" + i);
      expected.add(large + "b" + i);
    }
    assertThat(heardHere.texts().equals(heardThere.texts())).isTrue();
    assertThat(
            heardHere.texts().stream()
                .sorted()
                .toList()
                .equals(expected.stream().sorted().toList()))
        .isTrue();
  }

  @Test
  void halfAnEntryIsLeftOutForEverybody() throws Exception {
    ClusterLog log = hub();
    Heard there = follow(log, 0);
    long first = append(log, "before", 0);
    sendPart(new Part("dead", 0, 3), "half ", first);
    sendPart(new Part("dead", 1, 3), "an entry", first + 1);

    await().until(() -> there.position == first + 2);
    appendAtTheEnd(log, there, "after");

    Heard late = follow(hub(), 0);
    await().untilAsserted(() -> assertThat(late.texts()).containsExactly("before", "after"));
    await().untilAsserted(() -> assertThat(there.texts()).containsExactly("before", "after"));
    // What comes of it now comes too late.
    sendPart(new Part("dead", 2, 3), "late", first + 3);
    await().until(() -> late.position == first + 4 && there.position == first + 4);
    assertThat(late.texts()).containsExactly("before", "after");
  }

  @Test
  void whoStoppedInTheMiddleOfAnEntryHearsAllOfItOnceItsRestIsThere() throws Exception {
    ClusterLog log = hub();
    long first = append(log, "before", 0);
    sendPart(new Part("slow", 0, 2), "slow ", first);
    Heard heard = follow(log, first + 1);
    await().until(() -> !heard.connections.isEmpty());

    sendPart(new Part("slow", 1, 2), "entry", first + 1);

    await().untilAsserted(() -> assertThat(heard.texts()).containsExactly("slow entry"));
  }

  @Test
  void whatOthersPutIntoTheStreamCountsForNothing() throws Exception {
    ClusterLog log = hub();
    Heard heard = follow(log, 0);
    try (Connection stranger = Nats.connect(servers.get(0).url())) {
      stranger.jetStream().publish(LogStream.subject(name), "no entry".getBytes(UTF_8));
    }

    await().until(() -> heard.position == 1);
    append(log, "an entry", 1);
    await().untilAsserted(() -> assertThat(heard.texts()).containsExactly("an entry"));
  }

  private void sendPart(Part part, String text, long after) throws Exception {
    try (Connection writer = Nats.connect(servers.get(0).url())) {
      writer
          .jetStream()
          .publish(
              NatsMessage.builder()
                  .subject(LogStream.subject(name))
                  .headers(part.headers(after))
                  .data(text)
                  .build());
    }
  }

  @Test
  void whoIsBehindWhatWasPurgedIsToldWhereTheLogBegins() {
    ClusterLog log = hub();
    long one = append(log, "one", 0);
    long two = append(log, "two", one);
    append(log, "three", two);

    log.purgeThrough(two);

    assertThat(log.extent().first()).isEqualTo(two + 1);
    Heard behind = follow(log, 0);
    await().untilAsserted(() -> assertThat(behind.gone).containsExactly(two + 1));
    Heard upToDate = follow(log, two);
    await().untilAsserted(() -> assertThat(upToDate.texts()).containsExactly("three"));
    assertThat(behind.entries).isEmpty();
  }

  @Test
  void aPurgeBeyondTheEndEmptiesTheLogAndItGoesOnFromThere() {
    ClusterLog log = hub();
    long one = append(log, "one", 0);

    log.purgeThrough(one + 1000);

    assertThat(log.extent()).isEqualTo(new LogExtent(one + 1, one, 0));
    Heard heard = follow(log, one);
    append(log, "two", one);
    await().untilAsserted(() -> assertThat(heard.texts()).containsExactly("two"));
  }

  @Test
  void aPurgeSparesAnEntryThatIsNotWhole() throws Exception {
    ClusterLog log = hub();
    long first = append(log, "before", 0);
    sendPart(new Part("slow", 0, 2), "slow ", first);

    log.purgeThrough(first + 1);

    assertThat(log.extent().first()).isEqualTo(first + 1);
    sendPart(new Part("slow", 1, 2), "entry", first + 1);
    Heard heard = follow(log, first);
    await().untilAsserted(() -> assertThat(heard.texts()).containsExactly("slow entry"));
  }

  @Test
  void aLogMadeAnewHasAnotherIdentityAndItsFollowersAreTold() throws Exception {
    ClusterLog log = hub();
    assertThat(hub().identity()).isEqualTo(log.identity()).isNotEmpty();
    Heard heard = follow(log, 0);
    append(log, "one", 0);
    await().until(() -> !heard.entries.isEmpty());

    try (Connection admin = Nats.connect(servers.get(0).url())) {
      admin.jetStreamManagement().deleteStream(LogStream.name(name));
    }
    ClusterLog anew = hub();

    assertThat(anew.identity()).isNotEqualTo(log.identity());
    append(anew, "other", 0);
    await().untilAsserted(() -> assertThat(heard.gone).containsExactly(1L));
    assertThat(heard.texts()).containsExactly("one");
  }

  @Test
  void replicasThatCannotBeHadAreRefusedWithAWayOut() {
    assertThatThrownBy(() -> hubs.open(servers, name, 3))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("3 copies")
        .hasMessageContaining("nats.replicas=1")
        .hasMessageContaining("two minutes");
  }

  @Test
  void aStreamOfAnotherKindIsRefused() throws Exception {
    try (Connection admin = Nats.connect(servers.get(0).url())) {
      admin
          .jetStreamManagement()
          .addStream(
              StreamConfiguration.builder()
                  .name(LogStream.name(name))
                  .subjects(LogStream.subject(name))
                  .storageType(StorageType.Memory)
                  .build());
    }
    assertThatThrownBy(this::hub)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("storage must be file")
        .hasMessageContaining("nats.name");
  }

  @Test
  void aServerThatIsNotThereIsNamedWithoutThePassword() {
    var settings =
        new NatsSettings(
            List.of("nats://ada:secret@127.0.0.1:1"),
            name,
            1,
            new NatsLogin.None(),
            Duration.ofMillis(500));
    assertThat(settings.toString()).doesNotContain("secret");
    assertThatThrownBy(() -> ClusterLog.open(settings))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("nats://127.0.0.1:1")
        .hasMessageNotContaining("secret");
  }

  @Test
  void itTellsAboutItsServer() {
    ClusterLog log = hub();
    append(log, "one", 0);
    Cluster cluster = log.cluster();
    assertThat(cluster.url()).isEqualTo(servers.get(0).url());
    assertThat(cluster.leader()).isEqualTo("n0");
    assertThat(cluster.serverVersion()).isNotEmpty();
    assertThat(cluster.followers()).isEmpty();
    assertThat(cluster.bytes()).isPositive();
  }

  @Test
  void nothingIsToldAfterClosing() {
    ClusterLog log = hub();
    Heard heard = follow(log, 0);
    await().until(() -> !heard.connections.isEmpty());
    log.close();

    append(hub(), "one", 0);

    assertThat(heard.entries).isEmpty();
    assertThatThrownBy(() -> append(log, "two", 1)).hasMessageContaining("closed");
  }

  @Test
  void whoeverLooksAgainMissesNothingAndIsToldNothingTwice() {
    ClusterLog log = hubs.open(servers, "looked-at-again", 1);
    var heard = new Heard();
    log.follow(0, heard);
    append(log, "one", 0);
    await().until(() -> heard.position == 1);

    log.lookAgain();
    append(log, "two", 1);

    await().until(() -> heard.connections.equals(List.of(true, false, true)));
    append(log, "three", 2);
    await().until(() -> heard.position == 3);
    assertThat(heard.texts()).containsExactly("one", "two", "three");
  }
}
