package dev.parley.client;

import dev.parley.client.json.JsonObject;
import java.time.Duration;
import java.util.function.Function;

/** Makes operations on one link, with its usual patience. */
record Operations(Link link, Duration within) {

  <T> Operation<T> of(Request request, Function<JsonObject, T> reading) {
    return new Operation<>(link, request, within, reading);
  }

  /** For what the hub itself may take that long for: the answer gets the usual time on top. */
  <T> Operation<T> waiting(Request request, Duration atHub, Function<JsonObject, T> reading) {
    return new Operation<>(link, request, within.plus(atHub), reading);
  }
}
