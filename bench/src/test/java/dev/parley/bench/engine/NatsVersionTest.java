package dev.parley.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class NatsVersionTest {
  @Test
  void theVersionIsReadFromWhatTheServerSays() throws Exception {
    assertThat(NatsVersion.in("nats-server: v2.15.2")).hasToString("2.15.2");
    assertThat(NatsVersion.in("nats-server: v2.9.10-RC.1")).isEqualTo(new NatsVersion(2, 9, 10));
  }

  @Test
  void syncAlwaysCameWith210() throws Exception {
    assertThat(NatsVersion.in("nats-server: v2.9.10").canSyncAlways()).isFalse();
    assertThat(NatsVersion.in("nats-server: v2.10.0").canSyncAlways()).isTrue();
    assertThat(NatsVersion.in("nats-server: v3.0.0").canSyncAlways()).isTrue();
  }

  @Test
  void whatHasNoVersionIsRefused() {
    assertThatThrownBy(() -> NatsVersion.in("nats-server: devel")).isInstanceOf(IOException.class);
  }
}
