package dev.parley.wire.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTest {
  private static final String BOT = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

  private static Payload read(String json) {
    return Objects.requireNonNull(Payload.read(json.replace('\'', '"').getBytes(UTF_8)), json);
  }

  @Test
  void theSpellingOfTheBotsKeyIsTheSpellingOfTheConnection() {
    assertThat(read("{'botId':'" + BOT + "'}").spelling()).isEqualTo(Spelling.CAMEL);
    assertThat(read("{'bot_id':'" + BOT + "'}").spelling()).isEqualTo(Spelling.SNAKE);
    assertThat(read("{'bot_id':'a','botId':'b'}").spelling()).isEqualTo(Spelling.CAMEL);
    assertThat(read("{'botId':'b','bot_id':'a'}").spelling()).isEqualTo(Spelling.CAMEL);
    assertThat(read("{'token':'t'}").spelling()).isEqualTo(Spelling.BOTH);
  }

  @Test
  void everyKeyIsTakenInBothSpellingsAndTheCamelWins() {
    assertThat(read("{'bot_id':'" + BOT + "'}").uuid(Key.BOT_ID)).isEqualTo(UUID.fromString(BOT));
    assertThat(read("{'last_acked_seq':7}").number(Key.LAST_ACKED_SEQ)).isEqualTo(7);
    assertThat(read("{'lastAckedSeq':8,'last_acked_seq':7}").number(Key.LAST_ACKED_SEQ))
        .isEqualTo(8);
    assertThat(read("{'last_acked_seq':7,'lastAckedSeq':8}").number(Key.LAST_ACKED_SEQ))
        .isEqualTo(8);
    assertThat(read("{'channel_id':'a','channelId':'b'}").text(Key.CHANNEL_ID)).isEqualTo("b");
  }

  @Test
  void unknownKeysAndValuesOfAnotherKindCountAsNotThere() {
    Payload payload =
        read("{'hostname':'h','iAck':true,'token':17,'stream':{'a':[1]},'ackedSeq':1.5}");

    assertThat(payload.text(Key.TOKEN)).isNull();
    assertThat(payload.text(Key.STREAM)).isNull();
    assertThat(payload.number(Key.ACKED_SEQ)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e3", "-4", "123456789012345678901234567890"})
  void aSeqIsAWholeNumberOfReasonableSize(String seq) {
    assertThat(read("{'ackedSeq':" + seq + "}").number(Key.ACKED_SEQ)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ \"a\" : 1.0 , \"b\":12345678901234567890123 }",
        "null",
        "1.50",
        "-0",
        "\"x\\u0041\"",
        "[ 1 ,2 ]",
        "true"
      })
  void contentIsKeptAsItWasWritten(String content) {
    Payload payload = read("{'stream':'dm','content':" + content + ",'conversationId':'c'}");

    assertThat(new String(Objects.requireNonNull(payload.content()), UTF_8)).isEqualTo(content);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "\"text\"", "{", "{}x", "{\"a\":}", "{'a':1}"})
  void whatIsNotOneObjectIsNoPayload(String json) {
    assertThat(Payload.read(json.getBytes(UTF_8))).isNull();
  }

  @Test
  void whatIsNotUnicodeIsNoPayload() {
    byte[] json = "{\"content\":\"?\"}".getBytes(UTF_8);
    json[12] = (byte) 0xC0;

    assertThat(Payload.read(json)).isNull();
  }

  @Test
  void contentThatIsDeeperThanAnybodyReadsIsNoPayload() {
    String deep = "[".repeat(1_000) + "]".repeat(1_000);

    assertThat(Payload.read(("{\"content\":" + deep + "}").getBytes(UTF_8))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"7c9e6679", "7c9e6679742540de944be07fc1f90ae7xxxx", "a-b-c-d-e", ""})
  void aUuidHasItsUsualForm(String text) {
    assertThat(read("{'botId':'" + text + "'}").uuid(Key.BOT_ID)).isNull();
  }

  @Test
  void membersAreWrittenInTheSpellingOfTheClient() {
    assertThat(written(Spelling.CAMEL)).isEqualTo("{\"peerId\":\"p\",\"stream\":\"dm\"}");
    assertThat(written(Spelling.SNAKE)).isEqualTo("{\"peer_id\":\"p\",\"stream\":\"dm\"}");
    assertThat(written(Spelling.BOTH))
        .isEqualTo("{\"peerId\":\"p\",\"peer_id\":\"p\",\"stream\":\"dm\"}");
    assertThat(new Members(Spelling.BOTH).toBytes()).isEqualTo("{}".getBytes(UTF_8));
  }

  private static String written(Spelling spelling) {
    byte[] json = new Members(spelling).text(Key.PEER_ID, "p").text(Key.STREAM, "dm").toBytes();
    return new String(json, UTF_8);
  }
}
