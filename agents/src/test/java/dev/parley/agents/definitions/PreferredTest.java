package dev.parley.agents.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PreferredTest {
  private static final Map<String, String> MODEL_OF =
      new TreeMap<>(Map.of("a", "large", "b", "small", "c", "large"));

  @Test
  void brainsThatAreNamedComeFirstThenThoseOfTheModels() {
    assertThat(Preferred.of(List.of("b"), List.of("large", "small"), MODEL_OF))
        .containsExactly("b", "a", "c");
    assertThat(Preferred.of(List.of(), List.of("small", "large"), MODEL_OF))
        .containsExactly("b", "a", "c");
    assertThat(Preferred.of(List.of(), List.of("huge"), MODEL_OF)).isEmpty();
  }
}
