package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.fake.FakeHub;
import dev.parley.bench.report.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * What a scenario works with.
 *
 * @param directory where servers keep their data, removed afterwards
 */
public record Run(Settings settings, Path directory, Report report, PrintStream progress) {
  /** Starts a hub with this data folder. */
  public Target hub(String data, String... options) throws IOException {
    Path folder = directory.resolve(data);
    return settings.fake()
        ? Target.fake(FakeHub.class, folder)
        : Target.hub(settings.parley(), folder, options);
  }

  public String hubName() {
    return settings.fake() ? "fake hub" : "Parley";
  }

  public String hubVersion() throws IOException {
    return settings.fake() ? "keeps nothing" : Target.version(settings.parley().toString());
  }

  public void say(String format, Object... values) {
    progress.printf("bench: " + format + "%n", values);
  }
}
