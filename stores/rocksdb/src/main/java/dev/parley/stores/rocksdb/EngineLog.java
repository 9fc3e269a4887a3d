package dev.parley.stores.rocksdb;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.InfoLogLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine's own log, turned into ours. RocksDB tells only here, and not through any call, that
 * it cut off a torn end of the write-ahead log.
 */
final class EngineLog extends org.rocksdb.Logger {
  private static final Logger LOG = LoggerFactory.getLogger(EngineLog.class);
  private static final Pattern TORN =
      Pattern.compile("(\\S+): dropping \\d+ bytes; Corruption: .*");

  private final List<String> torn = new CopyOnWriteArrayList<>();

  EngineLog() {
    super(InfoLogLevel.WARN_LEVEL);
  }

  @Override
  protected void log(InfoLogLevel level, String line) {
    Matcher matcher = TORN.matcher(line);
    if (matcher.find()) {
      torn.add(matcher.group());
    }
    if (level == InfoLogLevel.WARN_LEVEL) {
      LOG.debug("RocksDB: {}", line);
    } else {
      LOG.warn("RocksDB: {}", line);
    }
  }

  RecoveryReport recovery() {
    return new RecoveryReport(torn);
  }
}
