package dev.parley.doors.http;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Audience;
import dev.parley.identity.Authentication;
import dev.parley.identity.Authenticator;
import dev.parley.identity.Logins;
import dev.parley.identity.Place;
import dev.parley.identity.Principal;
import dev.parley.identity.limits.RateLimits;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.SocketAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who sends a plain request: whoever the token or the login that it carries was made for, or the
 * agent that has signed it, as {@link SignedRequests} has found out before. Each request counts
 * towards what its agent may ask in a second.
 */
public final class Callers {
  /** What a browser that has logged in sends. */
  public static final String COOKIE = "parley";

  private static final long UNKNOWN_BODY_BYTES = 1 << 20;
  private static final long FREE_ANSWER_BYTES = 16 << 10;

  /** What is larger is a blob, which is read from its file at the speed of its reader. */
  private static final long COUNTED_ANSWER_BYTES_MAX = 4 << 20;

  /**
   * With what its page was given when it logged in: a cookie goes to every port of this host, so
   * that whoever listens there could use it as well.
   */
  public static final String KEY = "Parley-Key";

  private static final String SCHEME = "bearer ";
  private static final Set<HttpMethod> READING =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  private final Authenticator authenticator;
  private final RateLimits limits;
  private final @Nullable Logins logins;
  private final Audience at;

  /** By token alone. */
  public Callers(Authenticator authenticator, RateLimits limits) {
    this(authenticator, limits, null);
  }

  public Callers(Authenticator authenticator, RateLimits limits, @Nullable Logins logins) {
    this(authenticator, limits, logins, Audience.HUB);
  }

  private Callers(
      Authenticator authenticator, RateLimits limits, @Nullable Logins logins, Audience at) {
    this.authenticator = authenticator;
    this.limits = limits;
    this.logins = logins;
    this.at = at;
  }

  /** The same at the MCP door, for which there are access tokens that are good at no other. */
  public Callers atMcp() {
    return new Callers(authenticator, limits, logins, Audience.MCP);
  }

  /**
   * @throws Refused when the request carries no token or login, or a wrong one, or comes too soon
   */
  public Principal of(HttpServerRequest request) {
    Principal who = authenticated(request);
    count(who, request);
    return who;
  }

  /** Does it carry a token or a login that is nobody's, as far as this hub knows? */
  boolean isStranger(HttpServerRequest request) {
    String header = request.getHeader("Authorization");
    if (header != null) {
      return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
          && authenticator.holder(tokenIn(header), Audience.MCP).isEmpty();
    }
    Cookie cookie = logins == null ? null : request.getCookie(COOKIE);
    String key = request.getHeader(KEY);
    return cookie != null
        && key != null
        && logins != null
        && logins.holder(cookie.getValue(), key) == null;
  }

  /**
   * Whom what comes of this request is counted for: its agent, or else the place it comes from when
   * it carries something that is nobody's or wants to log in. Null for the owner, who is never made
   * to wait, and for whoever only looks.
   */
  @Nullable String counted(HttpServerRequest request) {
    Principal who = known(request);
    if (who instanceof Principal.AgentPrincipal(AgentId agent)) {
      return agent.value();
    }
    boolean looks =
        READING.contains(request.method())
            && request.getHeader("Authorization") == null
            && request.getCookie(COOKIE) == null;
    return who != null || looks ? null : "from " + Place.of(address(request));
  }

  private @Nullable Principal known(HttpServerRequest request) {
    if (request instanceof SignedRequest signed) {
      return new Principal.AgentPrincipal(signed.by().agent());
    }
    if (request.getHeader("Authorization") != null) {
      return authenticator.holder(token(request), Audience.MCP).orElse(null);
    }
    Cookie cookie = logins == null ? null : request.getCookie(COOKIE);
    String key = request.getHeader(KEY);
    return cookie == null || key == null || logins == null
        ? null
        : logins.holder(cookie.getValue(), key);
  }

  /**
   * What a request that was let in came with, to be asked later, from any thread, whether it is
   * still good. Asking counts nothing.
   */
  public Standing standing(Principal who, HttpServerRequest request) {
    if (request instanceof SignedRequest signed) {
      return signed.standing();
    }
    String header = request.getHeader("Authorization");
    if (header != null) {
      String token = tokenIn(header);
      return () -> authenticator.holder(token, at).filter(who::equals).isPresent();
    }
    Cookie cookie = logins == null ? null : request.getCookie(COOKIE);
    String key = request.getHeader(KEY);
    if (cookie == null || logins == null || key == null) {
      return () -> false;
    }
    Logins open = logins;
    String secret = cookie.getValue();
    return () -> who.equals(open.holder(secret, key));
  }

