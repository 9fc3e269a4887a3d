import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Says after a build which tests did not run and why, and where the time went: {@code Reports ROOT
 * BEGUN}. Reads what Surefire and Failsafe wrote below ROOT since the file BEGUN was made. The
 * build's end starts it as a single-file program.
 */
final class Reports {
  private static final int SLOWEST = 12;

  private final Path root;
  private final TreeMap<String, List<String>> skipped = new TreeMap<>();
  private final TreeMap<String, Double> secondsOfModules = new TreeMap<>();
  private final List<Suite> suites = new ArrayList<>();

  /** A class's run. */
  private record Suite(String name, double seconds, int tests) {}

  private Reports(Path root) {
    this.root = root;
  }

  public static void main(String[] arguments) throws Exception {
    var reports = new Reports(Path.of(arguments[0]));
    FileTime begun = Files.getLastModifiedTime(Path.of(arguments[1]));
    DocumentBuilder parser = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
    for (Path file : reports.files(begun)) {
      reports.add(file, parser.parse(file.toFile()).getDocumentElement());
    }
    reports.print();
  }

  private List<Path> files(FileTime begun) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            boolean report =
                file.getParent().getFileName().toString().matches("(surefire|failsafe)-reports.*")
                    && file.getFileName().toString().matches("TEST-.*\\.xml");
            if (report && attributes.lastModifiedTime().compareTo(begun) >= 0) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // gone meanwhile
          }
        });
    files.sort(Comparator.naturalOrder());
    return files;
  }

  private void add(Path file, Element suite) {
    double seconds = Double.parseDouble(suite.getAttribute("time").replace(",", ""));
    // MODULE/target/surefire-reports/TEST-X.xml
    Path module = root.relativize(file.getParent().getParent().getParent());
    secondsOfModules.merge(module.toString(), seconds, Double::sum);
    String tests = suite.getAttribute("tests");
    suites.add(new Suite(suite.getAttribute("name"), seconds, Integer.parseInt(tests)));
    NodeList skips = suite.getElementsByTagName("skipped");
    for (int i = 0; i < skips.getLength(); i++) {
      var skip = (Element) skips.item(i);
      var test = (Element) skip.getParentNode();
      String reason = reason(skip.getAttribute("message") + skip.getTextContent());
      String name = test.getAttribute("classname") + " " + test.getAttribute("name");
      skipped.computeIfAbsent(reason, _ -> new ArrayList<>()).add(name.strip());
    }
  }

  /** Without the name of the exception, and without its stack. */
  private static String reason(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.isBlank() ? "no reason given" : line.replaceFirst(".*Assumption failed: ", "");
  }

  private void print() {
    int tests = suites.stream().mapToInt(Suite::tests).sum();
    System.out.printf("check: %d tests in %d classes%n", tests, suites.size());
    System.out.println("check: seconds spent in tests, by module");
    secondsOfModules.forEach((name, seconds) -> System.out.printf("  %6.1f  %s%n", seconds, name));
    System.out.println("check: the slowest classes");
    suites.stream()
        .sorted(Comparator.comparingDouble(Suite::seconds).reversed())
        .limit(SLOWEST)
        .forEach(suite -> System.out.printf("  %6.1f  %s%n", suite.seconds, suite.name));
    if (skipped.isEmpty()) {
      System.out.println("check: no test was skipped");
      return;
    }
    System.out.println("check: skipped");
    skipped.forEach(
        (reason, names) -> {
          System.out.println("  " + reason);
          names.forEach(name -> System.out.println("    " + name));
        });
  }
}
