package dev.parley.identity.oauth;

import java.util.Locale;

/** A request that is refused in the words of OAuth. It is an answer, not an accident. */
public final class OAuthError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The codes of RFC 6749, 7591, 8707 and 6750; the wire name is the name in lower case. */
  public enum Kind {
    INVALID_REQUEST(400),
    INVALID_CLIENT(401),
    INVALID_GRANT(400),
    UNSUPPORTED_GRANT_TYPE(400),
    UNSUPPORTED_RESPONSE_TYPE(400),
    INVALID_SCOPE(400),
    INVALID_TARGET(400),
    ACCESS_DENIED(403),
    INVALID_REDIRECT_URI(400),
    INVALID_CLIENT_METADATA(400),
    INSUFFICIENT_SCOPE(403),
    INVALID_TOKEN(401);

    private final int status;

    Kind(int status) {
      this.status = status;
    }

    public int status() {
      return status;
    }

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Kind kind;

  /**
   * @param why for those who wrote the program; printable ASCII without quotation marks or
   *     backslashes, as the protocol wants it
   */
  public OAuthError(Kind kind, String why) {
    super(why, null, false, false);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** Never null. */
  public String why() {
    return String.valueOf(getMessage());
  }
}
