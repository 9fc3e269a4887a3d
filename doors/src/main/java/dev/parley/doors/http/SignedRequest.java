package dev.parley.doors.http;

import dev.parley.core.error.Refused;
import dev.parley.identity.keys.KeyLogin;
import dev.parley.identity.signature.ContentDigest;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request whose signature was right. Its body goes through the digest that was signed: whoever
 * reads it is told of the end only if it is the right one, else of a failure, which is a {@link
 * Refused}. So no endpoint can act on another body. Event loop.
 */
final class SignedRequest extends PacedRequest {
  private final KeyLogin by;
  private final Standing standing;
  private final @Nullable ContentDigest digest;
  private @Nullable Handler<Throwable> failureHandler;

  SignedRequest(
      HttpServerRequest request, KeyLogin by, Standing standing, @Nullable ContentDigest digest) {
    super(request);
    this.by = by;
    this.standing = standing;
    this.digest = digest;
  }

  KeyLogin by() {
    return by;
  }

  Standing standing() {
    return standing;
  }

  @Override
  public HttpServerRequest handler(@Nullable Handler<Buffer> handler) {
    if (handler == null || digest == null) {
      return super.handler(handler);
    }
    return super.handler(
        chunk -> {
          digest.update(chunk.getBytes());
          handler.handle(chunk);
        });
  }

  @Override
  public HttpServerRequest endHandler(@Nullable Handler<Void> handler) {
    if (handler == null || digest == null) {
      return super.endHandler(handler);
    }
    return super.endHandler(
        _ -> {
          try {
            digest.require();
          } catch (Refused otherBody) {
            if (failureHandler != null) {
              failureHandler.handle(otherBody);
            }
            return;
          }
          handler.handle(null);
        });
  }

  @Override
  public HttpServerRequest exceptionHandler(@Nullable Handler<Throwable> handler) {
    failureHandler = handler;
    return super.exceptionHandler(handler);
  }

  @Override
  public Future<Buffer> body() {
    throw new UnsupportedOperationException("the body of a signed request is read by handlers");
  }
}
