package dev.parley.doors.mcp;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the body of a POST, up to a size and within a time. On the event loop. */
final class Body {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Body() {}

  /** Hands over the bytes of a body that has the right type and size; refuses any other. */
  static void read(
      HttpServerRequest request, Reply reply, int bytesMax, Consumer<byte[]> whenWhole) {
    if (!isJson(request.getHeader("Content-Type"))) {
      reply.refuse(415, "the body has to be application/json");
      return;
    }
    Buffer body = Buffer.buffer();
    long deadline =
        reply
            .context()
            .owner()
            .setTimer(
                PATIENCE.toMillis(), _ -> request.connection().close().onFailure(ignored -> {}));
    boolean[] refused = {false};
    request.handler(
        part -> {
          if (refused[0]) {
            return;
          }
          if (body.length() + part.length() > bytesMax) {
            refused[0] = true;
            reply.header("Connection", "close");
            reply.refuse(413, "a message may have at most " + bytesMax + " bytes");
            return;
          }
          body.appendBuffer(part);
        });
    request.endHandler(
        _ -> {
          reply.context().owner().cancelTimer(deadline);
          if (!refused[0]) {
            whenWhole.accept(body.getBytes());
          }
        });
    request.exceptionHandler(_ -> reply.context().owner().cancelTimer(deadline));
  }

  private static boolean isJson(@Nullable String type) {
    return type != null
        && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals("application/json");
  }

  /** Can the client read both kinds of answers? One that says nothing can. */
  static boolean acceptsBoth(@Nullable String accept) {
    if (accept == null) {
      return true;
    }
    String lower = accept.toLowerCase(Locale.ROOT);
    return lower.contains("*/*")
        || (lower.contains("application/json") && lower.contains("text/event-stream"));
  }
}
