package dev.parley.apps.host;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done without anybody waiting for it: alarms and ends of processes must not block. */
final class Background {
  private static final Logger LOG = LoggerFactory.getLogger(Background.class);

  private final AtomicInteger working = new AtomicInteger();

  void run(Runnable work) {
    working.incrementAndGet();
    var _ =
        Thread.ofVirtual()
            .name("parley-apps")
            .start(
                () -> {
                  try {
                    work.run();
                  } catch (RuntimeException e) {
                    LOG.error("something failed in the background", e);
                  } finally {
                    working.decrementAndGet();
                  }
                });
  }

  /** Whether something that was begun goes on. */
  boolean isBusy() {
    return working.get() > 0;
  }
}
