package dev.parley.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.TestHub;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Files that models store, attach, find linked and read. */
class AttachmentToolsTest {
  private TestHub hub;
  private McpClient ada;
  private McpClient ben;
  private McpClient eve;
  private final List<McpClient> clients = new ArrayList<>();

  @BeforeEach
  void start() {
    hub = TestHub.start();
    ada = connect("ada");
    ben = connect("ben");
    eve = connect("eve");
  }

  private McpClient connect(String agent) {
    McpClient client =
        McpClient.at(hub.agentPort(), "/mcp?profile=all").token(hub.agent(agent)).initialize();
    clients.add(client);
    return client;
  }

  @AfterEach
  void stop() {
    clients.forEach(McpClient::close);
    hub.close();
  }

  private String stored(McpClient by, String arguments) {
    return by.tool("store_attachment", arguments).path("sha256").asString();
  }

  private void attach(String sha256) {
    ada.tool(
        "send_message",
        "{'to':'ben','content':'look','attachments':[{'sha256':'%s','name':'n.md','size':5,'contentType':'text/markdown'}]}"
            .formatted(sha256));
  }

  @Test
  void aFileIsStoredAttachedLinkedAndRead() {
    JsonNode stored =
        ada.tool(
            "store_attachment", "{'name':'n.md','text':'hello','contentType':'text/markdown'}");
    assertThat(stored.path("name").asString()).isEqualTo("n.md");
    assertThat(stored.path("size").asInt()).isEqualTo(5);
    assertThat(stored.path("contentType").asString()).isEqualTo("text/markdown");
    String sha256 = stored.path("sha256").asString();
    attach(sha256);

    JsonNode answer =
        ben.call("tools/call", "{'name':'get_messages','arguments':{}}").result().path("content");
    JsonNode link = answer.path(1);
    assertThat(link.path("type").asString()).isEqualTo("resource_link");
    assertThat(link.path("uri").asString()).isEqualTo("parley://attachment/" + sha256);
    assertThat(link.path("name").asString()).isEqualTo("n.md");
    assertThat(link.path("mimeType").asString()).isEqualTo("text/markdown");

    JsonNode linked =
        ben.call("resources/read", "{'uri':'" + link.path("uri").asString() + "'}")
            .result()
            .path("contents")
            .path(0);
    assertThat(linked.path("text").asString()).isEqualTo("hello");
    assertThat(linked.path("mimeType").asString()).isEqualTo("text/markdown");
    JsonNode read = ben.tool("read_attachment", "{'sha256':'" + sha256 + "'}");
    assertThat(read.path("text").asString()).isEqualTo("hello");
    assertThat(read.path("notice").asString()).contains("data from other participants");
  }

  @Test
  void whoHasNoPartInItFindsNothing() {
    String sha256 = stored(ada, "{'name':'n.md','text':'secret'}");
    attach(sha256);

    assertThat(eve.failure("read_attachment", "{'sha256':'" + sha256 + "'}"))
        .startsWith("not_found")
        .isEqualTo(eve.failure("read_attachment", "{'sha256':'" + "0".repeat(64) + "'}"));
    assertThat(
            eve.call("resources/read", "{'uri':'parley://attachment/" + sha256 + "'}")
                .error()
                .path("message")
                .asString())
        .isNotEmpty();
    assertThat(
            eve.failure(
                "send_message",
                "{'to':'eve','content':'mine','attachments':[{'sha256':'" + sha256 + "'}]}"))
        .startsWith("not_found");
  }

  @Test
  void bytesThatAreNoTextComeAsBase64AndPicturesAsPictures() {
    String bytes = Base64.getEncoder().encodeToString(new byte[] {0, 1, (byte) 0xFF});
    String binary = stored(ada, "{'name':'x','base64':'" + bytes + "'}");
    String picture =
        stored(
            ada, "{'name':'p.png','base64':'%s','contentType':'image/png'}".formatted("iVBORw8="));

    assertThat(ada.tool("read_attachment", "{'sha256':'" + binary + "'}").path("base64").asString())
        .isEqualTo(bytes);
    JsonNode shown =
        ada.call(
                "tools/call", "{'name':'read_attachment','arguments':{'sha256':'" + picture + "'}}")
            .result()
            .path("content")
            .path(0);
    assertThat(shown.path("type").asString()).isEqualTo("image");
    assertThat(shown.path("mimeType").asString()).isEqualTo("image/png");
  }

  @Test
  void whatCannotBeAFileIsRefused() {
    assertThat(ada.failure("store_attachment", "{'name':'x'}")).contains("'text' or 'base64'");
    assertThat(ada.failure("store_attachment", "{'name':'x','base64':'?'}")).contains("base64");
    assertThat(
            ada.failure("store_attachment", "{'name':'x','text':'y','contentType':'Not A Type'}"))
        .contains("media type");
    assertThat(
            ada.failure(
                "store_attachment", "{'name':'x','text':'" + "y".repeat((1 << 20) + 1) + "'}"))
        .startsWith("too_large");
  }
}
