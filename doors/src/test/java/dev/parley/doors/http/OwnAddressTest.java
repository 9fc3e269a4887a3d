package dev.parley.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a hub tells others it is called, when it was called so. */
class OwnAddressTest {

  private static String told(OwnAddress address, String host) {
    Endpoint tells =
        request -> {
          var _ = request.response().end("[" + address.of(request) + "]");
        };
    try (Served hub = new Served(Route.forEveryone("/who", tells))) {
      String answer = hub.talk("GET /who HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
      assertThat(answer).startsWith("HTTP/1.1 200 ");
      return answer.substring(answer.indexOf("[") + 1, answer.lastIndexOf("]"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:3000,http://localhost:3000",
    "LocalHost:3000,http://localhost:3000",
    "127.0.0.1,http://127.0.0.1",
    "127.0.0.1:80,http://127.0.0.1",
    "[::1]:3000,http://[::1]:3000",
    "localhost:3000\"x,null",
    "localhost:,null",
    "localhost:evil.example,null"
  })
  void itIsCalledAsTheRequestCalledItIfThatIsAnAddress(String host, String told) {
    assertThat(told(OwnAddress.AS_CALLED, host)).isEqualTo(told);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost,https://localhost",
    "localhost:443,https://localhost",
    "localhost:3000,http://localhost:3000",
    "127.0.0.1:3000,http://127.0.0.1:3000"
  })
  void behindAProxyItIsCalledAsTheOwnerSaysAndOnTheMachineItselfAsEver(String host, String told) {
    assertThat(told(new OwnAddress(URI.create("https://localhost")), host)).isEqualTo(told);
  }
}
