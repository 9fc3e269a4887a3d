package dev.parley.doors.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestReaderTest {
  private final RequestReader reader = RequestReader.ofFrames(1 << 20);

  private Request read(String json) {
    byte[] bytes = Json.text(json).getBytes(StandardCharsets.UTF_8);
    // As on an event loop: the array is longer than the frame and has been used before.
    byte[] lent = Arrays.copyOf(bytes, bytes.length + 100);
    Arrays.fill(lent, bytes.length, lent.length, (byte) '}');
    Request request = reader.read(lent, bytes.length);
    Arrays.fill(lent, (byte) 0);
    return request;
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void everyFieldIsReadAsItsKind() {
    for (Field field : Field.values()) {
      String value =
          switch (field.kind()) {
            case TEXT, TEXT_OR_TEXTS, TEXT_OR_NUMBER, REQUEST_ID -> "'x'";
            case NUMBER -> "12";
            case FLAG -> "true";
            case TEXTS -> "['x']";
            case NUMBERS -> "[1,2,3,4,5,6,7,8,9]";
            case OBJECT, ANYTHING -> "{'k':'}'}";
            case ARRAY -> "[{}]";
          };
      String member = "'" + field.memberName() + "':" + value;
      Request request =
          read(field.isOption() ? "{'options':{" + member + "}}" : "{" + member + "}");
      assertThat(request.problem()).as(field.wireName()).isNull();
      assertThat(request.has(field)).as(field.wireName()).isEqualTo(!field.isOfBodies());
    }
  }

  @Test
  void bodiesHaveFieldsThatFramesDoNotHave() {
    byte[] body = Json.text("{'code':'c','edit':{},'limit':7}").getBytes(StandardCharsets.UTF_8);

    Request request = RequestReader.ofBodies(1 << 20).read(body, body.length);

    assertThat(request.problem()).isNull();
    assertThat(request.text(Field.CODE)).isEqualTo("c");
    assertThat(text(request.raw(Field.EDIT))).isEqualTo("{}");
    assertThat(request.number(Field.LIMIT, 0)).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{ }",
        "{'a':{'b':[1,{'c':'}]'}]}}",
        "{'x':'\\\\'}",
        "{'x':'ä\u2028🧊'}",
        "{'n':-0.0e-5}"
      })
  void rawValuesAreCutOutExactly(String value) {
    Request request = read("{'before':1 , 'payload' : " + value + " ,'type':'t'}");
    assertThat(text(request.raw(Field.PAYLOAD))).isEqualTo(Json.text(value));
    assertThat(request.text(Field.TYPE)).isEqualTo("t");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'text'",
        "'with \\\\ escape'",
        "12",
        "-1.5e10",
        "true",
        "false",
        "[]",
        "{'a':1}",
        "''"
      })
  void anythingIsCutOutExactly(String value) {
    for (String frame :
        List.of(
            "{'platformData':" + value + "}",
            "{'platformData':" + value + ",'type':'t'}",
            "{ 'platformData' : " + value + " }")) {
      assertThat(text(read(frame).raw(Field.PLATFORM_DATA))).as(frame).isEqualTo(Json.text(value));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"'r'", "''", "'ä\\\\u0041'", "7", "-7", "12345678901234567890"})
  void requestIdsAreKeptAsWritten(String value) {
    assertThat(text(read("{'requestId':" + value + "}").raw(Field.REQUEST_ID)))
        .isEqualTo(Json.text(value));
    assertThat(text(read("{'requestId':" + value + " ,'type':'x'}").raw(Field.REQUEST_ID)))
        .isEqualTo(Json.text(value));
  }

  @Test
  void carriedFieldsBecomeOneFragment() {
    Request request = read("{'platformData':1,'metadata':{'a':1},'payload':{},'taskId':'t'}");
    assertThat(text(carried(request)))
        .isEqualTo("\"metadata\":{\"a\":1},\"taskId\":\"t\",\"platformData\":1");
    assertThat(carried(read("{'payload':{}}"))).isNull();
  }

  private static byte[] carried(Request request) {
    return request.draft("a").to(Path.parse("agent/b")).build().extras();
  }

  @Test
  void whatASenderWritesCountsTogether() {
    String half = "x".repeat(1 << 19);
    Request request =
        read("{'content':'" + half + "','metadata':{'x':'" + half + "'},'type':'msg.send'}");

    assertThat(request.problem()).isNull();
    assertThatThrownBy(() -> request.draft("a"))
        .isInstanceOfSatisfying(
            Refused.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.TOO_LARGE));
  }

  @Test
  void theFirstProblemIsToldAndTheRestIsStillRead() {
    Request request = read("{'to':1,'payload':2,'requestId':3,'type':'msg.send'}");
    assertThat(request.problem()).hasMessage("'to' must be a string or a list of strings");
    assertThat(text(request.raw(Field.REQUEST_ID))).isEqualTo("3");
    assertThat(request.text(Field.TYPE)).isEqualTo("msg.send");
  }

  @Test
  void aNameMayBeEscaped() {
    assertThat(read("{'t\\u0079pe':'x'}").text(Field.TYPE)).isEqualTo("x");
  }

  @Test
  void aNullIsNoValue() {
    Request request =
        read("{'type':null,'to':null,'ids':null,'payload':null,'requestId':null,'error':null}");
    assertThat(request.problem()).isNull();
    assertThat(request.has(Field.TYPE)).isFalse();
    assertThat(request.has(Field.ERROR)).isFalse();
  }

  @Test
  void deepUnknownValuesAreSkipped() {
    assertThat(
            read("{'x':[[[{'y':[1]}]]],'type':'t','options':{'z':{'limit':9},'limit':3}}")
                .number(Field.LIMIT, 0))
        .isEqualTo(3);
  }
}
