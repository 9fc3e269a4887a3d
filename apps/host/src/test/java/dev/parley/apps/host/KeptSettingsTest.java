package dev.parley.apps.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of what the owner sets for apps. */
class KeptSettingsTest {
  private static final String ID = "com.example.a";

  @TempDir private Path folder;

  private Broker broker;
  private KeptSettings settings;

  @BeforeEach
  void open() {
    broker = new Broker(new MemoryStore(), new ManualTime(1), BrokerConfig.DEFAULT).start();
    settings = new KeptSettings(broker.records(), SecretKey.in(folder));
  }

  @AfterEach
  void close() {
    broker.close();
  }

  private String stored() {
    StringBuilder all = new StringBuilder();
    broker
        .records()
        .forEach("apps", (key, value) -> all.append(key).append(new String(value, UTF_8)));
    return all.toString();
  }

  @Test
  void whatIsSetIsThereAfterARestartAndSecretsAreNotInTheStore() throws Exception {
    settings.change(ID, Map.of("colour", "red", "key", "s3cret"), Set.of("key"));

    KeptSettings again = new KeptSettings(broker.records(), SecretKey.in(folder));

    assertThat(again.values(ID)).isEqualTo(Map.of("colour", "red", "key", "s3cret"));
    assertThat(again.secrets(ID)).containsExactly("key");
    assertThat(again.values("com.example.b")).isEmpty();
    assertThat(stored()).contains("red").doesNotContain("s3cret");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("apps-key"))))
        .isEqualTo("rw-------");
  }

  @Test
  void aNullTakesOneAwayAndTheOthersStay() {
    settings.change(ID, Map.of("a", "1", "b", "2", "c", "3"), Set.of("b"));
    Map<String, String> changes = new HashMap<>();
    changes.put("a", null);
    changes.put("b", null);

    settings.change(ID, changes, Set.of());

    assertThat(settings.values(ID)).isEqualTo(Map.of("c", "3"));
    assertThat(settings.secrets(ID)).isEmpty();
  }

  @Test
  void whatWasSecretStaysSoAndWhatIsThereCanBecomeSecret() {
    settings.change(ID, Map.of("key", "one", "name", "ada"), Set.of("key"));
    settings.change(ID, Map.of("key", "two"), Set.of());
    settings.change(ID, Map.of(), Set.of("name"));

    assertThat(settings.secrets(ID)).containsExactlyInAnyOrder("key", "name");
    assertThat(settings.values(ID)).isEqualTo(Map.of("key", "two", "name", "ada"));
    assertThat(stored()).doesNotContain("two", "ada");
  }

  @Test
  void withAnotherKeyNothingIsThereAndWhatWasChangedInTheStoreIsNotBelieved() throws Exception {
    settings.change(ID, Map.of("key", "s3cret"), Set.of("key"));
    String record =
        broker
            .records()
            .get("apps", recordOf(ID))
            .map(each -> new String(each, UTF_8))
            .orElseThrow();
    // Moved to another app's record it is not opened.
    broker.records().put("apps", recordOf("com.example.b"), record.getBytes(UTF_8)).join();

    assertThat(settings.values("com.example.b")).isEmpty();
    Files.delete(folder.resolve("apps-key"));
    assertThat(new KeptSettings(broker.records(), SecretKey.in(folder)).values(ID)).isEmpty();
  }

  private String recordOf(String id) {
    return SecretKey.in(folder).scope() + "/" + id;
  }

  @Test
  void hubsThatShareAStoreHaveSettingsOfTheirOwn(@TempDir Path other) {
    KeptSettings others = new KeptSettings(broker.records(), SecretKey.in(other));
    settings.change(ID, Map.of("a", "1"), Set.of());
    settings.stopped(ID, true);

    assertThat(others.values(ID)).isEmpty();
    assertThat(others.isStopped(ID)).isFalse();
    assertThat(settings.isStopped(ID)).isTrue();
  }

  @Test
  void tooMuchIsRefusedAndChangesNothing() {
    settings.change(ID, Map.of("a", "1"), Set.of());
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      many.put("n" + i, "");
    }
    for (Map<String, String> each : java.util.List.of(many, Map.of("a", "x".repeat(600_000)))) {
      assertThat(
              catchThrowableOfType(Refused.class, () -> settings.change(ID, each, Set.of())).code())
          .isEqualTo(ErrorCode.TOO_LARGE);
    }
    assertThat(
            catchThrowableOfType(
                    Refused.class, () -> settings.change(ID, Map.of(" ", "1"), Set.of()))
                .code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(settings.values(ID)).isEqualTo(Map.of("a", "1"));
  }
}
