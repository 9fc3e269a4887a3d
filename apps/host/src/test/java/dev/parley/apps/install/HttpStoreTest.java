package dev.parley.apps.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.apps.install.AppSource.Offer;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store at the other end of a line, good and bad. */
class HttpStoreTest {
  private static final String DETAIL =
      "{\"id\":\"s1\",\"name\":\"A\",\"version\":\"1.0.0\",\"manifest\":{\"id\":\"com.example.a\"}}";

  /** What the other end does with a request. */
  private interface Answering {
    void to(String path, HttpExchange exchange) throws IOException;
  }

  @TempDir private Path folder;
  private final AtomicReference<Answering> answering = new AtomicReference<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer server;
  private HttpStore store;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            answering.get().to(exchange.getRequestURI().toString(), exchange);
          }
        });
    server.start();
    store = new HttpStore("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  @AfterEach
  void close() {
    over.countDown();
    store.close();
    server.stop(0);
  }

  private void answers(int status, String type, byte[] body) {
    answering.set(
        (_, exchange) -> {
          exchange.getResponseHeaders().set("Content-Type", type);
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          if (body.length > 0) {
            exchange.getResponseBody().write(body);
          }
        });
  }

  private void answers(int status, String body) {
    answers(status, "application/json", body.getBytes(UTF_8));
  }

  @Test
  void whatTheStoreOffersIsAskedForByAnyName() throws Exception {
    AtomicReference<String> asked = new AtomicReference<>();
    answering.set(
        (path, exchange) -> {
          asked.set(path);
          exchange.sendResponseHeaders(200, DETAIL.length());
          exchange.getResponseBody().write(DETAIL.getBytes(UTF_8));
        });
    assertThat(store.offer("a b/../c?x")).contains(new Offer("s1", "com.example.a", "A", "1.0.0"));
    assertThat(asked.get()).isEqualTo("/api/v1/apps/a%20b%2F..%2Fc%3Fx");
  }

  @Test
  void whatIsNotThereOrRevokedIsNotOffered() throws Exception {
    answers(404, "{}");
    assertThat(store.offer("x")).isEmpty();
    answers(410, "{}");
    assertThat(store.offer("x")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no json", "{}", "[]", "{\"id\":\"s1\",\"version\":\"1\"}"})
  void anAnswerThatIsNoneIsTrouble(String body) {
    answers(200, body);
    assertThatThrownBy(() -> store.offer("x")).isInstanceOf(IOException.class);
    answers(500, body);
    assertThatThrownBy(() -> store.offer("x"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("500");
  }

  @Test
  void keysAndRevocationsHaveTheirLimits() throws Exception {
    answers(200, " ".repeat(64 << 10));
    assertThat(store.signingKey()).hasSize(64 << 10);
    answers(200, " ".repeat((64 << 10) + 1));
    assertThatThrownBy(() -> store.signingKey()).isInstanceOf(IOException.class);
    answers(200, " ".repeat((1 << 20) + 1));
    assertThatThrownBy(() -> store.revocations()).isInstanceOf(IOException.class);
  }

  /** A byte now and then keeps a connection busy for ever. */
  @Test
  void aStoreThatDripsIsNotWaitedFor() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    answering.set(
        (_, exchange) -> {
          exchange.sendResponseHeaders(200, 0);
          OutputStream out = exchange.getResponseBody();
          out.write('{');
          out.flush();
          begun.countDown();
          try {
            boolean _ = over.await(60, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    try (HttpStore hasty = new HttpStore(store.name(), Duration.ofSeconds(2))) {
      assertThatThrownBy(hasty::signingKey)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in time");
    }
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aStoreThatIsNotThereIsTrouble() {
    server.stop(0);
    assertThatThrownBy(() -> store.signingKey())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be asked");
  }

  @Test
  void aPackageIsDownloadedIntoAFile() throws Exception {
    byte[] bytes = new byte[200_000];
    AtomicReference<String> asked = new AtomicReference<>();
    answering.set(
        (path, exchange) -> {
          asked.set(path);
          exchange.getResponseHeaders().set("Content-Type", "application/x-napp");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
        });
    Path file = folder.resolve("a.napp");
    store.download("s1", "1.0.0+b", "linux-amd64", file);
    assertThat(file).hasBinaryContent(bytes);
    assertThat(asked.get())
        .isEqualTo("/api/v1/apps/s1/download?platform=linux-amd64&version=1.0.0%2Bb");
  }

  @Test
  void whatIsNoPackageIsRefused() {
    Path file = folder.resolve("a.napp");
    answers(404, "{}");
    assertThatThrownBy(() -> store.download("s1", null, "linux-amd64", file))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("no package of s1 for linux-amd64");
    answers(410, "{}");
    assertThatThrownBy(() -> store.download("s1", null, "linux-amd64", file))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("revoked");
    answers(200, "application/octet-stream", new byte[10]);
    assertThatThrownBy(() -> store.download("s1", null, "linux-amd64", folder.resolve("b.napp")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("raw binary");
    assertThat(Files.exists(file)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://store.example.com",
        "http://127.0.0.1.evil.example",
        "ftp://127.0.0.1",
        "store.example.com",
        "http://localhost.evil.example",
        "https://",
        "not an address"
      })
  void theWayToAStoreIsEncryptedOrDoesNotLeaveTheMachine(String address) {
    assertThatThrownBy(() -> new HttpStore(address))
        .isInstanceOf(Refused.class)
        .hasMessageContaining(address);
  }
}
