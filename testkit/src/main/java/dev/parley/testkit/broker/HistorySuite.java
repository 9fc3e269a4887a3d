package dev.parley.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.Refused;
import dev.parley.core.history.HistoryPage;
import dev.parley.core.history.HistoryQuery;
import dev.parley.core.message.MessageType;
import dev.parley.core.store.BoxId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Looking back through an inbox or an outbox. */
@Timeout(60)
abstract class HistorySuite extends BrokerSuite {

  @BeforeEach
  void participants() {
    create("ada", "bob", "eve");
  }

  private void sendMany(int count) {
    for (int i = 0; i < count; i++) {
      send("ada", "bob", "m" + i);
    }
  }

  private HistoryPage page(HistoryQuery query) {
    return result(broker.lookups().history(inbox("bob"), query));
  }

  private List<String> contents(HistoryQuery query) {
    return EnvelopeFields.contents(page(query).copies());
  }

  private static HistoryQuery back(int limit, long before) {
    return new HistoryQuery(limit, before, -1, false, 0, Long.MAX_VALUE, null, null, null);
  }

  private static HistoryQuery between(long fromTime, long toTime) {
    return new HistoryQuery(50, Long.MAX_VALUE, -1, false, fromTime, toTime, null, null, null);
  }

  private static HistoryQuery filtered(
      int limit, @Nullable String from, @Nullable String type, @Nullable String conversation) {
    return new HistoryQuery(
        limit, Long.MAX_VALUE, -1, false, 0, Long.MAX_VALUE, from, type, conversation);
  }

  @Test
  @DisplayName("IN-4 a page of large messages is short and says that there is more")
  void largeMessages() {
    String content = "x".repeat(900_000);
    for (int i = 0; i < 12; i++) {
      send("ada", "bob", content);
    }

    HistoryPage page =
        result(broker.lookups().history(inbox("bob"), HistoryQuery.onwards(100, -1)));

    assertThat(page.copies()).hasSize(5);
    assertThat(page.more()).isTrue();
    assertThat(
            result(broker.lookups().history(inbox("bob"), HistoryQuery.onwards(100, page.after())))
                .copies())
        .hasSize(5);
  }

  @Test
  @DisplayName("IN-1 the newest so many, oldest first, whatever their state")
  void newest() {
    sendMany(5);
    result(broker.receive(inbox("bob"), 3));

    assertThat(contents(HistoryQuery.newest(4))).containsExactly("m1", "m2", "m3", "m4");
    assertThat(statuses(inbox("bob")))
        .containsExactly("delivered", "delivered", "delivered", "pending", "pending");
  }

  @Test
  @DisplayName("IN-1 more is said when, and only when, there is more")
  void more() {
    sendMany(3);

    assertThat(page(HistoryQuery.newest(2)).more()).isTrue();
    assertThat(page(HistoryQuery.newest(3)).more()).isFalse();
    assertThat(page(HistoryQuery.newest(4)).more()).isFalse();
    assertThat(page(HistoryQuery.onwards(2, -1)).more()).isTrue();
    assertThat(page(HistoryQuery.onwards(2, 0)).more()).isFalse();
    assertThat(page(HistoryQuery.onwards(3, -1)).more()).isFalse();
  }

  @Test
  @DisplayName("IN-1 cursors lead back through everything, page by page")
  void pagingBack() {
    sendMany(7);
    List<String> seen = new ArrayList<>();
    long before = Long.MAX_VALUE;
    HistoryPage page;
    do {
      page = page(back(3, before));
      seen.addAll(0, EnvelopeFields.contents(page.copies()));
      before = page.before();
    } while (page.more());

    assertThat(seen).containsExactly("m0", "m1", "m2", "m3", "m4", "m5", "m6");
    assertThat(before).isZero();
  }

  @Test
  @DisplayName("IN-1 cursors lead on through everything, and from the end to what comes later")
  void pagingOn() {
    sendMany(7);
    List<String> seen = new ArrayList<>();
    HistoryPage page = page(HistoryQuery.onwards(3, -1));
    seen.addAll(EnvelopeFields.contents(page.copies()));
    while (page.more()) {
      page = page(HistoryQuery.onwards(3, page.after()));
      seen.addAll(EnvelopeFields.contents(page.copies()));
    }
    assertThat(seen).hasSize(7).startsWith("m0").endsWith("m6");

    HistoryPage nothing = page(HistoryQuery.onwards(3, page.after()));
    assertThat(nothing.copies()).isEmpty();
    assertThat(nothing.after()).isEqualTo(page.after());
    send("ada", "bob", "later");
    assertThat(contents(HistoryQuery.onwards(3, nothing.after()))).containsExactly("later");
  }

