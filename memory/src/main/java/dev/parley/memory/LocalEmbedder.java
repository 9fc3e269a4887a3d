package dev.parley.memory;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import org.jspecify.annotations.Nullable;

/**
 * all-MiniLM-L6-v2, quantized: 384 numbers a text. Model and native code are in the build's jars;
 * nothing is fetched. Loaded with the first text, which takes a second. Only for threads with a
 * large stack, such as those of {@link LuceneMemoryIndex}.
 */
public final class LocalEmbedder implements Embedder {
  private @Nullable EmbeddingModel model;

  private synchronized EmbeddingModel model() {
    if (model == null) {
      model = new AllMiniLmL6V2QuantizedEmbeddingModel();
    }
    return model;
  }

  @Override
  public float[] embed(String text) {
    float[] vector = model().embed(text).content().vector();
    double square = 0;
    for (float each : vector) {
      square += each * each;
    }
    float length = (float) Math.sqrt(square);
    for (int i = 0; i < vector.length && length > 0; i++) {
      vector[i] /= length;
    }
    return vector;
  }
}
