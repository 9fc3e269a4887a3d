package dev.parley.stores.rocksdb;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rocksdb.InfoLogLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine's own log, turned into ours. RocksDB tells only here, and not through any call, that
 * it cut off the end of a write-ahead log.
 */
final class EngineLog extends org.rocksdb.Logger {
  private static final Logger LOG = LoggerFactory.getLogger(EngineLog.class);
  private static final Pattern CUT =
      Pattern.compile("(\\d+\\.log): dropping \\d+ bytes; Corruption");

  private final Set<String> cutLogs = new ConcurrentSkipListSet<>();

  EngineLog() {
    super(InfoLogLevel.WARN_LEVEL);
  }

  @Override
  protected void log(InfoLogLevel level, String line) {
    Matcher cut = CUT.matcher(line);
    if (cut.find()) {
      cutLogs.add(cut.group(1));
    }
    if (level == InfoLogLevel.WARN_LEVEL) {
      LOG.debug("RocksDB: {}", line);
    } else {
      LOG.warn("RocksDB: {}", line);
    }
  }

  /**
   * @param damage what was found before the engine was opened
   */
  RecoveryReport recovery(Optional<String> damage) {
    Stream<String> cut =
        cutLogs.stream().map(log -> log + ": ends with a write that was not finished");
    return new RecoveryReport(damage.isPresent() ? damage.stream().toList() : cut.toList());
  }
}
