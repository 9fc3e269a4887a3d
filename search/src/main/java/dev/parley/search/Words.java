package dev.parley.search;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/**
 * What people type into a search box: words that must all be there, {@code "phrases"}, {@code
 * prefix*}, {@code -without}, and {@code OR} between two of them. Nothing a query can say takes
 * longer than a look at the terms with a given prefix: there are no leading wildcards and no
 * patterns.
 */
final class Words {
  private static final int CHARS_MAX = 1_000;
  private static final int PARTS_MAX = 32;
  private static final int PREFIX_MIN = 2;

  private final Analyzer analyzer;

  Words(Analyzer analyzer) {
    this.analyzer = analyzer;
  }

  private record Part(String text, boolean phrase, boolean without) {}

  /**
   * @throws Refused when it cannot be understood
   */
  Query parse(String text) {
    if (text.length() > CHARS_MAX) {
      throw bad("has at most " + CHARS_MAX + " characters");
    }
    List<Part> parts = parts(text);
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    boolean anyWanted = false;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      BooleanQuery.Builder either = new BooleanQuery.Builder();
      boolean found = add(either, part);
      while (i + 2 < parts.size() && isOr(parts.get(i + 1))) {
        if (part.without || parts.get(i + 2).without) {
          throw bad("cannot have '-' beside OR");
        }
        found |= add(either, parts.get(i + 2));
        i += 2;
      }
      if (found) {
        all.add(either.build(), part.without ? Occur.MUST_NOT : Occur.MUST);
        anyWanted |= !part.without;
      }
    }
    if (!anyWanted) {
      all.add(MatchAllDocsQuery.INSTANCE, Occur.MUST);
    }
    return all.build();
  }

  private static boolean isOr(Part part) {
    return part.text.equals("OR") && !part.phrase && !part.without;
  }

  private static List<Part> parts(String text) {
    List<Part> parts = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
        continue;
      }
      boolean without = text.charAt(at) == '-' && at + 1 < text.length();
      int start = without ? at + 1 : at;
      boolean phrase = text.charAt(start) == '"';
      int end;
      if (phrase) {
        end = text.indexOf('"', ++start);
        if (end < 0) {
          throw bad("has a quotation mark that is never closed");
        }
      } else {
        end = start;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
          end++;
        }
      }
      parts.add(new Part(text.substring(start, end), phrase, without));
      if (parts.size() > PARTS_MAX) {
        throw bad("has at most " + PARTS_MAX + " words");
      }
      at = end + 1;
    }
    return parts;
  }

  /** False when nothing of it is a word. */
  private boolean add(BooleanQuery.Builder either, Part part) {
    boolean prefix = !part.phrase && part.text.endsWith("*");
    String text = prefix ? part.text.substring(0, part.text.length() - 1) : part.text;
    if (!part.phrase && text.indexOf('*') >= 0) {
      throw bad("may have '*' only at the end of a word, not as in '" + part.text + "'");
    }
    List<String> terms = terms(text);
    if (prefix && (terms.isEmpty() || terms.getLast().length() < PREFIX_MIN)) {
      throw bad("needs " + PREFIX_MIN + " letters before '*'");
    }
    if (terms.isEmpty()) {
      return false;
    }
    List<Query> fields = new ArrayList<>();
    float boost = 2;
    for (String field : Fields.TEXTS) {
      fields.add(new BoostQuery(inField(field, terms, prefix), boost));
      boost /= 1.5f;
    }
    either.add(new DisjunctionMaxQuery(fields, 0.1f), Occur.SHOULD);
    return true;
  }

  private static Query inField(String field, List<String> terms, boolean prefix) {
    if (!prefix) {
      return terms.size() == 1
          ? new TermQuery(new Term(field, terms.getFirst()))
          : new PhraseQuery(field, terms.toArray(String[]::new));
    }
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (String term : terms.subList(0, terms.size() - 1)) {
      all.add(new TermQuery(new Term(field, term)), Occur.MUST);
    }
    return all.add(new PrefixQuery(new Term(field, terms.getLast())), Occur.MUST).build();
  }

  private List<String> terms(String text) {
    List<String> terms = new ArrayList<>();
    try (TokenStream tokens = analyzer.tokenStream(Fields.CONTENT, text)) {
      CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        terms.add(term.toString());
      }
      tokens.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return terms;
  }

  private static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, "'q' " + why);
  }
}
