package dev.parley.apps.store;

import static dev.parley.apps.store.StoreHub.OWNER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.apps.store.StoreApp.Status;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Visit;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A hub with a store, and ann, who publishes there. */
abstract class StoreFixture {
  static final String ID = "com.example.calculator";

  @TempDir Path folder;
  StoreHub hub;
  Visit ann;

  @BeforeEach
  void open() {
    hub = new StoreHub(folder);
    ann = hub.publisher("ann");
  }

  @AfterEach
  void close() {
    hub.close();
  }

  static void refused(ErrorCode code, String words, Callable<?> asking) {
    Refused refused = catchThrowableOfType(Refused.class, asking::call);
    assertThat(refused).as(words).isNotNull();
    assertThat(refused).hasMessageContaining(words);
    assertThat(refused.code()).isEqualTo(code);
  }

  Publishing publishing() {
    return hub.store.publishing();
  }

  Catalogue catalogue() {
    return hub.store.catalogue();
  }

  Status status(StoreApp app) {
    return publishing().find(OWNER, app.id()).status();
  }

  StoreApp files(StoreApp app, byte[] manifest, String skill) {
    return publishing()
        .update(
            ann,
            app.id(),
            new AppFields(null, null, null, null, null, null, null, null, null, manifest, skill));
  }

  static AppFields version(String version) {
    return new AppFields(null, version, null, null, null, null, null, null, null, null, null);
  }
}
