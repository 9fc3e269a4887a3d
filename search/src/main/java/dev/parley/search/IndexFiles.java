package dev.parley.search;

import dev.parley.core.store.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index on disk. One that cannot be read, or is laid out otherwise, makes room for a new one.
 */
final class IndexFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IndexFiles.class);
  private static final String FORMAT = "format";
  private static final String SETTLED = "settled";
  private static final double BUFFER_MEGABYTES = 32;

  private final Path path;
  private final Analyzer analyzer;
  private @Nullable Directory directory;

  IndexFiles(Path path, Analyzer analyzer) {
    this.path = path;
    this.analyzer = analyzer;
  }

  IndexWriter open() throws IOException {
    IndexWriter writer = null;
    try {
      writer = openAsItIs();
      Map<String, String> data = data(writer);
      if (data.isEmpty() || Fields.FORMAT.equals(data.get(FORMAT))) {
        return writer;
      }
      LOG.info("the search index is of another format and is built anew");
    } catch (IOException | IllegalArgumentException e) {
      // Lucene's exceptions for damage are all of these.
      LOG.warn("the search index cannot be read and is built anew: {}", e.toString());
    }
    if (writer != null) {
      writer.rollback();
    }
    close();
    Folders.delete(path);
    return openAsItIs();
  }

  private IndexWriter openAsItIs() throws IOException {
    Files.createDirectories(path);
    Directory opened = FSDirectory.open(path);
    directory = opened;
    return new IndexWriter(
        opened,
        new IndexWriterConfig(analyzer)
            .setRAMBufferSizeMB(BUFFER_MEGABYTES)
            .setCommitOnClose(false)
            .setOpenMode(IndexWriterConfig.OpenMode.CREATE_OR_APPEND));
  }

  private static Map<String, String> data(IndexWriter writer) {
    Map<String, String> data = new HashMap<>();
    Iterable<Map.Entry<String, String>> live = writer.getLiveCommitData();
    if (live != null) {
      live.forEach(entry -> data.put(entry.getKey(), entry.getValue()));
    }
    return data;
  }

  /** Up to which number the index that is on disk holds everything. */
  long settled(IndexWriter writer) {
    return Long.parseLong(data(writer).getOrDefault(SETTLED, "0"));
  }

  /** Makes the index durable as it is, together with how far it has come. */
  void settle(IndexWriter writer, long settled) throws IOException {
    writer.setLiveCommitData(
        Map.of(FORMAT, Fields.FORMAT, SETTLED, Long.toString(settled)).entrySet());
    writer.commit();
  }

  @Override
  public void close() throws IOException {
    if (directory != null) {
      directory.close();
      directory = null;
    }
  }
}
