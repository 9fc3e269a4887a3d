package dev.parley.memory;

import dev.parley.agents.memory.Layer;
import dev.parley.agents.memory.Memory;
import dev.parley.agents.memory.MemoryIndex.Hit;
import dev.parley.core.store.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The index on disk; one that cannot be read makes room for a new one. */
final class OpenIndex implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenIndex.class);
  private static final double BUFFER_MEGABYTES = 32;

  /** Ranks count less the further down they are; the usual constant. */
  private static final double RANK_BASE = 60;

  /** Of each way of finding, how many are looked at for each that is wanted. */
  private static final int DEPTH = 4;

  private static final int TERMS_MAX = 64;

  /** Words that say nothing: a question has them in common with everything. */
  private static final List<String> IDLE =
      List.of(
          ("a an and are as at be but by did do does for from had has have he her his how i if in"
               + " into is it its my no not of on or our she so such that the their then there"
               + " these they this to was we were what when where which who why will with you your")
              .split(" "));

  private final Directory directory;
  private final Analyzer analyzer = new StandardAnalyzer(new CharArraySet(IDLE, true));
  private final IndexWriter writer;
  private final SearcherManager searchers;

  private OpenIndex(Path path) throws IOException {
    Files.createDirectories(path);
    directory = FSDirectory.open(path);
    writer =
        new IndexWriter(
            directory,
            new IndexWriterConfig(analyzer)
                .setRAMBufferSizeMB(BUFFER_MEGABYTES)
                .setOpenMode(IndexWriterConfig.OpenMode.CREATE_OR_APPEND));
    searchers = new SearcherManager(writer, null);
  }

  static OpenIndex at(Path path) throws IOException {
    try {
      return new OpenIndex(path);
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("the index of memories cannot be read and is built anew: {}", e.toString());
      Folders.delete(path);
      return new OpenIndex(path);
    }
  }

  void put(Memory memory, float @Nullable [] vector) throws IOException {
    writer.updateDocument(Documents.key(memory.key()), Documents.of(memory, vector));
  }

  void remove(String key) throws IOException {
    writer.deleteDocuments(Documents.key(key));
  }

  void commit() throws IOException {
    writer.commit();
  }

  void refresh() throws IOException {
    searchers.maybeRefreshBlocking();
  }

  /** When what is there under each key was brought up to date. */
  Map<String, Long> updates() throws IOException {
    refresh();
    IndexSearcher searcher = searchers.acquire();
    try {
      Map<String, Long> updates = new HashMap<>();
      StoredFields stored = searcher.storedFields();
      int count = Math.max(1, searcher.getIndexReader().numDocs());
      for (ScoreDoc doc : searcher.search(MatchAllDocsQuery.INSTANCE, count).scoreDocs) {
        Document document = stored.document(doc.doc);
        updates.put(
            document.get(Documents.KEY),
            document.getField(Documents.UPDATED).numericValue().longValue());
      }
      return updates;
    } finally {
      searchers.release(searcher);
    }
  }

  /**
   * Both ways of finding are ranked, and the ranks added up, because their scores cannot be
   * compared.
   */
  List<Hit> search(
      String agent, Set<Layer> layers, String query, float @Nullable [] vector, int limit)
      throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      Query among = Documents.among(agent, layers);
      int depth = limit * DEPTH;
      Map<Integer, Double> scores = new HashMap<>();
      Map<Integer, Double> similar = new HashMap<>();
      Query words = words(query);
      if (words != null) {
        Query filtered =
            new BooleanQuery.Builder().add(words, Occur.MUST).add(among, Occur.FILTER).build();
        rank(searcher.search(filtered, depth).scoreDocs, scores);
      }
      if (vector != null) {
        ScoreDoc[] near =
            searcher.search(new KnnFloatVectorQuery(Documents.VECTOR, vector, depth, among), depth)
                .scoreDocs;
        rank(near, scores);
        for (ScoreDoc doc : near) {
          similar.put(doc.doc, doc.score * 2.0 - 1);
        }
      }
      StoredFields stored = searcher.storedFields();
      List<Hit> hits = new ArrayList<>();
      for (Map.Entry<Integer, Double> each :
          scores.entrySet().stream()
              .sorted(
                  Map.Entry.<Integer, Double>comparingByValue(Comparator.reverseOrder())
                      .thenComparing(Map.Entry.comparingByKey()))
              .limit(limit)
              .toList()) {
        hits.add(
            new Hit(
                stored.document(each.getKey()).get(Documents.ID),
                each.getValue(),
                similar.getOrDefault(each.getKey(), 0.0)));
      }
      return hits;
    } finally {
      searchers.release(searcher);
    }
  }

  private static void rank(ScoreDoc[] found, Map<Integer, Double> scores) {
    for (int i = 0; i < found.length; i++) {
      scores.merge(found[i].doc, 1 / (RANK_BASE + i + 1), Double::sum);
    }
  }

  /** Any of the words; null when there is none. */
  private @Nullable Query words(String text) throws IOException {
    Set<String> terms = new HashSet<>();
    try (TokenStream tokens = analyzer.tokenStream(Documents.TEXT, text)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken() && terms.size() < TERMS_MAX) {
        terms.add(term.toString());
      }
      tokens.end();
    }
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    terms.forEach(term -> any.add(new TermQuery(new Term(Documents.TEXT, term)), Occur.SHOULD));
    return terms.isEmpty() ? null : any.build();
  }

  @Override
  public void close() throws IOException {
    searchers.close();
    writer.close();
    directory.close();
  }
}
