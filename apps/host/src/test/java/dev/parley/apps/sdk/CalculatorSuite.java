package dev.parley.apps.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.ExecuteRequest;
import dev.parley.apps.proto.ExecuteResponse;
import dev.parley.apps.proto.SettingsMap;
import dev.parley.apps.proto.ToolServiceGrpc;
import io.grpc.Status;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The calculator of an SDK, as the hub and others call it. */
abstract class CalculatorSuite extends ExampleSuite {
  private static final String SCHEMA =
      """
      {"properties":{"a":{"description":"First operand","type":"number"},\
      "action":{"description":"Action to perform: add, subtract, multiply, divide",\
      "enum":["add","subtract","multiply","divide"],"type":"string"},\
      "b":{"description":"Second operand","type":"number"}},\
      "required":["action","a","b"],"type":"object"}\
      """;

  CalculatorSuite(Sdk sdk) {
    super(sdk, "calculator", "ToolService");
  }

  private ToolServiceGrpc.ToolServiceBlockingStub tool() {
    return app.patient(ToolServiceGrpc.newBlockingStub(app.channel()));
  }

  private ExecuteResponse execute(ByteString input) {
    return tool().execute(ExecuteRequest.newBuilder().setInput(input).build());
  }

  private ExecuteResponse execute(String input) {
    return execute(ByteString.copyFromUtf8(input));
  }

  @Test
  void saysWhatItIs() {
    Empty nothing = Empty.getDefaultInstance();

    assertThat(tool().name(nothing).getName()).isEqualTo("calculator");
    assertThat(tool().description(nothing).getDescription())
        .isEqualTo("Performs arithmetic calculations.");
    assertThat(tool().schema(nothing).getSchema().toStringUtf8()).isEqualTo(SCHEMA);
    assertThat(tool().requiresApproval(nothing).getRequiresApproval()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          add      | 2         | 3      | 2 add 3 = 5
          subtract | 1         | 2.5    | 1 subtract 2.5 = -1.5
          multiply | 1e6       | 2      | 1e+06 multiply 2 = 2e+06
          divide   | 1         | 3      | 1 divide 3 = 0.3333333333333333
          add      | 0.1       | 0.2    | 0.1 add 0.2 = 0.30000000000000004
          add      | 999999    | 1      | 999999 add 1 = 1e+06
          add      | 123456789 | 0      | 1.23456789e+08 add 0 = 1.23456789e+08
          add      | 123456.75 | 0      | 123456.75 add 0 = 123456.75
          divide   | 1         | 10000  | 1 divide 10000 = 0.0001
          divide   | 1         | 100000 | 1 divide 100000 = 1e-05
          multiply | -0.0      | 1      | -0 multiply 1 = -0
          multiply | 1e308     | 10     | 1e+308 multiply 10 = +Inf
          multiply | -1e308    | 10     | -1e+308 multiply 10 = -Inf
          divide   | 5e-324    | 1      | 5e-324 divide 1 = 5e-324
          add      | 1.7976931348623157e308 | 0 | 1.7976931348623157e+308 add 0 = 1.7976931348623157e+308
          """)
  void calculates(String action, String a, String b, String result) {
    String input = "{\"action\":\"%s\",\"a\":%s,\"b\":%s}".formatted(action, a, b);

    assertThat(execute(input)).isEqualTo(ExecuteResponse.newBuilder().setContent(result).build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"action":"divide","a":1,"b":0}   | division by zero
          {"action":"power","a":1,"b":0}    | unknown action: power
          {"action":"é\\u00e9","a":1}       | unknown action: éé
          {}                                | 'unknown action: '
          """)
  void failsInsideTheAnswer(String input, String why) {
    assertThat(execute(input))
        .isEqualTo(ExecuteResponse.newBuilder().setContent(why).setIsError(true).build());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "[]",
        "{",
        "{} {}",
        "{\"action\":\"add\",\"a\":\"2\",\"b\":3}",
        "{\"action\":1}",
        "{\"action\":\"add\",\"a\":1e999,\"b\":3}",
      })
  void badInputIsAnErrorOfTheTool(String input) {
    ExecuteResponse answer = execute(input);

    assertThat(answer.getIsError()).isTrue();
    assertThat(answer.getContent()).startsWith("invalid input");
  }

