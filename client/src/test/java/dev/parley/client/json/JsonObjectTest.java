package dev.parley.client.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectTest {

  @Test
  void readsEachKindOfField() {
    JsonObject object =
        JsonObject.parse(
            """
            {"text":"hé \\u0007","number":17,"flag":true,"nothing":null,"real":1.5,
             "object":{"a":1},"texts":["x","y"],"objects":[{"n":1},{"n":2}]}\
            """);

    assertThat(object.text("text")).isEqualTo("hé \u0007");
    assertThat(object.number("number", -1)).isEqualTo(17);
    assertThat(object.flag("flag")).isTrue();
    assertThat(object.has("nothing")).isFalse();
    assertThat(object.object("object")).isEqualTo(JsonObject.parse("{\"a\":1}"));
    assertThat(object.texts("texts")).containsExactly("x", "y");
    assertThat(object.objects("objects")).extracting(o -> o.number("n", 0)).containsExactly(1L, 2L);
    assertThat(object.shown("real")).isEqualTo("1.5");
  }

  @Test
  void aFieldOfAnotherKindReadsAsAbsent() {
    JsonObject object = JsonObject.parse("{\"a\":1,\"b\":\"x\"}");

    assertThat(object.text("a")).isNull();
    assertThat(object.number("b", -1)).isEqualTo(-1);
    assertThat(object.object("a")).isNull();
    assertThat(object.objects("a")).isEmpty();
  }

  @Test
  void nestedObjectsKeepTheirTextToTheByte() {
    String payload = "{ \"ü\" : [1,  2],\"deep\":{\"x\":\"€\"} }";
    JsonObject frame = JsonObject.parse("{\"é\":\"€\",\"message\":{\"payload\":" + payload + "}}");

    JsonObject message = frame.objectOrEmpty("message");

    assertThat(message.objectOrEmpty("payload").raw()).isEqualTo(payload);
    assertThat(message.objectOrEmpty("payload").objectOrEmpty("deep").text("x")).isEqualTo("€");
  }

  @Test
  void leavesFieldsOutWithoutTouchingTheOthers() {
    JsonObject frame =
        JsonObject.parse("{\"type\":\"x\",\"n\":1.50,\"o\":{ \"a\" : 1 },\"l\":[ 1 ]}");

    assertThat(frame.without("type").raw())
        .isEqualTo("{\"n\":1.5,\"o\":{ \"a\" : 1 },\"l\":[ 1 ]}");
  }

  @Test
  void writesWhatItReads() {
    JsonObject written =
        new JsonWriter()
            .put("text", "a\"b")
            .put("absent", null)
            .put("list", List.of(1L, 2L))
            .put("map", Map.of("k", "v"))
            .put("object", JsonObject.parse("{\"x\": 1}"))
            .toObject();

    assertThat(written.raw())
        .isEqualTo(
            "{\"text\":\"a\\\"b\",\"list\":[1,2],\"map\":{\"k\":\"v\"},\"object\":{\"x\": 1}}");
  }

  @Test
  void objectsAreWrittenAsTheyCameWhereverTheyStand() {
    JsonObject object = JsonObject.parse("{ \"ü\": [1 , 2] }");
    JsonObject empty = JsonObject.parse("{}");

    JsonObject written =
        new JsonWriter()
            .put("first", object)
            .put("list", List.of(object, 1L, empty))
            .put("map", Map.of("k", object))
            .put("last", "text")
            .toObject();

    assertThat(written.raw())
        .isEqualTo(
            "{\"first\":{ \"ü\": [1 , 2] },\"list\":[{ \"ü\": [1 , 2] },1,{}],"
                + "\"map\":{\"k\":{ \"ü\": [1 , 2] }},\"last\":\"text\"}");
  }

  @Test
  void objectsOfEveryDepthAreReadAlike() {
    JsonObject first =
        JsonObject.parse(
            "{\"a\":{\"n\":1,\"b\":{\"n\":2,\"c\":{\"n\":3,\"none\":null,\"l\":[],\"m\":[\"x\"]}},\"t\":\"ü\"}}");

    for (int depth = 1; depth <= 3; depth++) {
      JsonObject next = first.objectOrEmpty(List.of("a", "b", "c").get(depth - 1));
      assertThat(next.number("n", 0)).isEqualTo(depth);
      assertThat(next).isEqualTo(JsonObject.parse(next.raw()));
      assertThat(next.names()).isEqualTo(JsonObject.parse(next.raw()).names());
      first = next;
    }
    assertThat(first.texts("l")).isEmpty();
    assertThat(first.texts("m")).containsExactly("x");
    assertThat(first.has("none")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":{\"b\":}}", "{\"a\":{\"b\":1}", "{\"a\":{\"b\":{\"c\":[}}}"})
  void refusesWhatIsNoObjectFurtherDown(String text) {
    assertThatExceptionOfType(JsonException.class).isThrownBy(() -> JsonObject.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "17", "{\"a\":}", "{\"a\":1", "{} {}", "{\"a\":[1}", "null"})
  void refusesWhatIsNoObject(String text) {
    assertThatExceptionOfType(JsonException.class).isThrownBy(() -> JsonObject.parse(text));
  }
}
