package dev.parley.bench.gateway;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Many bots of one owner, in channels of some ten each, all on the caller's thread. */
public final class Crowd implements Closeable {
  /** Without any progress for this long, something is stuck. */
  private static final long STALL_NANOS = 60_000_000_000L;

  private static final int FAULTS_KEPT = 20;

  /** So many come or are asked for at a time while the crowd is made. */
  private static final int ABREAST = 64;

  /** Who says nothing for a minute is cut off. */
  private static final long PING_NANOS = 15_000_000_000L;

  private final String token;
  private final int channels;
  private final int members;
  private final List<CrowdBot> bots = new ArrayList<>();
  private final Selector selector;
  private final List<String> faults = new ArrayList<>();
  private int port;

  /** May they be sent something again? */
  private boolean returning;

  private long pingedAt = System.nanoTime();
  private long progress;
  private long heard;
  private long again;
  private int letIn;
  private int joined;
  private int answered;

  private Crowd(int port, String token, int count, int channels) throws IOException {
    this.port = port;
    this.token = token;
    this.channels = channels;
    this.members = count / channels;
    this.selector = Selector.open();
    for (int i = 0; i < members * channels; i++) {
      bots.add(new CrowdBot(this, i, members));
    }
  }

  /** For the hub: the owner makes every loop, and so is a member of all of them. */
  public static String[] hubOptions() {
    return new String[] {"--set", "loops.perAgentMax=100000"};
  }

  /** Lets them come, some at a time, and puts them into their channels. */
  public static Crowd gather(int port, String token, int count, int channels) throws IOException {
    var crowd = new Crowd(port, token, count, channels);
    try {
      for (int i = 0; i < crowd.bots.size(); i++) {
        crowd.bots.get(i).come(port, crowd.selector);
        if ((i + 1) % ABREAST == 0 || i + 1 == crowd.bots.size()) {
          int all = i + 1;
          crowd.until(() -> crowd.letIn == all);
        }
      }
      crowd.makeChannels();
      crowd.until(() -> crowd.bots.stream().allMatch(CrowdBot::isIn));
    } catch (IOException | RuntimeException e) {
      crowd.close();
      throw e;
    }
    return crowd;
  }

  private void makeChannels() throws IOException {
    List<HttpRequest> requests = new ArrayList<>();
    for (int i = 0; i < channels; i++) {
      requests.add(request("POST", "/api/loops", "{\"name\":\"loop" + i + "\"}"));
    }
    callAll(requests);
    requests.clear();
    for (CrowdBot bot : bots) {
      String path = "/api/loops/loop" + channelOf(bot.number) + "/members/" + bot.id;
      requests.add(request("PUT", path, "{}"));
    }
    callAll(requests);
  }