  @Test
  @DisplayName("IN-1 the cursors of a page are those of the first and the last copy in it")
  void cursors() {
    sendMany(6);

    HistoryPage newest = page(HistoryQuery.newest(2));
    assertThat(newest.before()).isEqualTo(4);
    assertThat(newest.after()).isEqualTo(5);
    HistoryPage onwards = page(HistoryQuery.onwards(2, 1));
    assertThat(onwards.before()).isEqualTo(2);
    assertThat(onwards.after()).isEqualTo(3);
    HistoryPage empty = result(broker.lookups().history(inbox("eve"), HistoryQuery.newest(2)));
    assertThat(empty).isEqualTo(new HistoryPage(List.of(), -1, -1, false));
  }

  @Test
  @DisplayName("IN-1 a time range takes both its ends")
  void timeRange() {
    for (int i = 0; i < 5; i++) {
      send("ada", "bob", "m" + i);
      time.advance(Duration.ofMillis(100));
    }

    assertThat(contents(between(START + 100, START + 300))).containsExactly("m1", "m2", "m3");
    assertThat(contents(between(START + 301, Long.MAX_VALUE))).containsExactly("m4");
    assertThat(contents(between(0, START))).containsExactly("m0");
    assertThat(contents(between(START + 1_000_000, Long.MAX_VALUE))).isEmpty();
    assertThat(page(between(START + 100, START + 300)).more()).isFalse();
  }

  @Test
  @DisplayName("IN-1 by sender, type and conversation")
  void filters() {
    route(draft("ada", "agent/bob").content("a"));
    route(draft("eve", "agent/bob").content("b").type(MessageType.TASK));
    route(draft("eve", "agent/bob").content("c").conversationId("talk"));
    route(draft("ada", "agent/bob").content("d").type(MessageType.TASK).conversationId("talk"));

    assertThat(contents(filtered(10, "eve", null, null))).containsExactly("b", "c");
    assertThat(contents(filtered(10, null, "task", null))).containsExactly("b", "d");
    assertThat(contents(filtered(10, null, "message", null))).containsExactly("a", "c");
    assertThat(contents(filtered(10, null, null, "talk"))).containsExactly("c", "d");
    assertThat(contents(filtered(10, "ada", "task", "talk"))).containsExactly("d");
    assertThat(contents(filtered(10, "nobody", null, null))).isEmpty();
  }

  @Test
  @DisplayName("IN-1 a filter finds what lies far apart, and says exactly whether there is more")
  void filterOverManyCopies() {
    send("eve", "bob", "first");
    sendMany(300);
    send("eve", "bob", "last");
    sendMany(10);

    HistoryPage one = page(filtered(1, "eve", null, null));
    assertThat(EnvelopeFields.contents(one.copies())).containsExactly("last");
    assertThat(one.more()).isTrue();
    HistoryPage both = page(filtered(2, "eve", null, null));
    assertThat(EnvelopeFields.contents(both.copies())).containsExactly("first", "last");
    assertThat(both.more()).isFalse();
  }

  @Test
  @DisplayName("IN-1 what was cleared away is passed over, also between two cursors that are gone")
  void afterClearing() {
    sendMany(5);
    result(broker.clear(inbox("bob")));
    sendMany(2);

    assertThat(contents(HistoryQuery.newest(10))).containsExactly("m0", "m1");
    assertThat(contents(HistoryQuery.onwards(10, 1))).containsExactly("m0", "m1");
    HistoryQuery gone = new HistoryQuery(10, 4, 1, true, 0, Long.MAX_VALUE, null, null, null);
    assertThat(page(gone)).isEqualTo(new HistoryPage(List.of(), -1, 1, false));
    assertThat(page(back(10, 3))).isEqualTo(new HistoryPage(List.of(), -1, -1, false));
  }

  @Test
  @DisplayName("IN-1 a limit is between 1 and 1,000")
  void limits() {
    assertThatThrownBy(() -> HistoryQuery.newest(0)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> HistoryQuery.newest(1_001)).isInstanceOf(Refused.class);
  }

  @Test
  @DisplayName("IN-5 an outbox keeps everything its sender sent, dead letters too")
  void outbox() {
    send("ada", "bob", "one");
    route(draft("ada", "agent/**").content("two"));
    send("ada", "nobody", "three");
    send("eve", "bob", "another's");

    assertThat(history(BoxId.outbox("ada"))).containsExactly("one", "two", "three");
    result(broker.clear(inbox("bob")));
    restart();
    assertThat(history(BoxId.outbox("ada"))).containsExactly("one", "two", "three");
  }
}
