package dev.parley.doors.files;

import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageLimit;
import dev.parley.testkit.envelope.EnvelopeVector;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden vectors of the envelope, as files of a bot's outbox. */
class FileVectorsTest {

  private static Draft read(byte[] json) {
    FileMessage message = FileMessage.read(json);
    String own = message.ownId();
    return message.toDraft(
        EnvelopeVector.FROM,
        own == null ? EnvelopeVector.ID : FileIds.ofOwn(EnvelopeVector.FROM, own),
        MessageLimit.DEFAULT);
  }

  /** A file is known by its id, and by no key besides. */
  static Stream<EnvelopeVector> vectors() {
    return Stream.concat(EnvelopeVector.good(), EnvelopeVector.bad())
        .filter(vector -> vector.isWithout("idempotencyKey"));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void asAFile(EnvelopeVector vector) {
    vector.check(FileVectorsTest::read, "\"to\":\"" + EnvelopeVector.TO + "\"", name -> name);
  }
}
