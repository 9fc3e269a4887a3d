package dev.parley.bench.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;

/**
 * Redis Streams under the same load: a stream with a consumer group an inbox. Each connection's
 * thread pipelines its acknowledgements, its adds and one read of its inboxes in one round trip, so
 * that Redis' own thread is what limits it.
 */
public final class RedisLoad implements Load {
  static final String GROUP = "bench";

  private final Workload workload;
  private final Ledger ledger;
  private final List<RedisSender> senders = new ArrayList<>();

  private RedisLoad(Workload workload) {
    this.workload = workload;
    ledger = new Ledger(workload);
  }

  public static RedisLoad open(int port, Workload workload) {
    try (var control = new Jedis("127.0.0.1", port)) {
      for (int inbox = 0; inbox < workload.inboxes(); inbox++) {
        control.xgroupCreate(RedisSender.stream(inbox), GROUP, new StreamEntryID(), true);
      }
    }
    var load = new RedisLoad(workload);
    for (int i = 0; i < workload.connections(); i++) {
      load.senders.add(
          new RedisSender(i, new Connection("127.0.0.1", port), workload, load.ledger));
    }
    return load;
  }

  @Override
  public String name() {
    return "Redis Streams";
  }

  @Override
  public String setting() {
    return "appendfsync always, jedis "
        + clientVersion()
        + ", "
        + workload.inboxes()
        + " streams with a group each, XACK + XADD + XREADGROUP in one pipeline a connection";
  }

  private static String clientVersion() {
    var properties = new Properties();
    try (InputStream file = Jedis.class.getResourceAsStream("pom.properties")) {
      if (file != null) {
        properties.load(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "");
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public void run(long messages) throws Exception {
    long each = workload.evenly(messages) / workload.connections();
    var progress = new Progress(each * workload.connections(), new CountDownLatch(2));
    var running = new ArrayList<Future<?>>();
    try (var threads = Executors.newFixedThreadPool(senders.size())) {
      for (RedisSender sender : senders) {
        running.add(threads.submit(() -> sender.run(each, progress)));
      }
    }
    for (Future<?> future : running) {
      try {
        future.get();
      } catch (ExecutionException e) {
        throw new IOException("Redis: " + progress + "; " + ledger, e);
      }
    }
  }

  @Override
  public void close() {
    senders.forEach(RedisSender::close);
  }
}
