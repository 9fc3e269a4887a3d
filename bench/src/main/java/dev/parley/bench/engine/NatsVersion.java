package dev.parley.bench.engine;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of the NATS server that is measured: {@code 2.15.2}. */
public record NatsVersion(int major, int minor, int patch) {
  private static final Pattern TEXT = Pattern.compile("v?(\\d+)\\.(\\d+)\\.(\\d+)");

  public static NatsVersion installed() throws IOException {
    return in(Target.version("nats-server"));
  }

  /** The version in what a server says of itself: {@code nats-server: v2.15.2}. */
  static NatsVersion in(String said) throws IOException {
    Matcher version = TEXT.matcher(said);
    if (!version.find()) {
      throw new IOException("no version in '" + said + "'");
    }
    return new NatsVersion(
        Integer.parseInt(version.group(1)),
        Integer.parseInt(version.group(2)),
        Integer.parseInt(version.group(3)));
  }

  /** Whether it knows {@code sync_interval: always}. */
  public boolean canSyncAlways() {
    return major > 2 || (major == 2 && minor >= 10);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
