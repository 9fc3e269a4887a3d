package dev.parley.hub.doors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testkit.door.Ability;
import dev.parley.testkit.door.DoorTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the documentation says about the doors is what their tests show. */
class DoorTableTest {
  private static final Path DOCUMENT = Path.of("../docs/doors.md");
  private static final Path REPLACEMENT = Path.of("target/doors.md");
  private static final String BEGIN = "<!-- made by DoorTableTest, to the end -->\n";

  private static String table() {
    var doors = new LinkedHashMap<String, Map<Ability, String>>();
    doors.put(WebSocketTestDoor.NAME, WebSocketTestDoor.LACKS);
    doors.put(JavaClientTestDoor.NAME, JavaClientTestDoor.LACKS);
    doors.put(RestTestDoor.NAME, RestTestDoor.LACKS);
    doors.put(GatewayTestDoor.NAME, GatewayTestDoor.LACKS);
    doors.put(McpTestDoor.NAME, McpTestDoor.LACKS);
    doors.put(FilesTestDoor.NAME, FilesTestDoor.LACKS);
    return new DoorTable(doors).toMarkdown();
  }

  @Test
  void theDocumentationSaysWhatEachDoorCanDo() throws IOException {
    String document = Files.readString(DOCUMENT);
    int begin = document.indexOf(BEGIN);
    assertThat(begin).as("the mark in " + DOCUMENT).isNotNegative();
    String made = document.substring(0, begin) + BEGIN + "\n" + table();
    Files.createDirectories(REPLACEMENT.getParent());
    Files.writeString(REPLACEMENT, made);

    assertThat(document)
        .as("%s is out of date; the right one is in hub/%s", DOCUMENT, REPLACEMENT)
        .isEqualTo(made);
  }

  @Test
  void thereAreManyBehaviours() {
    assertThat(DoorTable.size()).isGreaterThanOrEqualTo(60);
  }
}
