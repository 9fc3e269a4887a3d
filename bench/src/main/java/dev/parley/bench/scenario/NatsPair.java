package dev.parley.bench.scenario;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.parley.bench.engine.Target;
import dev.parley.bench.load.Body;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Two clients of NATS core: nothing is stored. */
final class NatsPair implements RequestReply.Pair {
  private static final String SUBJECT = "answerer";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Connection asking;
  private final Connection answering;
  private final byte[] body;

  private NatsPair(Connection asking, Connection answering, byte[] body) {
    this.asking = asking;
    this.answering = answering;
    this.body = body;
  }

  static NatsPair open(Target nats, int bodyBytes) throws Exception {
    String url = "nats://127.0.0.1:" + nats.port();
    var options = new Options.Builder().server(url).noReconnect().build();
    byte[] body = Body.text(1, bodyBytes).getBytes(US_ASCII);
    var pair = new NatsPair(Nats.connect(options), Nats.connect(options), body);
    pair.answering
        .createDispatcher(request -> pair.answering.publish(request.getReplyTo(), body))
        .subscribe(SUBJECT);
    pair.answering.flush(PATIENCE);
    return pair;
  }

  @Override
  public void ask() throws Exception {
    if (asking.request(SUBJECT, body, PATIENCE) == null) {
      throw new TimeoutException("no reply through NATS");
    }
  }

  @Override
  public void close() throws InterruptedException {
    asking.close();
    answering.close();
  }
}
