package dev.parley.brains.acp;

import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls that are waited for, for a limited time: who does not answer them answers nothing. */
final class Calls {
  private final Connection connection;
  private final Timekeeper time;
  private final Duration patience;

  Calls(Connection connection, Timekeeper time, Duration patience) {
    this.connection = connection;
    this.time = time;
    this.patience = patience;
  }

  JsonNode call(String method, ObjectNode params) throws InterruptedException, Broken, RpcError {
    CompletableFuture<JsonNode> call = connection.call(method, params);
    Timekeeper.Alarm alarm =
        time.after(
            patience,
            () ->
                connection.fail(
                    "it did not answer " + method + " within " + patience.toSeconds() + " s"));
    try {
      return settled(call);
    } finally {
      alarm.cancel();
    }
  }

  static JsonNode settled(CompletableFuture<JsonNode> call)
      throws InterruptedException, Broken, RpcError {
    try {
      return call.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case Broken broken -> throw broken;
        case RpcError error -> throw error;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /** Ends the talk, for a reason that is then thrown. */
  Broken broken(String why) {
    connection.fail(why);
    return connection.broken().join();
  }
}
