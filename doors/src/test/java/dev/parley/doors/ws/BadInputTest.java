package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import dev.parley.doors.RawClient;
import dev.parley.doors.TestHub;
import dev.parley.doors.http.DoorConfig;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever comes in, the hub answers or hangs up, and goes on. */
class BadInputTest {
  private static TestHub hub;

  @BeforeAll
  static void start() {
    DoorConfig.Limits usual = DoorConfig.Limits.DEFAULT;
    hub =
        TestHub.start(
            DoorConfig.DEFAULT.withLimits(
                new DoorConfig.Limits(
                    usual.connectionsMax(),
                    DoorConfig.Limits.DEFAULT.strangersMax(),
                    usual.frameBytesMax(),
                    usual.strangerFrameBytesMax(),
                    usual.payloadBytesMax(),
                    usual.unansweredMax(),
                    usual.unansweredBytesMax(),
                    usual.outgoingBytesMax(),
                    1_000_000,
                    Duration.ofSeconds(10))));
    hub.agents("a", "b");
  }

  @AfterAll
  static void stop() {
    hub.close();
  }

  private static RawClient connect() {
    return hub.raw().authenticate(hub.ownerToken());
  }

  private static String code(String frame) {
    try (RawClient client = connect()) {
      client.text(frame);
      return client.read().json().path("code").asString("");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hello|bad_json",
        "[]|bad_json",
        "1|bad_json",
        "null|bad_json",
        "{|bad_json",
        "{'type':'ping'|bad_json",
        "{'type':'ping',}|bad_json",
        "{'type':'ping'}{}|bad_json",
        "{'type':'ping'} x|bad_json",
        "{type:'ping'}|bad_json",
        "{'type':NaN}|bad_json",
        "{'type':'ping','n':01}|bad_json",
        "{'type':'ping','n':1e}|bad_json",
        "{'type':'ping','s':'\\x'}|bad_json",
        "{}|bad_request",
        "{'type':7}|bad_request",
        "{'type':'ping','type':'ping'}|bad_request",
        "{'type':'msg.send','from':'a','from':'b','to':'a'}|bad_request",
        "{'type':'ping','requestId':1.5}|bad_request",
        "{'type':'ping','requestId':{}}|bad_request",
        "{'type':'ping','requestId':true}|bad_request",
        "{'type':'msg.send','to':7}|bad_request",
        "{'type':'msg.send','to':[]}|bad_request",
        "{'type':'msg.send','to':[1]}|bad_request",
        "{'type':'msg.send','to':'a','from':1}|bad_request",
        "{'type':'msg.send','to':'a','payload':[]}|bad_request",
        "{'type':'msg.send','to':'a','priority':'urgent'}|bad_request",
        "{'type':'msg.send','to':'a','messageType':'gossip'}|bad_request",
        "{'type':'msg.send','to':'a','ttlMs':-1}|bad_request",
        "{'type':'msg.send','to':'a','ttlMs':99999999999999999999}|bad_request",
        "{'type':'msg.send','to':'a','id':'not-a-uuid'}|bad_request",
        "{'type':'msg.send','to':'a','replyTo':'x'}|bad_request",
        "{'type':'msg.send','to':'a','attachments':{}}|bad_request",
        "{'type':'msg.send','to':'a','command':''}|bad_request",
        "{'type':'msg.route','path':''}|bad_request",
        "{'type':'msg.route'}|bad_request",
        "{'type':'msg.receive','agentId':'a','options':[]}|bad_request",
        "{'type':'msg.receive','agentId':'a','options':{'limit':0}}|bad_request",
        "{'type':'msg.receive','agentId':'a','options':{'limit':1,'limit':2}}|bad_request",
        "{'type':'msg.request','to':'a','timeoutMs':600001}|bad_request",
        "{'type':'msg.read','agentId':'a'}|bad_request",
        "{'type':'msg.await','messageId':'0198c0de-0000-7000-8000-000000000001','state':'eaten'}|bad_request",
        "{'type':'msg.history','agentId':'a','options':{'after':'b'}}|bad_request",
        "{'type':'group.put','name':'g'}|bad_request",
        "{'type':'group.put','name':'g','members':['nobody']}|not_found",
        "{'type':'agent.create','agentId':'sp ace'}|bad_request",
        "{'type':'constructor'}|unknown_type"
      })
  void everyKindOfNonsenseHasItsAnswer(String frame, String code) {
    assertThat(code(Json.text(frame))).isEqualTo(code);
  }

  @Test
  void rawControlCharactersAndZerosAreBadJson() {
    assertThat(code("{\"type\":\"pi\nng\"}")).isEqualTo("bad_json");
    assertThat(code("{\"type\":\"pi\0ng\"}")).isEqualTo("bad_json");
    assertThat(code("\0{\0\"\0t\0")).isEqualTo("bad_json");
    assertThat(code("{\0\"\0t\0y\0")).isEqualTo("bad_json");
  }

  @Test
  void anErrorCarriesTheRequestIdEvenIfItComesLast() {
    try (RawClient client = connect()) {
      client.text("{\"type\":\"msg.send\",\"to\":7,\"payload\":{},\"requestId\":\"late\"}");
      assertThat(client.read().json().path("requestId").asString("")).isEqualTo("late");
    }
  }

  @Test
  void nestingEndsAt64() {
    assertThat(code(nested(62))).isEmpty();
    assertThat(code(nested(64))).isEqualTo("bad_json");
    assertThat(code(nested(500_000))).isEqualTo("bad_json");
  }

  private static String nested(int depth) {
    return "{\"type\":\"ping\",\"x\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
  }

  @Test
  void aListHasAThousandValuesAtMost() {
    String id = "\"0198c0de-0000-7000-8000-000000000001\"";
    assertThat(
            code(
                "{\"type\":\"msg.read\",\"agentId\":\"a\",\"ids\":["
                    + (id + ",").repeat(999)
                    + id
                    + "]}"))
        .isEmpty();
    assertThat(
            code(
                "{\"type\":\"msg.read\",\"agentId\":\"a\",\"ids\":["
                    + (id + ",").repeat(1_000)
                    + id
                    + "]}"))
        .isEqualTo("bad_request");
  }

  @Test
  void aRequestIdHas128CharactersAtMost() {
    assertThat(code("{\"type\":\"ping\",\"requestId\":\"" + "x".repeat(128) + "\"}")).isEmpty();
    assertThat(code("{\"type\":\"ping\",\"requestId\":\"" + "x".repeat(129) + "\"}"))
        .isEqualTo("bad_request");
  }

  @Test
  void numbersOfAbsurdLengthAreBadJson() {
    assertThat(code("{\"type\":\"ping\",\"n\":" + "9".repeat(100_000) + "}")).isEqualTo("bad_json");
  }

  @Test
  void manyDifferentNamesDoNotMakeTheReaderLarge() {
    try (RawClient client = connect()) {
      Random random = new Random(3);
      for (int i = 0; i < 200; i++) {
        StringBuilder frame = new StringBuilder("{\"type\":\"ping\",\"x\":{");
        for (int j = 0; j < 500; j++) {
          frame
              .append(j == 0 ? "" : ",")
              .append('"')
              .append(Long.toHexString(random.nextLong()))
              .append("\":1");
        }
        client.text(frame.append("}}").toString());
        assertThat(client.read().json().path("type").asString("")).isEqualTo("pong");
      }
    }
  }
}