  @Test
  void inputThatIsNoTextIsAnErrorOfTheTool() {
    byte[] input = "{\"action\":\"a\0b?\"}".getBytes(UTF_8);
    input[input.length - 3] = (byte) 0xff;

    assertThat(execute(ByteString.copyFrom(input)).getIsError()).isTrue();
    assertThat(execute("[".repeat(1_000_000)).getIsError()).isTrue();
  }

  @Test
  void bytesThatAreNoMessageFailTheCallAlone() throws Exception {
    byte[] cut = {0x0a, 0x05, 'x'};

    assertThat(codeOf(() -> app.call("ToolService/Execute", cut))).isEqualTo(Status.Code.INTERNAL);

    isWell();
  }

  @Test
  void largeAnswersComeAndLargerRequestsDoNot() throws Exception {
    String name = "x".repeat(3 << 20);
    ExecuteResponse answer = execute("{\"action\":\"" + name + "\"}");
    assertThat(answer.getContent()).hasSize(name.length() + "unknown action: ".length());

    assertThat(codeOf(() -> execute(ByteString.copyFrom(new byte[5 << 20]))))
        .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);

    isWell();
  }

  @Test
  void settingsReachTheAppOnceEach() throws Exception {
    for (Map<String, String> settings :
        List.of(Map.of("a", "1", "b", "2"), Map.<String, String>of())) {
      tool().configure(SettingsMap.newBuilder().putAllValues(settings).build());
    }

    app.heard("configured with 2 settings");
    app.heard("configured with 0 settings");
    assertThat(app.everythingSaid()).noneMatch(line -> line.contains("configured"));
  }

  @Test
  void manyCallAtOnce() throws Exception {
    var stub = app.patient(ToolServiceGrpc.newFutureStub(app.channel()));
    List<Future<ExecuteResponse>> answers = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      ByteString input =
          ByteString.copyFromUtf8("{\"action\":\"add\",\"a\":%d,\"b\":1}".formatted(i));
      answers.add(stub.execute(ExecuteRequest.newBuilder().setInput(input).build()));
    }
    for (int i = 0; i < answers.size(); i++) {
      assertThat(answers.get(i).get(AppProcess.PATIENCE_SECONDS, SECONDS).getContent())
          .isEqualTo("%d add 1 = %d", i, i + 1);
    }
  }

  @Test
  void strangersOnTheSocketDoNoHarm() throws Exception {
    Random chance = new Random(42);
    byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(UTF_8);
    for (int i = 0; i < 50; i++) {
      byte[] noise = new byte[chance.nextInt(200)];
      chance.nextBytes(noise);
      try (SocketChannel stranger = SocketChannel.open(UnixDomainSocketAddress.of(app.socket()))) {
        if (i % 2 == 0) {
          stranger.write(ByteBuffer.wrap(preface));
        }
        stranger.write(ByteBuffer.wrap(noise));
      } catch (IOException e) {
        // The app may send strangers away before they have said all.
        assertThat(e).hasMessageMatching("Broken pipe|Connection reset.*");
      }
    }

    isWell();
  }

  @Test
  void startsAgainWhereAKilledOneLeftItsSocket() throws Exception {
    app.kill();
    app.close();

    app = new AppProcess(program(), folder, "Tester");

    isWell();
  }

  @Test
  void doesNotStartWithoutTheHub() throws Exception {
    Process alone = AppProcess.start(program(), folder, Map.of());

    String said = new String(alone.getErrorStream().readAllBytes(), UTF_8);

    assertThat(alone.waitFor()).isEqualTo(1);
    assertThat(said).contains("NEBO_APP_SOCK");
  }
}
