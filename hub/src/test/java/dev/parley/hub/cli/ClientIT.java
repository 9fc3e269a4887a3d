package dev.parley.hub.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.Agents;
import dev.parley.client.ListenOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.Receipt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client against a real hub that goes away and comes back. */
@Timeout(60)
class ClientIT {
  @TempDir private Path folder;
  private LiveHub hub;

  @BeforeEach
  void startHub() throws IOException {
    hub = LiveHub.start(folder.resolve("data"));
  }

  @AfterEach
  void stopHub() throws IOException {
    hub.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "auto", "manual"})
  void aListenerMissesNothingWhenTheHubIsRestartedUnderLoad(String ack) throws Exception {
    ListenOptions options =
        switch (ack) {
          case "none" -> ListenOptions.COPIES;
          case "auto" -> ListenOptions.AUTO;
          default -> ListenOptions.MANUAL;
        };
    int messages = 2000;
    try (ParleyClient sender = hub.owner();
        ParleyClient receiver = hub.owner()) {
      sender.agents().create("a", Agents.Details.NONE);
      var heard = new LinkedBlockingQueue<String>();
      receiver.listen(
          Inbox.of("a"), options, delivery -> heard.add("" + delivery.message().content()));
      List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
      for (int i = 0; i < messages; i++) {
        receipts.add(sender.sendAsync(Draft.to("a").content("" + i)));
        if (i == messages / 2) {
          hub.restart();
        }
      }
      for (CompletableFuture<Receipt> receipt : receipts) {
        assertThat(receipt.get(20, SECONDS).delivered()).isTrue();
      }

      List<String> all = new ArrayList<>();
      while (all.size() < messages) {
        String next = heard.poll(10, SECONDS);
        assertThat(next).as("after %d messages", all.size()).isNotNull();
        all.add(next);
      }
      assertThat(all).doesNotHaveDuplicates();
    }
  }

  @Test
  void aMessageFailedByItsHandlerComesAgain() throws Exception {
    try (ParleyClient client = hub.owner()) {
      client.agents().create("a", Agents.Details.NONE);
      var attempts = new LinkedBlockingQueue<Integer>();
      client.listen(
          Inbox.of("a"),
          ListenOptions.MANUAL.ackWithin(java.time.Duration.ofMillis(100)),
          delivery -> {
            attempts.add(delivery.attempts());
            if (delivery.attempts() == 1) {
              throw new IllegalStateException("on purpose");
            }
          });

      client.send(Draft.to("a").content("x"));

      assertThat(attempts.poll(10, SECONDS)).isEqualTo(1);
      assertThat(attempts.poll(10, SECONDS)).isGreaterThan(1);
    }
  }
}
