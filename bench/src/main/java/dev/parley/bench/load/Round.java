package dev.parley.bench.load;

import com.sun.management.OperatingSystemMXBean;
import dev.parley.bench.engine.ServerProcess;
import dev.parley.bench.engine.ThreadTimes;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * One measured run of a load, with the processor time it took on both sides.
 *
 * @param p50 nanoseconds from sending to delivery of half of the messages, at most
 * @param p99 the same of 99 in a hundred
 * @param threads the processor time of the server by its threads
 */
public record Round(
    long messages,
    Duration wall,
    Duration serverCpu,
    Duration clientCpu,
    double p50,
    double p99,
    ThreadTimes threads) {
  private static final OperatingSystemMXBean SELF =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  public static Round measure(Load load, ServerProcess server, long messages) throws Exception {
    load.latencies().reset();
    ThreadTimes threadsBefore = server.threadTimes();
    Duration serverBefore = server.cpu();
    long selfBefore = SELF.getProcessCpuTime();
    long start = System.nanoTime();
    load.run(messages);
    long nanos = System.nanoTime() - start;
    return new Round(
        messages,
        Duration.ofNanos(nanos),
        server.cpu().minus(serverBefore),
        Duration.ofNanos(SELF.getProcessCpuTime() - selfBefore),
        load.latencies().percentile(0.5),
        load.latencies().percentile(0.99),
        server.threadTimes().since(threadsBefore));
  }

  public double perSecond() {
    return messages / (wall.toNanos() / 1e9);
  }

  public double serverMicrosEach() {
    return serverCpu.toNanos() / 1e3 / messages;
  }

  public double clientMicrosEach() {
    return clientCpu.toNanos() / 1e3 / messages;
  }
}
