package dev.parley.doors.http;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.keys.AgentKeys;
import dev.parley.identity.keys.KeyLogin;
import dev.parley.identity.signature.HttpMessage;
import dev.parley.identity.signature.RequestSignatures;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who has signed a request, before any endpoint sees it: in front of every route, so that
 * a signature is good wherever a token is. A request with a token is its token's, whatever
 * signature it carries. Verifying is done on threads of its own, a bounded number at a time.
 */
public final class SignedRequests implements Endpoint {
  private static final int AT_ONCE_MAX = 256;

  /** What all routes share. */
  private record Check(
      RequestSignatures signatures, AgentKeys keys, Set<String> hostNames, Semaphore room) {}

  private final Endpoint inside;
  private final Check check;

  private SignedRequests(Endpoint inside, Check check) {
    this.inside = inside;
    this.check = check;
  }

  /** The same routes; those of WebSockets as they are, over which keys are shown otherwise. */
  public static List<Route> before(
      List<Route> routes, RequestSignatures signatures, AgentKeys keys, Set<String> hostNames) {
    Check check = new Check(signatures, keys, hostNames, new Semaphore(AT_ONCE_MAX));
    // An endpoint that several routes share is told once to stop.
    Map<Endpoint, Endpoint> checking = new HashMap<>();
    return routes.stream()
        .map(
            route ->
                route.kind() == Route.Kind.UPGRADE
                    ? route
                    : route.to(
                        checking.computeIfAbsent(
                            route.endpoint(), inside -> new SignedRequests(inside, check))))
        .toList();
  }

  @Override
  public void handle(HttpServerRequest request) {
    if (request.getHeader("Authorization") != null
        || !RequestSignatures.isSigned(name -> request.headers().getAll(name))) {
      inside.handle(request);
      return;
    }
    HttpMessage message;
    try {
      message = message(request);
      if (!check.room.tryAcquire()) {
        throw new Refused(ErrorCode.OVERLOADED, "too many signed requests at once; try again");
      }
    } catch (Refused refused) {
      refuse(request, refused);
      return;
    }
    Context context = Objects.requireNonNull(Vertx.currentContext());
    String address = Callers.address(request);
    request.pause();
    Thread.ofVirtual()
        .name("parley-signature")
        .start(
            () -> {
              var _ =
                  verified(message, address)
                      .whenComplete(
                          (verified, failure) -> {
                            check.room.release();
                            context.runOnContext(_ -> goOn(request, verified, failure));
                          });
            });
  }

  private CompletableFuture<RequestSignatures.Verified> verified(
      HttpMessage message, String address) {
    try {
      return check.signatures.verify(message, address);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private HttpMessage message(HttpServerRequest request) {
    String host = Audience.of(request, check.hostNames);
    if (host == null) {
      throw new Refused(
          ErrorCode.UNAUTHORIZED,
          "signed for '"
              + String.valueOf(request.getHeader("Host"))
              + "', which is not the port this request came to; names of a proxy have to be"
              + " configured");
    }
    String target = request.uri();
    if (!target.startsWith("/")) {
      throw new Refused(ErrorCode.BAD_REQUEST, "a signed request names a path, not an address");
    }
    String length = request.getHeader("Content-Length");
    boolean body =
        (length != null && !length.strip().equals("0"))
            || request.getHeader("Transfer-Encoding") != null;
    return new HttpMessage(
        request.method().name(),
        "http",
        host,
        target,
        body,
        name -> request.headers().getAll(name));
  }

  private void goOn(
      HttpServerRequest request,
      RequestSignatures.@Nullable Verified verified,
      @Nullable Throwable failure) {
    if (request.response().closed()) {
      return;
    }
    if (verified == null) {
      refuse(request, Refused.of(Objects.requireNonNull(failure)));
      request.resume();
      return;
    }
    KeyLogin by = verified.by();
    new SignedRequest(request, by, () -> check.keys.isGood(by), verified.digest()).enter(inside);
  }

  /** What is left of the body is not read: nothing can follow on this connection. */
  private static void refuse(HttpServerRequest request, Refused why) {
    request.response().putHeader("Connection", "close");
    Problem.answer(request.response(), why);
  }

  @Override
  public CompletableFuture<Void> stop(Duration within) {
    return inside.stop(within);
  }
}
