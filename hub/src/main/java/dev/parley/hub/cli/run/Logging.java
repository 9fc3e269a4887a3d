package dev.parley.hub.cli.run;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import dev.parley.hub.config.LogConfig;
import java.util.Iterator;
import org.slf4j.LoggerFactory;

/** Makes the log what the configuration says; where it goes stands in logback.xml. */
final class Logging {
  private Logging() {}

  static void apply(LogConfig config) {
    if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
      return;
    }
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(config.level().name()));
    if (config.format() == LogConfig.Format.JSON) {
      Iterator<Appender<ILoggingEvent>> appenders = root.iteratorForAppenders();
      while (appenders.hasNext()) {
        if (appenders.next() instanceof ConsoleAppender<ILoggingEvent> console) {
          var encoder = new JsonEncoder();
          encoder.setContext(context);
          encoder.start();
          console.setEncoder(encoder);
        }
      }
    }
  }
}
