package dev.parley.stores.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.store.StoreException;
import dev.parley.testkit.nats.NatsServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of the settings, and that they let in only those who prove themselves. */
class LoginTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @TempDir Path folder;

  private static NatsSettings settings(String url, NatsLogin login) {
    return new NatsSettings(List.of(url), "parley", 1, login, PATIENCE);
  }

  @Test
  void aGuardedServerOpensToThePasswordInTheUrlOrBesideItAndToNoOther() {
    try (NatsServers servers = NatsServers.guarded(folder, "ada", "right")) {
      String url = servers.get(0).url();
      String withLogin = url.replace("nats://", "nats://ada:right@");
      try (ClusterLog log = ClusterLog.open(settings(withLogin, new NatsLogin.None()))) {
        assertThat(log.cluster().url()).isEqualTo(url);
      }
      ClusterLog.open(settings(url, new NatsLogin.Password("ada", "right"))).close();

      String wrong = url.replace("nats://", "nats://ada:wrong-one@");
      assertThatThrownBy(() -> ClusterLog.open(settings(wrong, new NatsLogin.None())))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(url)
          .hasMessageContaining("refuse the login")
          .satisfies(e -> assertThat(said(e)).doesNotContain("wrong-one"));
    }
  }

  @Test
  void aServerThatWantsATokenOpensToItInTheUrlOrBesideItAndToNoOther() {
    String guard = "authorization { token: \"right\" }";
    try (NatsServers servers = NatsServers.configured(folder, guard)) {
      String url = servers.get(0).url();
      ClusterLog.open(settings(url, new NatsLogin.Token("right"))).close();
      ClusterLog.open(settings(url.replace("//", "//right@"), new NatsLogin.None())).close();

      for (NatsLogin login : List.of(new NatsLogin.Token("wrong-one"), new NatsLogin.None())) {
        assertThatThrownBy(() -> ClusterLog.open(settings(url, login)))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("refuse the login")
            .satisfies(e -> assertThat(said(e)).doesNotContain("wrong-one"));
      }
    }
  }

  @Test
  void credentialsOfAnAccountOpenAndThoseOfAnotherOperatorDoNot() throws Exception {
    var operator = new TestOperator();
    Path right = operator.credentials(folder.resolve("right.creds"));
    Path wrong = new TestOperator().credentials(folder.resolve("wrong.creds"));
    try (NatsServers servers =
        NatsServers.configured(folder.resolve("nats"), operator.configuration())) {
      String url = servers.get(0).url();
      try (ClusterLog log = ClusterLog.open(settings(url, new NatsLogin.Credentials(right)))) {
        assertThat(Hubs.append(log, "with credentials", 0)).isEqualTo(1);
      }

      assertThatThrownBy(() -> ClusterLog.open(settings(url, new NatsLogin.Credentials(wrong))))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("refuse the login");
    }
  }

  /** The words of an exception and of all behind it. */
  private static String said(Throwable e) {
    return e + (e.getCause() == null ? "" : said(e.getCause()));
  }

  @Test
  void credentialsThatOthersMayReadAreRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("hub.creds"), "…");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(
            () -> ClusterLog.open(settings("nats://127.0.0.1:1", new NatsLogin.Credentials(file))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("chmod 600");
  }

  @Test
  void secretsAreNotInTheWordsOfTheSettings() {
    assertThat(settings("nats://ada:secret@127.0.0.1", new NatsLogin.None()).toString())
        .doesNotContain("secret");
    assertThat(settings("nats://127.0.0.1", new NatsLogin.Password("ada", "secret")).toString())
        .doesNotContain("secret");
    assertThat(settings("nats://127.0.0.1", new NatsLogin.Token("secret")).toString())
        .doesNotContain("secret");
  }

  @Test
  void aBadSettingIsRefusedByItsName() {
    refused("nats.servers", List.of(), "parley", 1, PATIENCE);
    refused("nats.servers", List.of("http://127.0.0.1"), "parley", 1, PATIENCE);
    refused("nats.servers", List.of("nats://a:b@one", "nats://c:d@two"), "parley", 1, PATIENCE);
    refused("nats.name", List.of("nats://one"), "a.b", 1, PATIENCE);
    refused("nats.name", List.of("nats://one"), "", 1, PATIENCE);
    refused("nats.replicas", List.of("nats://one"), "parley", 0, PATIENCE);
    refused("nats.replicas", List.of("nats://one"), "parley", 6, PATIENCE);
    refused("nats.patience", List.of("nats://one"), "parley", 1, Duration.ofHours(1));
    refused("nats.patience", List.of("nats://one"), "parley", 1, Duration.ZERO);
  }

  private static void refused(
      String key, List<String> servers, String name, int replicas, Duration patience) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NatsSettings(servers, name, replicas, new NatsLogin.None(), patience))
        .withMessageStartingWith(key);
  }
}
