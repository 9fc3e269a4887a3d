package dev.parley.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageType;
import dev.parley.core.search.SearchPage;
import dev.parley.core.search.SearchPage.Highlight;
import dev.parley.core.search.SearchPage.Range;
import dev.parley.core.search.SearchQuery;
import dev.parley.core.store.BoxId;
import dev.parley.core.time.SystemTime;
import dev.parley.testkit.broker.Senders;
import dev.parley.testkit.store.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchIndexTest {
  @TempDir java.nio.file.Path directory;

  private final MemoryStore store = new MemoryStore();
  private final SystemTime time = new SystemTime();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private SearchIndex index;

  @BeforeEach
  void start() {
    for (String agent : new String[] {"ada", "bob"}) {
      broker.participants().createAgent(new AgentId(agent), null, null, null, null).join();
    }
    index = SearchIndex.open(directory, broker.journal(), broker.lookups());
  }

  @AfterEach
  void close() {
    index.close();
    broker.close();
    time.close();
  }

  private void say(String from, String path, String content) {
    send(Draft.from(from).to(Path.parse(path)).content(content));
  }

  private void send(Draft.Builder draft) {
    broker.route(draft.build(), Senders.of(draft.build())).join();
  }

  private static SearchQuery words(String words) {
    return query(words, null, null, null, null, null, 100);
  }

  private static SearchQuery query(
      String words, String from, String to, String type, AgentId seenBy, String cursor, int limit) {
    return new SearchQuery(words, from, to, type, 0, Long.MAX_VALUE, seenBy, cursor, limit);
  }

  private List<String> found(SearchQuery query) {
    return index.search(query).hits().stream()
        .map(hit -> MessageText.of(hit.message().json()).content())
        .toList();
  }

  /** The index follows within a moment; until then a search may find less. */
  private void expect(SearchQuery query, String... contents) {
    await().untilAsserted(() -> assertThat(found(query)).containsExactlyInAnyOrder(contents));
  }

  @Test
  void wordsPhrasesPrefixesExclusionsAndAlternatives() {
    say("ada", "agent/bob", "The quick brown fox");
    say("ada", "agent/bob", "a brown quick dog");
    say("ada", "agent/bob", "Foxes and hounds");

    expect(words("QUICK"), "The quick brown fox", "a brown quick dog");
    expect(words("quick fox"), "The quick brown fox");
    expect(words("\"quick brown\""), "The quick brown fox");
    expect(words("fox*"), "The quick brown fox", "Foxes and hounds");
    expect(words("brown -dog"), "The quick brown fox");
    expect(words("dog OR hounds"), "a brown quick dog", "Foxes and hounds");
    expect(words("-quick"), "Foxes and hounds");
    expect(words("cat"));
  }

  @Test
  void payloadCommandAndTopicAreSearchedToo() {
    send(
        Draft.from("ada")
            .to(Path.parse("agent/bob"))
            .command("analyze")
            .topic("weather")
            .content("one")
            .payload("{\"a\":[\"Tokyo\",{\"b\":\"rain\"}]}".getBytes(StandardCharsets.UTF_8)));

    expect(words("tokyo rain"), "one");
    expect(words("analyze"), "one");
    expect(words("weather"), "one");
  }

  @Test
  void filtersNarrowWhatIsFound() {
    say("ada", "agent/bob", "hello bob");
    say("bob", "agent/ada", "hello ada");
    say("bob", "news/today", "hello all");
    send(
        Draft.from("bob").to(Path.parse("agent/ada")).type(MessageType.TASK).content("hello task"));

    expect(query("hello", "ada", null, null, null, null, 10), "hello bob");
    expect(query("hello", null, "ada", null, null, null, 10), "hello ada", "hello task");
    expect(query("", null, "news/today", null, null, null, 10), "hello all");
    expect(query("hello", null, null, "task", null, null, 10), "hello task");
    expect(
        query("hello", null, null, null, new AgentId("ada"), null, 10),
        "hello bob",
        "hello ada",
        "hello task");
    expect(new SearchQuery("hello", null, null, null, 0, 1, null, null, 10));
    expect(
        new SearchQuery("hello", "ada", null, null, 1, time.millis() + 60_000, null, null, 10),
        "hello bob");
  }

  @Test
  void whatMatchedIsMarkedByRanges() {
    say("ada", "agent/bob", "see the <b>Fox</b> run; the fox!");

    await().until(() -> !found(words("fox")).isEmpty());
    List<Highlight> highlights = index.search(words("fox")).hits().getFirst().highlights();

    assertThat(highlights)
        .containsExactly(
            new Highlight(
                "content",
                "see the <b>Fox</b> run; the fox!",
                List.of(new Range(11, 14), new Range(28, 31))));
  }

  @Test
  void aLongTextIsCutAroundTheFirstMatch() {
    say("ada", "agent/bob", "x ".repeat(500) + "needle" + " y".repeat(500));

    await().until(() -> !found(words("needle")).isEmpty());
    Highlight cut = index.search(words("needle")).hits().getFirst().highlights().getFirst();

    assertThat(cut.text().length()).isLessThanOrEqualTo(240);
    Range range = cut.ranges().getFirst();
    assertThat(cut.text().substring(range.start(), range.end())).isEqualTo("needle");
  }

  @Test
  void pagesFollowEachOtherWithoutGapsOrRepeats() {
    for (int i = 0; i < 25; i++) {
      say("ada", "agent/bob", "page " + i);
    }
    await().until(() -> index.search(words("page")).total() == 25);

    List<String> all = new ArrayList<>();
    String cursor = null;
    do {
      SearchPage page = index.search(query("page", null, null, null, null, cursor, 10));
      page.hits().forEach(hit -> all.add(MessageText.of(hit.message().json()).content()));
      cursor = page.next();
    } while (cursor != null);

    assertThat(all).hasSize(25).doesNotHaveDuplicates().startsWith("page 24").endsWith("page 0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"never closed", "*", "*fox", "f*x", "a*", "fo?* *", "- * x", "-fox OR dog"})
  void aBadQueryIsRefusedWithAReason(String bad) {
    assertThatThrownBy(() -> index.search(words(bad)))
        .isInstanceOf(Refused.class)
        .hasMessageStartingWith("'q' ");
  }

  @Test
  void queriesAreBounded() {
    assertThatThrownBy(() -> index.search(words("x".repeat(1_001)))).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> index.search(words("xx ".repeat(33)))).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> index.search(query("x", null, null, null, null, "no cursor", 10)))
        .isInstanceOf(Refused.class);
  }

  @Test
  void anIndexGoesOnWhereItWasAfterARestart() {
    say("ada", "agent/bob", "before");
    expect(words("before"), "before");
    index.close();
    say("ada", "agent/bob", "meanwhile");

    index = SearchIndex.open(directory, broker.journal(), broker.lookups());

    expect(words("before OR meanwhile"), "before", "meanwhile");
  }

  @Test
  void aDeletedIndexIsBuiltAnew() throws IOException {
    say("ada", "agent/bob", "kept in the store");
    expect(words("kept"), "kept in the store");
    index.close();
    try (Stream<java.nio.file.Path> files = Files.list(directory)) {
      for (java.nio.file.Path file : files.toList()) {
        Files.delete(file);
      }
    }

    index = SearchIndex.open(directory, broker.journal(), broker.lookups());

    expect(words("kept"), "kept in the store");
  }

  @Test
  void aDamagedIndexIsBuiltAnew() throws IOException {
    say("ada", "agent/bob", "kept in the store");
    expect(words("kept"), "kept in the store");
    index.close();
    try (Stream<java.nio.file.Path> files = Files.list(directory)) {
      for (java.nio.file.Path file :
          files.filter(f -> f.getFileName().toString().startsWith("segments")).toList()) {
        Files.writeString(file, "this was an index once");
      }
    }

    index = SearchIndex.open(directory, broker.journal(), broker.lookups());

    expect(words("kept"), "kept in the store");
  }

  @Test
  void whoGetsADeadLetterAfterAllFindsIt() {
    say("ada", "agent/late", "a letter for later");
    broker.participants().createAgent(new AgentId("late"), null, null, null, null).join();
    assertThat(found(query("letter", null, null, null, new AgentId("late"), null, 100))).isEmpty();

    broker.replayDeadLetters(List.of()).join();

    expect(query("letter", null, null, null, new AgentId("late"), null, 100), "a letter for later");
    expect(words("letter"), "a letter for later");
  }

  @Test
  void anAgentFindsNothingOfOneThatHadItsNameBefore() {
    AgentId bob = new AgentId("bob");
    say("bob", "agent/ada", "letter from the first");
    say("ada", "agent/bob", "letter to the first");
    say("ada", "agent/bob,late", "letter to the first and another");
    expect(
        query("letter", null, null, null, bob, null, 100),
        "letter from the first",
        "letter to the first",
        "letter to the first and another");
    broker.participants().deleteAgent(bob).join();
    AgentId late = new AgentId("late");
    broker.participants().createAgent(late, null, null, null, null).join();
    // This files the message again of which the first had a copy.
    broker.replayDeadLetters(List.of()).join();
    broker.participants().createAgent(bob, null, null, null, null).join();
    say("ada", "agent/bob", "letter to the second");

    expect(query("letter", null, null, null, late, null, 100), "letter to the first and another");
    expect(query("letter", null, null, null, bob, null, 100), "letter to the second");
    expect(query("letter", null, "bob", null, bob, null, 100), "letter to the second");
    expect(
        words("letter"),
        "letter from the first",
        "letter to the first",
        "letter to the first and another",
        "letter to the second");
  }

  @Test
  void whatTheStoreNoLongerHasIsNotFound() {
    say("ada", "agent/bob", "soon gone");
    expect(words("gone"), "soon gone");
    broker.clear(BoxId.inbox(new AgentId("bob"))).join();
    broker.clear(BoxId.outbox("ada")).join();
    assertThat(store.sweep(100)).isEqualTo(1);

    assertThat(found(words("gone"))).isEmpty();
  }
}
