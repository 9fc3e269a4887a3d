package dev.parley.memory;

import dev.parley.agents.memory.Layer;
import dev.parley.agents.memory.Memory;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.jspecify.annotations.Nullable;

/** How a memory lies in the index. */
final class Documents {
  static final String KEY = "key";
  static final String ID = "id";
  static final String UPDATED = "updated";
  static final String TEXT = "text";
  static final String VECTOR = "vector";
  private static final String AGENT = "agent";
  private static final String LAYER = "layer";

  private Documents() {}

  /**
   * @param vector null where it could not be made
   */
  static Document of(Memory memory, float @Nullable [] vector) {
    Document document = new Document();
    document.add(new StringField(KEY, memory.key(), Field.Store.YES));
    document.add(new StringField(AGENT, memory.agent(), Field.Store.NO));
    document.add(new StringField(LAYER, memory.layer().wireName(), Field.Store.NO));
    document.add(new StoredField(ID, memory.id()));
    document.add(new StoredField(UPDATED, memory.updatedAt()));
    document.add(new TextField(TEXT, memory.subject() + "\n" + memory.text(), Field.Store.NO));
    if (vector != null) {
      document.add(new KnnFloatVectorField(VECTOR, vector, VectorSimilarityFunction.DOT_PRODUCT));
    }
    return document;
  }

  static Term key(String key) {
    return new Term(KEY, key);
  }

  static Query among(String agent, Set<Layer> layers) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    layers.forEach(
        layer -> any.add(new TermQuery(new Term(LAYER, layer.wireName())), Occur.SHOULD));
    return new BooleanQuery.Builder()
        .add(new TermQuery(new Term(AGENT, agent)), Occur.FILTER)
        .add(any.build(), Occur.FILTER)
        .build();
  }
}
