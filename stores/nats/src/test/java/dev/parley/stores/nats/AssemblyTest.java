package dev.parley.stores.nats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.impl.Headers;
import org.junit.jupiter.api.Test;

/** Which entries a reader finds in the order of the stream. */
class AssemblyTest {
  private final Assembly assembly = new Assembly();

  private String take(String entry, int index, int count) {
    byte[] whole = assembly.take(new Part(entry, index, count), (entry + index).getBytes(UTF_8));
    return whole == null ? "" : new String(whole, UTF_8);
  }

  @Test
  void partsSideBySideAreAnEntry() {
    assertThat(take("a", 0, 3)).isEmpty();
    assertThat(take("a", 1, 3)).isEmpty();
    assertThat(assembly.isOpen()).isTrue();
    assertThat(take("a", 2, 3)).isEqualTo("a0a1a2");
    assertThat(assembly.isOpen()).isFalse();
  }

  @Test
  void anEntryInBetweenCountsAndTheOneAroundItDoesNot() {
    take("a", 0, 2);
    assertThat(take("b", 0, 1)).isEqualTo("b0");
    assertThat(take("a", 1, 2)).isEmpty();
    assertThat(assembly.isOpen()).isFalse();
  }

  @Test
  void aBeginningThatIsMissingIsNotMadeUpForByWhatFollows() {
    assertThat(take("a", 1, 3)).isEmpty();
    assertThat(take("a", 2, 3)).isEmpty();
  }

  @Test
  void aPartOfAnotherEntryDoesNotFillAGap() {
    take("a", 0, 3);
    assertThat(take("b", 1, 3)).isEmpty();
    assertThat(take("a", 2, 3)).isEmpty();
  }

  @Test
  void aNewBeginningGivesUpTheOneBefore() {
    take("a", 0, 2);
    take("b", 0, 2);
    assertThat(take("b", 1, 2)).isEqualTo("b0b1");
  }

  @Test
  void aStrangersMessageBreaksAnEntry() {
    take("a", 0, 2);
    assertThat(assembly.take(null, new byte[1])).isNull();
    assertThat(take("a", 1, 2)).isEmpty();
  }

  @Test
  void aPartIsReadBackAsItIsWrittenAndNothingElseIsAPart() {
    var part = new Part("writer-1", 2, 3);
    assertThat(Part.of(part.headers(7))).contains(part);
    assertThat(Part.of(null)).isEmpty();
    assertThat(Part.of(new Headers().add("Nats-Msg-Id", "other"))).isEmpty();
    assertThat(Part.of(new Headers().add("Nats-Msg-Id", "writer-1.3.3"))).isEmpty();
    assertThat(Part.of(new Headers().add("Nats-Msg-Id", "w.99999999999.3"))).isEmpty();
  }
}