  private HttpRequest request(String method, String path, String body) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .method(method, HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private void callAll(List<HttpRequest> requests) throws IOException {
    try (HttpClient owner = HttpClient.newHttpClient()) {
      for (int from = 0; from < requests.size(); from += ABREAST) {
        List<CompletableFuture<HttpResponse<String>>> answers =
            requests.subList(from, Math.min(from + ABREAST, requests.size())).stream()
                .map(each -> owner.sendAsync(each, HttpResponse.BodyHandlers.ofString()))
                .toList();
        for (CompletableFuture<HttpResponse<String>> each : answers) {
          HttpResponse<String> answer = each.join();
          if (answer.statusCode() >= 300) {
            throw new IOException(answer.uri() + ": " + answer.body());
          }
        }
        selectNow();
      }
    }
  }

  // ---- what they do together

  /** All come at the same moment; whoever does not get in is a fault. */
  private void come(int toPort) throws IOException {
    port = toPort;
    letIn = 0;
    joined = 0;
    again = 0;
    for (CrowdBot bot : bots) {
      bot.come(toPort, selector);
    }
  }

  /**
   * All come back, to a hub that has just been started.
   *
   * @param againEach what each was sent and has not acknowledged
   * @return nanoseconds until each had been let in, told of its channel and sent that again, in
   *     their order
   */
  public long[] comeBack(int toPort, int againEach) throws IOException {
    for (CrowdBot bot : bots) {
      bot.leave();
    }
    selectNow(); // forgets what was left
    faults.clear();
    returning = true;
    long start = System.nanoTime();
    come(toPort);
    long[] served = new long[bots.size()];
    List<CrowdBot> waiting = new ArrayList<>(bots);
    until(
        () -> {
          long now = System.nanoTime() - start;
          int before = waiting.size();
          waiting.removeIf(bot -> bot.isIn() && bot.again() >= againEach);
          for (int i = waiting.size(); i < before; i++) {
            served[bots.size() - 1 - i] = now;
          }
          return waiting.isEmpty();
        });
    returning = false;
    Arrays.sort(served);
    return served;
  }

  /**
   * Everybody says so much, in turn, and hears what all others in its channel say.
   *
   * @param from the number of the first
   * @param acknowledging whether they acknowledge what they hear
   */
  public void talk(int from, int each, boolean acknowledging) throws IOException {
    long before = heard;
    for (int k = from; k < from + each; k++) {
      for (CrowdBot bot : bots) {
        bot.say(k);
      }
      flush();
      selectNow();
      acknowledge(acknowledging);
    }
    long wanted = (long) bots.size() * (members - 1) * each;
    until(
        () -> {
          acknowledge(acknowledging);
          return heard - before >= wanted;
        });
    acknowledge(acknowledging);
    settle();
  }

  private void acknowledge(boolean acknowledging) {
    if (acknowledging) {
      bots.forEach(CrowdBot::acknowledge);
      try {
        flush();
      } catch (IOException e) {
        onFault(e.toString());
      }
    }
  }

  /**
   * Returns when the hub has made durable what was acknowledged: a stream that is new is made in a
   * commit behind the two steps of each acknowledgement.
   */
  private void settle() throws IOException {
    for (int i = 0; i < 2; i++) {
      answered = 0;
      String stream = "mark" + System.nanoTime();
      bots.forEach(bot -> bot.ask(stream));
      flush();
      until(() -> answered == bots.size());
    }
  }

  public int size() {
    return bots.size();
  }

  /** What was heard, once each. */
  public long heard() {
    return heard;
  }

  /** What was lost, doubled, overtaken or went wrong otherwise, the first of it. */
  public List<String> faults() {
    return List.copyOf(faults);
  }

  // ---- turns

  private void until(BooleanSupplier holds) throws IOException {
    long seen = progress;
    long seenAt = System.nanoTime();
    while (!holds.getAsBoolean()) {
      selector.select(this::onReady, 5);
      keepAlive();
      if (faults.size() >= FAULTS_KEPT) {
        throw new IOException("too many faults: " + faults);
      }
      if (progress != seen) {
        seen = progress;
        seenAt = System.nanoTime();
      } else if (System.nanoTime() - seenAt > STALL_NANOS) {
        throw new IOException(
            "nothing happens any more: %d let in, %d joined, %d heard, %d again; %s"
                .formatted(letIn, joined, heard, again, faults));
      }
    }
  }

  private void selectNow() throws IOException {
    selector.selectNow(this::onReady);
    keepAlive();
  }

  private void keepAlive() throws IOException {
    if (System.nanoTime() - pingedAt > PING_NANOS) {
      pingedAt = System.nanoTime();
      bots.forEach(CrowdBot::ping);
      flush();
    }
  }

  private void flush() throws IOException {
    for (SelectionKey key : selector.keys()) {
      ((CrowdBot) key.attachment()).flush(key);
    }
  }

  private void onReady(SelectionKey key) {
    CrowdBot bot = (CrowdBot) key.attachment();
    try {
      bot.onReady(key, token);
    } catch (IOException e) {
      key.cancel();
      onFault("bot " + bot.number + ": " + e.getMessage());
    }
  }

  // ---- what bots tell

  private int channelOf(int bot) {
    return bot % channels;
  }

  /** Where the sender stands among those of the listener's channel; -1 when it does not. */
  int placeInChannel(int sender, int listener) {
    return channelOf(sender) == channelOf(listener) && sender != listener ? sender / channels : -1;
  }

  void onLetIn() {
    letIn++;
    progress++;
  }

  void onJoined() {
    joined++;
    progress++;
  }

  void onAnswered() {
    answered++;
    progress++;
  }

  void onHeard() {
    heard++;
    progress++;
  }

  void onAgain(CrowdBot bot) {
    if (!returning) {
      onFault("bot " + bot.number + " heard something twice");
    }
    again++;
    progress++;
  }

  void onFault(String what) {
    if (faults.size() < FAULTS_KEPT) {
      faults.add(what);
    }
  }

  @Override
  public void close() throws IOException {
    for (CrowdBot bot : bots) {
      bot.leave();
    }
    selector.close();
  }
}
