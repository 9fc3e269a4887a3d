package dev.parley.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The distribution holds what its bill of materials and docs/third-party.md say, and no more. */
class ThirdPartyIT {
  private static final Path DISTRIBUTION = Path.of("target", "parley");
  private static final Path LIST = Path.of("..", "docs", "third-party.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([\\w.-]+:[\\w.-]+) \\| (.+) \\|$");

  private static final Set<String> ACCEPTED =
      Set.of(
          "Apache-2.0",
          "MIT",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "ISC",
          "EPL-2.0",
          "CC0-1.0",
          "MIT-0",
          "Bouncy Castle Licence");

  /** Of others: Parley's own jars are in the bill, and in no list of licences. */
  private record Library(String group, String name, String version, List<String> licences) {
    String jar() {
      return name + "-" + version + ".jar";
    }
  }

  @Test
  void theBillOfMaterialsNamesEveryJarAndNothingElse() throws IOException {
    Set<String> billed = new TreeSet<>();
    libraries().forEach(library -> billed.add(library.jar()));
    try (Stream<Path> jars = Files.list(DISTRIBUTION.resolve("lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .filteredOn(jar -> !jar.startsWith("parley-"))
          .containsExactlyInAnyOrderElementsOf(billed);
    }
  }

  @Test
  void everyLibraryIsListedWithItsLicence() throws IOException {
    var listed = new TreeMap<String, String>();
    ROW.matcher(Files.readString(LIST))
        .results()
        .forEach(row -> listed.put(row.group(1), row.group(2)));
    var expected = new TreeMap<String, String>();
    for (Library library : libraries()) {
      expected.put(library.group() + ":" + library.name(), String.join(" or ", library.licences()));
    }

    assertThat(listed).isEqualTo(expected);
  }

  @Test
  void everyLibraryMayBeShipped() throws IOException {
    assertThat(libraries())
        .isNotEmpty()
        .allSatisfy(library -> assertThat(library.licences()).containsAnyElementsOf(ACCEPTED));
  }

  @Test
  void partsOfNettyThatNobodyUsesAreLeftOut() throws IOException {
    assertThat(libraries())
        .extracting(Library::name)
        .contains("netty-codec-http")
        .doesNotContain("netty-codec-http3", "netty-tcnative-classes");
  }

  private static List<Library> libraries() throws IOException {
    JsonNode bill =
        new JsonMapper().readTree(Files.readAllBytes(DISTRIBUTION.resolve("sbom.cdx.json")));
    List<Library> libraries = new ArrayList<>();
    for (JsonNode component : bill.get("components")) {
      String group = component.get("group").asString();
      if (!group.equals("dev.parley")) {
        libraries.add(
            new Library(
                group,
                component.get("name").asString(),
                component.get("version").asString(),
                licences(component)));
      }
    }
    return libraries;
  }

  private static List<String> licences(JsonNode component) {
    return StreamSupport.stream(component.path("licenses").spliterator(), false)
        .map(entry -> entry.path("license"))
        .map(licence -> licence.path("id").asString(licence.path("name").asString("unknown")))
        .toList();
  }
}
