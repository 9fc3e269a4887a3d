package dev.parley.doors.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.doors.Json;
import dev.parley.doors.TestHub;
import dev.parley.testkit.envelope.EnvelopeVector;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The golden vectors of the envelope, as far as tools have its fields. */
class McpVectorsTest {
  private static final Set<String> FIELDS = Set.of("content", "priority", "replyTo", "escalate");

  private static final AtomicInteger IDS = new AtomicInteger(10_000);

  private static TestHub hub;
  private static McpClient writer;

  @BeforeAll
  static void start() {
    hub = TestHub.start().agents(EnvelopeVector.TO);
    var _ = hub.broker().participants().createOwnersAgent("Developer").join();
    writer =
        McpClient.at(hub.port(), "/mcp?profile=all")
            .token(hub.agent(EnvelopeVector.FROM))
            .initialize();
  }

  @AfterAll
  static void stop() {
    writer.close();
    hub.close();
  }

  static Stream<EnvelopeVector> good() {
    return EnvelopeVector.good().filter(McpVectorsTest::canBeSaid);
  }

  static Stream<EnvelopeVector> bad() {
    return EnvelopeVector.bad().filter(McpVectorsTest::canBeSaid);
  }

  private static boolean canBeSaid(EnvelopeVector vector) {
    return vector.hasOnly(FIELDS);
  }

  /** As it is written: the client's own writer could not write what UTF-8 cannot carry. */
  private static JsonNode call(String tool, String arguments) {
    String request =
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}";
    return writer.post(request.formatted(IDS.incrementAndGet(), tool, arguments)).result();
  }

  private static String failure(String tool, String arguments) {
    JsonNode result = call(tool, arguments);
    assertThat(result.path("isError").asBoolean(false)).as("%s", result).isTrue();
    return result.path("content").path(0).path("text").asString();
  }

  @ParameterizedTest
  @MethodSource("good")
  void whatIsGoodIsStoredAsEverywhere(EnvelopeVector vector) {
    vector.check(
        json -> {
          JsonNode sent = call("send_message", new String(json, UTF_8));
          MessageId id =
              MessageId.parse(sent.path("structuredContent").path("messageId").asString());
          var stored = hub.broker().lookups().find(id).join().orElseThrow();
          return Message.parse(stored.number(), stored.json()).draft();
        },
        "\"to\":\"" + EnvelopeVector.TO + "\"",
        name -> name);
  }

  @ParameterizedTest
  @MethodSource("bad")
  void whatIsBadIsRefused(EnvelopeVector vector) {
    byte[] json = vector.json("\"to\":\"" + EnvelopeVector.TO + "\"", name -> name);
    String field = vector.message().split("'")[1];

    assertThat(failure("send_message", new String(json, UTF_8))).contains("'" + field + "'");
  }

  @Test
  void metadataCountsAndMustBeUnicode() {
    String arguments =
        Json.text("{'bot':'" + EnvelopeVector.TO + "','message':'x','metadata':{'a':'%s'}}");

    assertThat(failure("send_bot_message", arguments.formatted("x".repeat(1 << 20))))
        .startsWith("too_large");
    assertThat(failure("send_bot_message", arguments.formatted("\\ud83d")))
        .contains("'metadata' has an unpaired surrogate");
  }
}
