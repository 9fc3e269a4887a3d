package dev.parley.stores.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.store.StoreException;
import dev.parley.testkit.nats.NatsServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that speak TLS, and which of them are believed. */
class TlsTest {
  @TempDir Path folder;

  private static NatsSettings settings(String url, @Nullable Path ca) {
    return new NatsSettings(
        List.of(url), "parley", 1, new NatsLogin.None(), Duration.ofSeconds(5), ca);
  }

  private static AbstractThrowableAssert<?, ?> opening(String url, @Nullable Path ca) {
    return assertThatThrownBy(() -> ClusterLog.open(settings(url, ca)).close())
        .isInstanceOf(StoreException.class);
  }

  @Test
  void aServerIsBelievedIfTheNamedAuthoritySignedItsCertificateAndNotOtherwise() throws Exception {
    var authority = new TestAuthority(folder.resolve("ours"));
    Path stranger = new TestAuthority(folder.resolve("other")).certificate();
    String tls = authority.configuration("ip:127.0.0.1");
    try (NatsServers servers = NatsServers.configured(folder.resolve("nats"), tls)) {
      String plain = servers.urls().getFirst();
      String secured = plain.replace("nats://", "tls://");
      try (ClusterLog log = ClusterLog.open(settings(secured, authority.certificate()))) {
        assertThat(Hubs.append(log, "over TLS", 0)).isEqualTo(1);
      }
      // Whoever names an authority wants TLS.
      ClusterLog.open(settings(plain, authority.certificate())).close();

      opening(secured, stranger).hasMessageContaining("nats.ca").hasMessageContaining("trusted");
      opening(secured, null).hasMessageContaining("nats.ca");
      opening(plain, null).hasMessageContaining("SSL required by server");
    }
  }

  @Test
  void aCertificateForAnotherNameIsNotEnough() throws Exception {
    var authority = new TestAuthority(folder.resolve("ours"));
    String tls = authority.configuration("dns:elsewhere.example");
    try (NatsServers servers = NatsServers.configured(folder.resolve("nats"), tls)) {
      String secured = servers.urls().getFirst().replace("nats://", "tls://");

      opening(secured, authority.certificate()).hasMessageContaining("names in nats.servers");
    }
  }

  @Test
  void aServerWithoutTlsIsNotSpokenToWhereTlsIsWanted() throws Exception {
    Path ca = new TestAuthority(folder.resolve("ours")).certificate();
    try (NatsServers servers = NatsServers.alone(folder.resolve("nats"))) {
      opening(servers.urls().getFirst(), ca).hasMessageContaining("SSL connection wanted");
    }
  }

  @Test
  void aFileThatHoldsNoAuthorityIsRefusedByItsName() throws Exception {
    Path missing = folder.resolve("missing.pem");
    Path empty = Files.writeString(folder.resolve("empty.pem"), "");
    Path nonsense = Files.writeString(folder.resolve("nonsense.pem"), "nonsense");

    for (Path file : List.of(missing, empty, nonsense)) {
      opening("tls://127.0.0.1:1", file)
          .hasMessageContaining("nats.ca")
          .hasMessageContaining(file.toString());
    }
  }
}
