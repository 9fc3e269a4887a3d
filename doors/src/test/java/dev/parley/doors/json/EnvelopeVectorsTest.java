package dev.parley.doors.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.testkit.envelope.EnvelopeVector;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden vectors of the envelope, as frames of the WebSocket door and as bodies of REST. */
class EnvelopeVectorsTest {
  private static final RequestReader FRAMES = RequestReader.ofFrames(1 << 20);
  private static final RequestReader BODIES = RequestReader.ofBodies(1 << 20);

  private static Draft read(RequestReader reader, byte[] json) {
    Request request = reader.read(json, json.length);
    Refused problem = request.problem();
    if (problem != null) {
      throw problem;
    }
    Path path = Drafts.recipients(request);
    return Drafts.draft(request, new AgentId(EnvelopeVector.FROM)).to(path).build();
  }

  private static String requestName(String field) {
    return field.equals("type") ? "messageType" : field;
  }

  @ParameterizedTest
  @MethodSource({
    "dev.parley.testkit.envelope.EnvelopeVector#good",
    "dev.parley.testkit.envelope.EnvelopeVector#bad"
  })
  void asAFrame(EnvelopeVector vector) {
    vector.check(
        json -> read(FRAMES, json),
        "\"type\":\"msg.send\",\"to\":\"" + EnvelopeVector.TO + "\"",
        EnvelopeVectorsTest::requestName);
  }

  @ParameterizedTest
  @MethodSource({
    "dev.parley.testkit.envelope.EnvelopeVector#good",
    "dev.parley.testkit.envelope.EnvelopeVector#bad"
  })
  void asABody(EnvelopeVector vector) {
    vector.check(
        json -> read(BODIES, json),
        "\"to\":\"" + EnvelopeVector.TO + "\"",
        EnvelopeVectorsTest::requestName);
  }
}