  /**
   * Counts a request of somebody who is known otherwise.
   *
   * @throws Refused when it comes too soon
   */
  public void count(Principal who, HttpServerRequest request) {
    limits.onRequest(who, weight(request));
    request.response().bodyEndHandler(_ -> onAnswered(who, request.response()));
  }

  /**
   * A large answer counts for what its reader asks next, as over WebSocket. What comes piece by
   * piece does not: a stream of events is as long as the agent is there, and is read at its speed.
   */
  private void onAnswered(Principal who, HttpServerResponse response) {
    long bytes = response.isChunked() ? 0 : response.bytesWritten();
    if (bytes > FREE_ANSWER_BYTES) {
      limits.onAnswer(who, Math.min(bytes, COUNTED_ANSWER_BYTES_MAX));
    }
  }

  /** What its body weighs; one that does not say so is taken for a large one. */
  private static long weight(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length == null) {
      return request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null ? 0 : UNKNOWN_BODY_BYTES;
    }
    try {
      return Math.max(0, Long.parseLong(length.strip()));
    } catch (NumberFormatException e) {
      return UNKNOWN_BODY_BYTES;
    }
  }

  /** Did an agent sign this request, so that it needs no token? */
  public static boolean isSigned(HttpServerRequest request) {
    return request instanceof SignedRequest;
  }

  private Principal authenticated(HttpServerRequest request) {
    if (request instanceof SignedRequest signed) {
      return new Principal.AgentPrincipal(signed.by().agent());
    }
    String header = request.getHeader("Authorization");
    if (header == null) {
      Principal loggedIn = byCookie(request);
      if (loggedIn != null) {
        return loggedIn;
      }
    }
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new Refused(
          ErrorCode.NOT_AUTHENTICATED,
          "this needs a header 'Authorization: Bearer TOKEN', or a signature");
    }
    return accepted(authenticator.authenticate(tokenIn(header), at, address(request)));
  }

  /** The token that a request carries, or nothing. */
  public static String token(HttpServerRequest request) {
    String header = request.getHeader("Authorization");
    return header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? tokenIn(header)
        : "";
  }

  private static String tokenIn(String header) {
    return header.substring(SCHEME.length()).strip();
  }

  /**
   * @throws Refused unless it was accepted
   */
  public static Principal accepted(Authentication authentication) {
    return switch (authentication) {
      case Authentication.Accepted(Principal principal) -> principal;
      case Authentication.Denied _ -> throw new Refused(ErrorCode.UNAUTHORIZED, "wrong token");
      case Authentication.DeniedTooOften _ ->
          throw new Refused(
              ErrorCode.RATE_LIMITED, "too many wrong tokens", Authentication.WAIT_AFTER_TOO_MANY);
    };
  }

  public static String address(HttpServerRequest request) {
    SocketAddress remote = request.remoteAddress();
    return remote == null ? "" : String.valueOf(remote.hostAddress());
  }

  private @Nullable Principal byCookie(HttpServerRequest request) {
    Cookie cookie = logins == null ? null : request.getCookie(COOKIE);
    if (cookie == null || logins == null) {
      return null;
    }
    String key = request.getHeader(KEY);
    if (key == null) {
      throw new Refused(
          ErrorCode.UNAUTHORIZED,
          "a cookie alone is not enough: send a header '" + KEY + "', or a token");
    }
    Principal holder = logins.holder(cookie.getValue(), key);
    if (holder == null) {
      throw new Refused(ErrorCode.UNAUTHORIZED, "this login is over; log in again");
    }
    if (!isFromOwnPage(request)) {
      throw new Refused(
          ErrorCode.FORBIDDEN, "only the hub's own pages may use the login of a browser");
    }
    return holder;
  }

  /**
   * A browser sends the cookie along with what any page on this machine asks for, whatever its
   * port. Requests that change something must therefore say that they come from the hub's own
   * pages; a foreign Origin has been turned away before.
   */
  private static boolean isFromOwnPage(HttpServerRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (READING.contains(request.method())) {
      return site == null || site.equals("same-origin") || site.equals("none");
    }
    return site == null ? request.getHeader("Origin") != null : site.equals("same-origin");
  }
}
