package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The document, the door and the contract in {@code docs/rest.md} say the same. */
class OpenApiTest extends RestFixture {
  /** By which somebody comes in: refused for saying nothing, not for being unknown. */
  private static final Set<String> OPEN_TO_STRANGERS =
      Set.of(
          "/api/login",
          "/api/v1/owners/register",
          "/api/v1/owners/login",
          "/api/v1/owners/refresh",
          "/api/v1/bots/connect/redeem");

  /** Which anybody may look at, and finds nothing as long as nobody has published anything. */
  private static final Map<String, Integer> READ_BY_ALL =
      Map.of(
          "/api/openapi.json", 200,
          "/api/v1/apps", 200,
          "/api/v1/apps/featured", 200,
          "/api/v1/apps/revocations", 200,
          "/api/v1/apps/signing-key", 404,
          "/api/v1/apps/{id}", 404,
          "/api/v1/apps/{id}/reviews", 404,
          "/api/v1/apps/{id}/download", 404);

  private JsonNode document() {
    return client().get("/api/openapi.json").json();
  }

  private static List<String> operations(JsonNode document) {
    List<String> all = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      path.getValue()
          .propertyNames()
          .forEach(
              method -> all.add(method.toUpperCase(java.util.Locale.ROOT) + " " + path.getKey()));
    }
    return all;
  }

  @Test
  void itIsOpenApi31AndAnybodyMayReadIt() {
    JsonNode document = document();

    assertThat(document.path("openapi").asString()).startsWith("3.1");
    assertThat(document.path("info").path("title").asString()).isEqualTo("Parley");
    assertThat(operations(document)).hasSizeGreaterThan(35);
  }

  @Test
  void everySchemaThatIsReferredToIsThereAndEveryOneIsUsed() {
    JsonNode document = document();
    Set<String> referred = new HashSet<>();
    Matcher references =
        Pattern.compile("#/components/schemas/(\\w+)").matcher(document.toString());
    while (references.find()) {
      referred.add(references.group(1));
    }

    assertThat(new HashSet<>(document.path("components").path("schemas").propertyNames()))
        .isEqualTo(referred);
  }

  @Test
  void operationsHaveNamesOfTheirOwn() {
    assertThat(document().path("paths").findValuesAsString("operationId")).doesNotHaveDuplicates();
  }

  @Test
  void everyOperationIsServedAndStrangersAreTurnedAway() {
    for (String operation : operations(document())) {
      String method = operation.substring(0, operation.indexOf(' '));
      String template = operation.substring(operation.indexOf(' ') + 1);
      String path = template.replaceAll("\\{\\w+}", "x");
      int status = client().send(method, path, method.equals("GET") ? null : "{}").status();
      if (READ_BY_ALL.containsKey(template)) {
        assertThat(status).as(operation).isEqualTo(READ_BY_ALL.get(template));
      } else if (OPEN_TO_STRANGERS.contains(path)) {
        assertThat(status).as(operation).isEqualTo(400);
      } else {
        assertThat(status).as(operation).isEqualTo(401);
      }
    }
  }

  @Test
  void theContractNamesTheSamePaths() throws IOException {
    Set<String> documented = new TreeSet<>();
    String contract = Files.readString(Path.of("..", "docs", "rest.md"));
    Matcher paths = Pattern.compile("`[^`\n]*?(/(?:api|neboloop)/[^`?\\s]+)").matcher(contract);
    while (paths.find()) {
      documented.add(paths.group(1));
    }
    Set<String> served = new TreeSet<>();
    document().path("paths").propertyNames().forEach(served::add);
    served.remove("/api/agents/{agentId}/inbox/read"); // '…/read' there

    assertThat(documented).containsAll(served);
  }

  @Test
  void whatIsNoOperationIsAProblem() {
    assertThat(owner.get("/api/nothing").code()).isEqualTo("not_found");
    assertThat(owner.send("PUT", "/api/agents", "{}").status()).isEqualTo(405);
    assertThat(owner.send("PUT", "/api/agents", "{}").header("allow")).contains("POST");
  }
}
