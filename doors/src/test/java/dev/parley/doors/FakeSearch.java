package dev.parley.doors;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Envelope;
import dev.parley.core.search.MessageSearch;
import dev.parley.core.search.SearchPage;
import dev.parley.core.search.SearchPage.Highlight;
import dev.parley.core.search.SearchPage.Hit;
import dev.parley.core.search.SearchPage.Range;
import dev.parley.core.search.SearchQuery;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Finds messages whose JSON contains all the words, newest first; a lone star is no query. */
record FakeSearch(MessageStore store) implements MessageSearch {

  @Override
  public SearchPage search(SearchQuery query) {
    if (query.words().equals("*")) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'q' is a lone star");
    }
    List<Hit> all =
        store.messagesBelow(Long.MAX_VALUE, 1_000).stream()
            .filter(message -> hasWords(message, query.words()))
            .filter(message -> query.from() == null || from(message).equals(query.from()))
            .filter(message -> query.seenBy() == null || isSeenBy(message, query.seenBy()))
            .map(message -> new Hit(message, 1.5f, List.of(highlight(query.words()))))
            .toList();
    int start = query.cursor() == null ? 0 : Integer.parseInt(query.cursor());
    int end = Math.min(all.size(), start + query.limit());
    return new SearchPage(
        all.subList(start, end), all.size(), end < all.size() ? Integer.toString(end) : null);
  }

  private static boolean hasWords(StoredMessage message, String words) {
    String text = new String(message.json(), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    return Stream.of(words.toLowerCase(Locale.ROOT).split(" ")).allMatch(text::contains);
  }

  private boolean isSeenBy(StoredMessage message, AgentId agent) {
    return from(message).equals(agent.value())
        || store.copiesOf(message.id()).stream()
            .anyMatch(copy -> copy.box().equals(BoxId.inbox(agent)));
  }

  private static String from(StoredMessage message) {
    return Envelope.parse(message.json()).from();
  }

  private static Highlight highlight(String words) {
    return new Highlight("content", words, List.of(new Range(0, words.length())));
  }
}
