import static org.junit.platform.engine.TestExecutionResult.Status.ABORTED;
import static org.junit.platform.engine.TestExecutionResult.Status.FAILED;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs each test class of one module many times in this JVM. Started by tools/soak.sh as a
 * single-file program in the module's folder, with the class path of its tests: {@code Soak TIMES
 * REPORTS CLASSES ONLY AFTER}. ONLY is a list of CLASS or CLASS#METHOD with {@code *} for any text,
 * empty for all; classes up to AFTER, if it is not empty, are left out. The file {@code results} in
 * REPORTS gets a line for each class that passed, each test that failed and each that did not run.
 */
final class Soak {
  private static final int REPORTS_MAX = 10;
  private static final long MINUTES_MAX = Long.getLong("soak.minutes", 15);

  private final int times;
  private final Path reports;
  private final Launcher launcher = LauncherFactory.create();
  private final PrintStream console = System.out;

  private Soak(int times, Path reports) {
    this.times = times;
    this.reports = reports;
  }

  public static void main(String[] arguments) throws Exception {
    var soak = new Soak(Integer.parseInt(arguments[0]), Path.of(arguments[1]));
    List<Selection> selections =
        Stream.of(arguments[3].split(",")).map(String::strip).map(Selection::parse).toList();
    Files.createDirectories(soak.reports);
    for (String name : classes(Path.of(arguments[2]))) {
      List<Selection> those = selections.stream().filter(each -> each.selects(name)).toList();
      if (!those.isEmpty() && name.compareTo(arguments[4]) > 0) {
        soak.repeat(name, those);
      }
    }
    // Threads that a test left behind must not keep this JVM. Failed tests are in the results: any
    // other status means that not every class was run.
    System.exit(0);
  }

  /** What Surefire and Failsafe run: CONTRIBUTING.md says how these classes are named. */
  private static List<String> classes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString())
          .filter(file -> file.matches("[^$]*(Test|IT)\\.class"))
          .map(file -> file.replaceFirst("\\.class$", "").replace('/', '.'))
          .sorted()
          .toList();
    }
  }

  private void repeat(String name, List<Selection> selections) throws IOException {
    Path current = reports.resolve("current");
    Files.writeString(current, name + "\n");
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(name))
            .filters((PostDiscoveryFilter) test -> FilterResult.includedIf(in(test, selections)))
            .build();
    var failures = new TreeMap<String, Integer>();
    var absences = new TreeMap<String, Integer>();
    var kept = new ArrayList<Path>();
    int passes = 0;
    long start = System.nanoTime();
    for (int time = 1; time <= times; time++) {
      var run = new Run();
      Path output = reports.resolve("output");
      execute(request, run, output);
      run.failed.forEach(test -> failures.merge(test, 1, Integer::sum));
      run.absent.forEach((test, reason) -> absences.merge(test + ": " + reason, 1, Integer::sum));
      if (run.failed.isEmpty()) {
        passes += run.succeeded > 0 ? 1 : 0;
      } else if (kept.size() < REPORTS_MAX) {
        Path report = reports.resolve(name + "-" + time + ".txt");
        kept.add(Files.move(output, report, StandardCopyOption.REPLACE_EXISTING));
      }
    }
    long seconds = (System.nanoTime() - start) / 1_000_000_000;
    report("%s: passed %d of %d times, %d s".formatted(name, passes, times, seconds), "ran");
    failures.forEach(
        (test, count) -> report("%s: %d of %d".formatted(test, count, times), "failed"));
    kept.forEach(file -> report(file.toString(), "kept"));
    absences.forEach((what, count) -> report("%s (%d times)".formatted(what, count), "not run"));
    Files.delete(current);
  }

  private static boolean in(TestDescriptor test, List<Selection> selections) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(source -> ((MethodSource) source).getMethodName())
        .map(method -> selections.stream().anyMatch(each -> each.method.matcher(method).matches()))
        .orElse(true);
  }

  private void execute(LauncherDiscoveryRequest request, Run run, Path output) throws IOException {
    Thread guard = Thread.ofPlatform().daemon().start(() -> endAfterMinutes(output));
    PrintStream errors = System.err;
    try (var writer = new PrintStream(output.toFile(), StandardCharsets.UTF_8)) {
      System.setOut(writer);
      System.setErr(writer);
      launcher.execute(request, run);
      run.traces.forEach(trace -> trace.printStackTrace(writer));
    } finally {
      System.setOut(console);
      System.setErr(errors);
      guard.interrupt();
    }
  }

  /** A run that hangs ends this JVM, with a report of what every thread did. */
  private static void endAfterMinutes(Path output) {
    try {
      Thread.sleep(MINUTES_MAX * 60_000);
    } catch (InterruptedException e) {
      return; // the run has ended
    }
    try (var writer = new PrintStream(Files.newOutputStream(output, StandardOpenOption.APPEND))) {
      writer.println("\nnot finished after " + MINUTES_MAX + " minutes\n");
      for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
        writer.println(each.getKey());
        Stream.of(each.getValue()).forEach(frame -> writer.println("    at " + frame));
      }
    } catch (IOException e) {
      e.printStackTrace();
    }
    Runtime.getRuntime().halt(124);
  }

  private void report(String line, String kind) {
    try {
      Files.writeString(
          reports.resolve("results"),
          kind + "\t" + line + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    console.println("  " + (kind.equals("ran") ? "" : kind + " ") + line);
    console.flush();
  }

  /** Some tests, by name. */
  private record Selection(Pattern type, Pattern method) {
    static Selection parse(String text) {
      String[] parts = text.split("#", 2);
      return new Selection(
          glob(parts[0].isEmpty() ? "*" : parts[0]), glob(parts.length < 2 ? "*" : parts[1]));
    }

    private static Pattern glob(String text) {
      return Pattern.compile(Pattern.quote(text).replace("*", "\\E.*\\Q"));
    }

    /** By the whole name of the class or the last part of it. */
    boolean selects(String name) {
      return type.matcher(name).matches()
          || type.matcher(name.substring(name.lastIndexOf('.') + 1)).matches();
    }
  }

  /** What became of the tests of a class in one run. Tests may run on several threads. */
  private static final class Run implements TestExecutionListener {
    final TreeSet<String> failed = new TreeSet<>();
    final TreeMap<String, String> absent = new TreeMap<>();
    final List<Throwable> traces = new ArrayList<>();
    int succeeded;

    @Override
    public synchronized void executionSkipped(TestIdentifier test, String reason) {
      absent.put(name(test), reason);
    }

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (result.getStatus() == FAILED) {
        failed.add(name(test));
        result.getThrowable().ifPresent(traces::add);
      } else if (result.getStatus() == ABORTED) {
        absent.put(name(test), result.getThrowable().map(Throwable::getMessage).orElse("aborted"));
      } else if (test.isTest()) {
        succeeded++;
      }
    }

    /** The tests of one method count as one. */
    private static String name(TestIdentifier test) {
      return switch (test.getSource().orElse(null)) {
        case MethodSource method -> method.getClassName() + "#" + method.getMethodName();
        case ClassSource type -> type.getClassName();
        case null, default -> test.getDisplayName();
      };
    }
  }
}
