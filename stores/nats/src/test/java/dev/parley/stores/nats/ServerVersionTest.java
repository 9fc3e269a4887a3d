package dev.parley.stores.nats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which servers a hub warns of. */
class ServerVersionTest {

  @ParameterizedTest
  @ValueSource(strings = {"2.12.12", "2.12.13-RC.1", "2.14.3", "2.15.0", "2.15.2", "3.0.0", "dev"})
  void nothingIsKnownAgainstThese(String version) {
    assertThat(ServerVersion.objection(version)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2.10.27", "2.11.16", "2.12.11", "2.13.0", "2.14.0", "2.14.2", "2.14.0-RC.1"})
  void theseHaveHoles(String version) {
    assertThat(ServerVersion.objection(version)).isEqualTo("has published security holes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.9.10", "2.9.25", "2.8.4"})
  void theseMayGetStuckAsWell(String version) {
    assertThat(ServerVersion.objection(version)).contains("after a cut link", "security holes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.4.1"})
  void theseAreTooOld(String version) {
    assertThat(ServerVersion.objection(version)).isEqualTo("is too old");
  }
}
