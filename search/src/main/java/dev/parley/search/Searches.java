package dev.parley.search;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.journal.Journal;
import dev.parley.core.search.Audience;
import dev.parley.core.search.SearchPage;
import dev.parley.core.search.SearchPage.Hit;
import dev.parley.core.search.SearchQuery;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.StoredMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.search.Weight;
import org.jspecify.annotations.Nullable;

/** Turns queries into Lucene's and what it finds into pages. */
final class Searches {
  /** So many are counted; of more it is only said that there are so many. */
  private static final int COUNTED_MAX = 10_000;

  private static final SortField NEWEST =
      LongField.newSortField(Fields.NUMBER, true, SortedNumericSelector.Type.MIN);

  private static final Sort BEST_THEN_NEWEST = new Sort(SortField.FIELD_SCORE, NEWEST);

  private final Journal journal;
  private final Audience audience;
  private final Words words;

  Searches(Journal journal, Audience audience, Words words) {
    this.journal = journal;
    this.audience = audience;
    this.words = words;
  }

  SearchPage run(IndexSearcher searcher, SearchQuery query, LongConsumer onGone)
      throws IOException {
    Query wanted = words.parse(query.words());
    BooleanQuery.Builder filtered = new BooleanQuery.Builder().add(wanted, Occur.MUST);
    filter(filtered, query);
    FieldDoc after = query.cursor() == null ? null : after(query.cursor(), searcher);
    TopFieldDocs top =
        searcher.searchAfter(after, filtered.build(), query.limit() + 1, BEST_THEN_NEWEST, false);
    List<Hit> hits = new ArrayList<>();
    int shown = Math.min(top.scoreDocs.length, query.limit());
    Weight weight =
        searcher.createWeight(searcher.rewrite(wanted), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (int i = 0; i < shown; i++) {
      Hit hit = hit(searcher, weight, (FieldDoc) top.scoreDocs[i], onGone);
      if (hit != null && mayBeShown(hit.message(), query.seenBy())) {
        hits.add(hit);
      }
    }
    boolean more = top.scoreDocs.length > query.limit();
    long total = searcher.count(filtered.build());
    return new SearchPage(
        hits,
        Math.min(total, COUNTED_MAX),
        more ? cursor((FieldDoc) top.scoreDocs[shown - 1]) : null);
  }

  private void filter(BooleanQuery.Builder all, SearchQuery query) {
    exact(all, Fields.FROM, query.from());
    exact(all, Fields.TYPE, query.type());
    String to = query.to();
    if (to != null && to.indexOf('/') >= 0) {
      exact(all, Fields.PATH, path(to));
    } else {
      exact(all, Fields.TO, to);
    }
    if (query.since() > 0 || query.until() < Long.MAX_VALUE) {
      all.add(LongPoint.newRangeQuery(Fields.TIME, query.since(), query.until() - 1), Occur.FILTER);
    }
    if (query.seenBy() != null) {
      String agent = query.seenBy().value();
      long since = audience.since(query.seenBy());
      Query itsOwn =
          new BooleanQuery.Builder()
              .add(
                  new BooleanQuery.Builder()
                      .add(new TermQuery(new Term(Fields.FROM, agent)), Occur.SHOULD)
                      .add(new TermQuery(new Term(Fields.TO, agent)), Occur.SHOULD)
                      .build(),
                  Occur.FILTER)
              .add(LongField.newRangeQuery(Fields.NUMBER, since, Long.MAX_VALUE), Occur.FILTER)
              .build();
      all.add(
          new BooleanQuery.Builder()
              .add(itsOwn, Occur.SHOULD)
              .add(new TermQuery(new Term(Fields.TO_LATER, agent)), Occur.SHOULD)
              .build(),
          Occur.FILTER);
    }
  }

  /** Of what is older than the agent only that is its own which it has a copy of. */
  private boolean mayBeShown(StoredMessage message, @Nullable AgentId seenBy) {
    return seenBy == null
        || message.number() >= audience.since(seenBy)
        || audience.reached(message.id(), seenBy);
  }

  private static String path(String text) {
    try {
      return Path.parse(text).text();
    } catch (InvalidAddress e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'to': " + e.getMessage());
    }
  }

  private static void exact(BooleanQuery.Builder all, String field, @Nullable String value) {
    if (value != null) {
      all.add(new TermQuery(new Term(field, value)), Occur.FILTER);
    }
  }

  private @Nullable Hit hit(
      IndexSearcher searcher, Weight weight, FieldDoc found, LongConsumer onGone)
      throws IOException {
    long number = ((Number) found.fields[1]).longValue();
    List<FiledMessage> next = journal.read(number - 1, 1);
    if (next.isEmpty() || next.getFirst().number() != number) {
      onGone.accept(number);
      return null;
    }
    StoredMessage message = next.getFirst().message();
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(found.doc, leaves));
    MessageText text = MessageText.of(message.json());
    return new Hit(
        message,
        score(found),
        Highlighter.highlights(weight.matches(leaf, found.doc - leaf.docBase), text));
  }

  // ---- where a page ends

  private static float score(FieldDoc doc) {
    return ((Number) doc.fields[0]).floatValue();
  }

  /** Without the number as it is, which would tell how much others have said. */
  private String cursor(FieldDoc last) {
    long number = ((Number) last.fields[1]).longValue();
    return Integer.toHexString(Float.floatToIntBits(score(last)))
        + "-"
        + journal.hiddenNumbers().hide(number);
  }

  /** Numbers are unique, so the document only has to be one that exists. */
  private FieldDoc after(String cursor, IndexSearcher searcher) {
    int dash = cursor.indexOf('-');
    try {
      float score = Float.intBitsToFloat(Integer.parseUnsignedInt(cursor, 0, dash, 16));
      long number = journal.hiddenNumbers().reveal(Long.parseLong(cursor.substring(dash + 1)));
      int doc = Math.max(0, searcher.getIndexReader().maxDoc() - 1);
      return new FieldDoc(doc, score, new Object[] {score, number});
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'cursor' is none of a search");
    }
  }
}
