package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the signs on the doors say is so: entrances are used, decisions are listed. */
class SignsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern ENTRANCE =
      Pattern.compile(
          "[Ee]nter\\s+(?:\\*\\s+)?through\\s+(?:\\*\\s+)?\\{@link\\s+(?:\\*\\s+)?([\\w.]+)");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

  private static final JavaClasses PARLEY =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("dev.parley");

  private static List<Path> packageInfos() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.endsWith("package-info.java"))
          .filter(file -> file.toString().contains("/src/main/java/"))
          .filter(file -> !file.toString().contains("/target/"))
          .filter(file -> !file.toString().contains("/testkit/"))
          .filter(file -> !file.toString().contains("/bench/"))
          .toList();
    }
  }

  @Test
  void theTypeNamedAsEntranceIsUsedFromOutside() throws IOException {
    List<String> unused = new ArrayList<>();
    int entrances = 0;
    for (Path file : packageInfos()) {
      String text = Files.readString(file);
      Matcher room = PACKAGE.matcher(text);
      Matcher entrance = ENTRANCE.matcher(text);
      if (!room.find() || !entrance.find()) {
        continue;
      }
      entrances++;
      String name = entrance.group(1);
      String inside = room.group(1);
      boolean used =
          PARLEY.contain(name)
              && PARLEY.get(name).getDirectDependenciesToSelf().stream()
                  .map(dependency -> dependency.getOriginClass())
                  .map(JavaClass::getPackageName)
                  .anyMatch(from -> !from.equals(inside));
      if (!used) {
        unused.add(inside + " names " + name);
      }
    }
    assertThat(unused).isEmpty();
    assertThat(entrances).isGreaterThan(15);
  }

  @Test
  void everyDecisionIsListedAndNoNumberIsMissing() throws IOException {
    String index = Files.readString(ROOT.resolve("docs/adr/README.md"));
    List<String> names;
    try (Stream<Path> files = Files.list(ROOT.resolve("docs/adr"))) {
      names =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.matches("\\d{4}-.*\\.md"))
              .sorted()
              .toList();
    }
    for (int i = 0; i < names.size(); i++) {
      assertThat(names.get(i)).startsWith(String.format("%04d-", i + 1));
      assertThat(index).contains("](" + names.get(i) + ")");
    }
  }
}
