package dev.parley.doors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.doors.SlowRequest;
import dev.parley.doors.TestHub;
import dev.parley.identity.limits.Rate;
import dev.parley.identity.limits.RateLimits;
import dev.parley.identity.limits.Rates;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A request is let in by its head. When its body has come its token has to be good still. */
class WithdrawnWhileSendingTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/messages|application/json|{\"to\":\"bob\",|\"content\":\"too late\"}",
        "/api/blobs|text/plain|too |late",
        "/mcp|application/json|{\"jsonrpc\":\"2.0\",\"id\":1,|\"method\":\"initialize\",\"params\":{}}"
      })
  void whatItWantsIsRefused(String path, String type, String first, String rest) {
    AtomicInteger letIn = new AtomicInteger();
    RateLimits limits =
        new RateLimits(
            Rates.UNLIMITED.withRequests(new Rate(1_000, 1_000)), letIn::incrementAndGet);
    try (TestHub hub = TestHub.start(limits).agents("bob")) {
      String token = hub.agent("ada");
      int length = first.length() + rest.length();
      try (SlowRequest request = SlowRequest.post(hub.port(), path, token, type, length)) {
        request.send(first);
        await().until(() -> letIn.get() > 0);
        hub.owner().ok("{'type':'agent.revoke','agentId':'ada'}");

        request.send(rest);

        assertThat(request.status()).isEqualTo(401);
        assertThat(hub.owner().ok("{'type':'msg.history','agentId':'bob'}").path("messages"))
            .isEmpty();
      }
    }
  }
}
