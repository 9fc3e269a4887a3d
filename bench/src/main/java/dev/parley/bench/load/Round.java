package dev.parley.bench.load;

import com.sun.management.OperatingSystemMXBean;
import dev.parley.bench.engine.ServerProcess;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** One measured run of a load, with the processor time it took on both sides. */
public record Round(long messages, Duration wall, Duration serverCpu, Duration clientCpu) {
  private static final OperatingSystemMXBean SELF =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  public static Round measure(Load load, ServerProcess server, long messages) throws Exception {
    Duration serverBefore = server.cpu();
    long selfBefore = SELF.getProcessCpuTime();
    long start = System.nanoTime();
    load.run(messages);
    long nanos = System.nanoTime() - start;
    return new Round(
        messages,
        Duration.ofNanos(nanos),
        server.cpu().minus(serverBefore),
        Duration.ofNanos(SELF.getProcessCpuTime() - selfBefore));
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
