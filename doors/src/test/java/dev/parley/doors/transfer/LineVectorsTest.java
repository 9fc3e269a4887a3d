package dev.parley.doors.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.Refused;
import dev.parley.core.message.Message;
import dev.parley.core.message.Origin;
import dev.parley.doors.Json;
import dev.parley.testkit.envelope.EnvelopeVector;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden vectors of the envelope, as lines of an import. */
class LineVectorsTest {
  private static final String STAMPED =
      "\"from\":\"writer\",\"path\":\"agent/researcher\",\"origin\":\"peer\",\"timestamp\":"
          + EnvelopeVector.TIMESTAMP;

  /** What is only said when sending has had its effect before a message is exported. */
  static Stream<EnvelopeVector> vectors() {
    return Stream.concat(EnvelopeVector.good(), EnvelopeVector.bad())
        .filter(vector -> vector.isWithout("ttlMs", "idempotencyKey", "colour"));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void asALine(EnvelopeVector vector) {
    String id = vector.isWithout("id") ? ",\"id\":\"" + EnvelopeVector.ID + "\"" : "";
    vector.check(
        json -> {
          Message message = Arrival.parse(json).message();
          assertThat(message.timestamp()).isEqualTo(EnvelopeVector.TIMESTAMP);
          return message.draft().toBuilder().id(message.id()).build();
        },
        STAMPED + id,
        name -> name);
  }

  private static Message parsed(String more) {
    String line =
        "{'id':'" + EnvelopeVector.ID + "','from':'a','path':'agent/b','timestamp':1" + more + "}";
    return Arrival.parse(Json.text(line).getBytes(StandardCharsets.UTF_8)).message();
  }

  @Test
  void membersThatNobodyKnowsAreCarriedOn() {
    assertThat(new String(parsed(",'colour':'blue','n':[1, 2]").toJson(), StandardCharsets.UTF_8))
        .endsWith(",\"colour\":\"blue\",\"n\":[1, 2]}");
  }

  @Test
  void whatCameFromOutsideIsExternalWhenNothingElseIsSaid() {
    assertThat(parsed(",'source':'slack'").origin()).isEqualTo(Origin.EXTERNAL);
    assertThat(parsed(",'source':'slack','origin':'human'").origin()).isEqualTo(Origin.HUMAN);
    assertThat(parsed("").origin()).isEqualTo(Origin.PEER);
    assertThat(parsed(",'origin':'system'").origin()).isEqualTo(Origin.SYSTEM);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ,'recipients':7                                     | 'recipients' must be a list
          ,'recipients':[7]                                   | 'recipients' must be a list of objects
          ,'recipients':[{'sessionId':'s'}]                   | a recipient has no 'agentId'
          ,'recipients':[{'agentId':7,'x':{}},{'agentId':1}]  | 'agentId' must be a string
          ,'recipients':[{'agentId':'b','state':'lost'}]      | 'state' must be one of
          ,'recipients':[{'agentId':'b','handledBy':7}]       | 'handledBy' must be a list
          ,'recipients':[{'agentId':'b','handledBy':[{'agentId':'b'}]}] | 'handledBy' must be a list of sessions
          ,'status':'lost'                                    | 'status' must be one of
          ,'origin':'god'                                     | 'origin' must be one of external, human, owner, peer, system
          ,'hops':-1                                          | 'hops' must be between 0 and 2147483647, not -1
          """)
  void aLineThatIsWrongIsToldWhere(String more, String reason) {
    assertThatThrownBy(() -> parsed(more)).isInstanceOf(Refused.class).hasMessageContaining(reason);
  }
}
