package dev.parley.client;

import dev.parley.client.json.JsonObject;
import dev.parley.client.registry.Presence;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The hub as a whole. */
public final class HubCalls {
  private static final Duration BACKUP_MAX = Duration.ofHours(1);

  private final Operations operations;

  HubCalls(Operations operations) {
    this.operations = operations;
  }

  /** How long the hub takes to answer. */
  public Duration ping() {
    long before = System.nanoTime();
    pinging().now();
    return Duration.ofNanos(System.nanoTime() - before);
  }

  public CompletableFuture<Duration> pingAsync() {
    long before = System.nanoTime();
    return pinging().later().thenApply(_ -> Duration.ofNanos(System.nanoTime() - before));
  }

  private Operation<JsonObject> pinging() {
    return operations.of(Request.repeatable("ping"), answer -> answer);
  }

  /** The hub's counters. */
  public JsonObject statistics() {
    return counting().now();
  }

  public CompletableFuture<JsonObject> statisticsAsync() {
    return counting().later();
  }

  private Operation<JsonObject> counting() {
    return operations.of(Request.repeatable("stats"), answer -> answer.objectOrEmpty("hub"));
  }

  public List<Presence> presence() {
    return looking().now();
  }

  public CompletableFuture<List<Presence>> presenceAsync() {
    return looking().later();
  }

  private Operation<List<Presence>> looking() {
    return operations.of(
        Request.repeatable("msg.presence"),
        answer -> answer.objects("agents").stream().map(Presence::of).toList());
  }

  /** Copies everything into a folder on the hub's machine that does not exist yet; its bytes. */
  public long backup(String directory) {
    return backingUp(directory).now();
  }

  public CompletableFuture<Long> backupAsync(String directory) {
    return backingUp(directory).later();
  }

  private Operation<Long> backingUp(String directory) {
    return operations.waiting(
        Request.once("backup").with("directory", directory),
        BACKUP_MAX,
        answer -> answer.number("bytes", 0));
  }
}
