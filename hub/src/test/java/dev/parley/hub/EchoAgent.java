package dev.parley.hub;

import dev.parley.client.ClientOptions;
import dev.parley.client.ListenOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import java.net.URI;

/** An agent as somebody would write it, for being started by the hub: answers what it is told. */
public final class EchoAgent {
  private EchoAgent() {}

  public static void main(String[] arguments) throws InterruptedException {
    String self = System.getenv("PARLEY_AS");
    URI hub = URI.create(System.getenv("PARLEY_URL"));
    try (ParleyClient client =
        ParleyClient.connect(ClientOptions.agent(self, System.getenv("PARLEY_TOKEN"), hub))) {
      client.listen(
          Inbox.of(self),
          ListenOptions.MANUAL,
          delivery ->
              client.send(
                  Draft.to(delivery.message().from())
                      .replyTo(delivery.message().id())
                      .content(String.join(" ", arguments) + ": " + delivery.message().content())));
      Thread.currentThread().join();
    }
  }
}
