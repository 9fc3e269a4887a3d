package dev.parley.doors;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Envelope;
import dev.parley.core.search.MessageSearch;
import dev.parley.core.search.SearchPage;
import dev.parley.core.search.SearchPage.Highlight;
import dev.parley.core.search.SearchPage.Hit;
import dev.parley.core.search.SearchPage.Range;
import dev.parley.core.search.SearchQuery;
import dev.parley.core.store.MessageStore;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Finds messages whose JSON contains the words as they are; a lone star is no query. */
record FakeSearch(MessageStore store) implements MessageSearch {

  @Override
  public SearchPage search(SearchQuery query) {
    if (query.words().equals("*")) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'q' is a lone star");
    }
    List<Hit> hits =
        store.messagesBelow(Long.MAX_VALUE, 1_000).stream()
            .filter(
                message ->
                    new String(message.json(), StandardCharsets.UTF_8).contains(query.words()))
            .filter(
                message ->
                    query.seenBy() == null
                        || Envelope.parse(message.json()).from().equals(query.seenBy().value()))
            .map(
                message ->
                    new Hit(
                        message,
                        1.5f,
                        List.of(
                            new Highlight(
                                "content",
                                query.words(),
                                List.of(new Range(0, query.words().length()))))))
            .toList();
    return new SearchPage(hits, hits.size(), null);
  }
}
