package dev.parley.doors.http;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Authentication;
import dev.parley.identity.Authenticator;
import dev.parley.identity.Principal;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;

/** Who sends a plain request: whoever the token that it carries was made for. */
public final class Callers {
  private static final String SCHEME = "bearer ";

  private final Authenticator authenticator;

  public Callers(Authenticator authenticator) {
    this.authenticator = authenticator;
  }

  /**
   * @throws Refused when the request carries no token or a wrong one
   */
  public Principal of(HttpServerRequest request) {
    String header = request.getHeader("Authorization");
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new Refused(
          ErrorCode.NOT_AUTHENTICATED, "this needs a header 'Authorization: Bearer TOKEN'");
    }
    SocketAddress remote = request.remoteAddress();
    String address = remote == null ? "" : String.valueOf(remote.hostAddress());
    return switch (authenticator.authenticate(header.substring(SCHEME.length()).strip(), address)) {
      case Authentication.Accepted(Principal principal) -> principal;
      case Authentication.Denied _ -> throw new Refused(ErrorCode.UNAUTHORIZED, "wrong token");
      case Authentication.DeniedTooOften _ ->
          throw new Refused(ErrorCode.OVERLOADED, "too many wrong tokens; try again in a minute");
    };
  }
}
