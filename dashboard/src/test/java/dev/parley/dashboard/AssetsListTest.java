package dev.parley.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The list of files is whole: nothing on it is missing, and nothing that is needed is not on it.
 */
class AssetsListTest {
  private static final Path FOLDER = Path.of("src/main/resources/dev/parley/dashboard");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)(?:^|[\\s;}*])(?:from|import|import\\()\\s*[\"']([^\"'\\s]+)[\"']");
  private static final Properties LIST = new Properties();

  @BeforeAll
  static void read() throws IOException {
    try (InputStream in = resource("dev/parley/dashboard/assets.properties")) {
      LIST.load(in);
    }
  }

  private static InputStream resource(String name) {
    return AssetsListTest.class.getClassLoader().getResourceAsStream(name);
  }

  private static String text(String name) throws IOException {
    try (InputStream in = resource(name)) {
      assertThat(in).as(name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void everyFileOfThePageIsListed() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER.resolve("ui"))) {
      assertThat(files.filter(Files::isRegularFile).map(FOLDER::relativize).map(Path::toString))
          .allSatisfy(file -> assertThat(LIST).containsEntry(file, "dev/parley/dashboard/" + file));
    }
  }

  @Test
  void everyListedFileIsThere() {
    assertThat(LIST.values())
        .allSatisfy(name -> assertThat(resource((String) name)).as("%s", name).isNotNull());
  }

  @Test
  void everyImportLeadsToAListedFile() throws IOException {
    String page = text("dev/parley/dashboard/index.html");
    Properties named = new Properties();
    Pattern.compile("\"([^\"]+)\": \"/assets/\\{\\{version}}/([^\"]*)\"")
        .matcher(page)
        .results()
        .forEach(entry -> named.put(entry.group(1), entry.group(2)));
    for (Object path : new TreeSet<>(LIST.keySet())) {
      if (!((String) path).endsWith(".js")) {
        continue;
      }
      List<String> imported =
          IMPORT
              .matcher(text((String) LIST.get(path)))
              .results()
              .map((MatchResult found) -> resolved((String) path, found.group(1), named))
              .toList();
      assertThat(LIST.keySet()).as("imports of %s", path).containsAll(imported);
    }
  }

  @Test
  void everythingThePageLoadsIsListed() throws IOException {
    String page = text("dev/parley/dashboard/index.html");
    assertThat(
            Pattern.compile("(?:href|src)=\"/assets/\\{\\{version}}/([^\"]+)\"")
                .matcher(page)
                .results()
                .map(found -> found.group(1)))
        .isNotEmpty()
        .allSatisfy(file -> assertThat(LIST).containsKey(file));
  }

  /** What agents write must never be taken for markup. */
  @Test
  void noScriptTurnsTextIntoMarkup() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file))
            .as("%s", file)
            .doesNotContainIgnoringCase("unsafe")
            .doesNotContain("innerHTML", "outerHTML", "insertAdjacent", "document.write")
            .doesNotContain("eval(", "new Function", "srcdoc", " style=\"");
      }
    }
  }

  private static String resolved(String from, String specifier, Properties named) {
    if (specifier.startsWith(".")) {
      return Path.of(from).resolveSibling(specifier).normalize().toString();
    }
    if (named.containsKey(specifier)) {
      return named.getProperty(specifier);
    }
    String folder = specifier.substring(0, specifier.indexOf('/') + 1);
    return named.getProperty(folder, "nowhere/") + specifier.substring(folder.length());
  }
}
