package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.parley.doors.Json;
import dev.parley.doors.TestClient;
import dev.parley.doors.TestHub;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The golden vectors, replayed against the real thing. */
class VectorsTest {
  private static final String[] FILES = {
    "sending",
    "receiving",
    "sessions",
    "subscriptions",
    "dead-letters",
    "receipts",
    "registry",
    "hub",
    "errors"
  };

  /** Lists whose order nobody promised. */
  private static final Set<String> UNORDERED =
      Set.of("response.deliveredTo", "response.deliveredToSessions", "response.recipients");

  static Stream<Arguments> vectors() {
    return Stream.of(FILES)
        .flatMap(
            file ->
                read(file)
                    .valueStream()
                    .map(
                        vector ->
                            Arguments.of(file + ": " + vector.path("title").asString(""), vector)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void everyVectorIsAnsweredAsWritten(String title, JsonNode vector) {
    try (TestHub hub = TestHub.start()) {
      Map<String, String> tokens = new HashMap<>();
      vector
          .path("agents")
          .valueStream()
          .map(JsonNode::asString)
          .forEach(id -> tokens.put(id, hub.agent(id)));
      TestClient owner = hub.owner();
      vector
          .path("sessions")
          .valueStream()
          .map(JsonNode::asString)
          .forEach(key -> session(owner, key));
      Map<String, String> saved = new HashMap<>();
      vector.path("before").valueStream().forEach(step -> before(owner, step, saved));

      String as = vector.path("as").asString("owner");
      TestClient asking = as.equals("owner") ? owner : hub.connectAgent(as, tokens.get(as));
      JsonNode answer = asking.ask(filledIn(vector.get("request"), saved));

      ((tools.jackson.databind.node.ObjectNode) answer).remove("requestId");
      assertSame("response", filled(vector.get("response"), saved), answer);
      if (vector.has("push")) {
        assertSame("push", filled(vector.get("push"), saved), asking.push());
      }
    }
  }

  @Test
  void thereIsAVectorForEveryRequest() {
    Set<String> asked = new TreeSet<>();
    vectors()
        .map(arguments -> (JsonNode) arguments.get()[1])
        .forEach(vector -> asked.add(vector.at("/request/type").asString("")));
    try (TestHub hub = TestHub.start()) {
      assertThat(asked).containsAll(hub.requestNames());
    }
  }

  private static void session(TestClient owner, String key) {
    String[] parts = key.split("/");
    owner.ok(
        "{'type':'session.create','agentId':'" + parts[0] + "','sessionId':'" + parts[1] + "'}");
  }

  private static void before(TestClient owner, JsonNode step, Map<String, String> saved) {
    JsonNode answer = owner.ok(filledIn(step.get("request"), saved));
    step.path("save")
        .propertyStream()
        .forEach(e -> saved.put(e.getKey(), answer.at(e.getValue().asString()).asString("")));
  }

  private static String filledIn(JsonNode template, Map<String, String> saved) {
    String text = template.toString();
    for (Map.Entry<String, String> value : saved.entrySet()) {
      text = text.replace("${" + value.getKey() + "}", value.getValue());
    }
    return text;
  }

  private static JsonNode filled(JsonNode template, Map<String, String> saved) {
    return Json.parse(filledIn(template, saved));
  }

  private static void assertSame(String where, JsonNode expected, JsonNode actual) {
    if (expected.isString() && expected.asString().startsWith("<")) {
      assertKind(where, expected.asString(), actual);
    } else if (expected.isObject()) {
      assertThat(actual.isObject()).as("%s: %s", where, actual).isTrue();
      assertThat(actual.propertyNames())
          .as(where)
          .containsExactlyInAnyOrderElementsOf(expected.propertyNames());
      expected
          .propertyStream()
          .forEach(e -> assertSame(where + "." + e.getKey(), e.getValue(), actual.get(e.getKey())));
    } else if (UNORDERED.contains(where)) {
      assertThat(actual.values()).as(where).containsExactlyInAnyOrderElementsOf(expected.values());
    } else if (expected.isArray()) {
      assertThat(actual.size()).as("%s: %s", where, actual).isEqualTo(expected.size());
      for (int i = 0; i < expected.size(); i++) {
        assertSame(where + "[" + i + "]", expected.get(i), actual.get(i));
      }
    } else {
      assertThat(actual).as(where).isEqualTo(expected);
    }
  }

  private static void assertKind(String where, String kind, JsonNode actual) {
    switch (kind) {
      case "<uuid>" ->
          assertThat(actual.asString(""))
              .as(where)
              .matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
      case "<ms>" -> assertThat(actual.asLong(0)).as(where).isGreaterThan(1_700_000_000_000L);
      case "<integer>" ->
          assertThat(actual.isIntegralNumber()).as("%s: %s", where, actual).isTrue();
      case "<text>" -> assertThat(actual.asString("")).as(where).isNotEmpty();
      case "<token>" -> assertThat(actual.asString("")).as(where).matches("prl_[A-Za-z0-9_-]{43}");
      default -> fail(where + ": no such kind " + kind);
    }
  }

  private static JsonNode read(String file) {
    try (InputStream in = VectorsTest.class.getResourceAsStream("/vectors/" + file + ".json")) {
      return Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
