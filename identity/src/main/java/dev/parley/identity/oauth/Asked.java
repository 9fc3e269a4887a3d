package dev.parley.identity.oauth;

import dev.parley.identity.Audience;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a program asks somebody to agree to, once everything about it was found in order.
 *
 * @param redirectUri as the program has sent it
 * @param state what it wants to get back, or null
 * @param issuer the hub's address, as it was called
 * @param resource for which the tokens are to be
 * @param audience what that is
 */
public record Asked(
    Client client,
    RedirectUri redirectUri,
    @Nullable String state,
    Challenge challenge,
    String issuer,
    String resource,
    Audience audience,
    Set<Scope> scopes) {
  /** Where the MCP door is. */
  public static final Set<String> MCP_PATHS = Set.of("/mcp", "/sse");

  /** The MCP door unless it is said otherwise. */
  public static final String MCP_PATH = "/mcp";

  public Asked {
    scopes = Set.copyOf(scopes);
  }

  /**
   * Reads a request whose client and redirect URI were found to belong together, so that it may be
   * told what is wrong.
   *
   * @throws OAuthError when something is
   */
  static Asked of(
      Client client, RedirectUri redirectUri, Map<String, String> parameters, String issuer) {
    if (!"code".equals(parameters.get("response_type"))) {
      throw new OAuthError(
          OAuthError.Kind.UNSUPPORTED_RESPONSE_TYPE, "response_type is always code");
    }
    String mode = parameters.get("response_mode");
    if (mode != null && !mode.equals("query")) {
      throw new OAuthError(OAuthError.Kind.INVALID_REQUEST, "response_mode is always query");
    }
    if (parameters.containsKey("request") || parameters.containsKey("request_uri")) {
      throw new OAuthError(OAuthError.Kind.INVALID_REQUEST, "request objects are not taken");
    }
    if ("none".equals(parameters.get("prompt"))) {
      throw new OAuthError(
          OAuthError.Kind.ACCESS_DENIED, "somebody has to sign in and agree each time");
    }
    Challenge challenge =
        Challenge.of(parameters.get("code_challenge"), parameters.get("code_challenge_method"));
    String asked = parameters.get("resource");
    String resource = asked != null ? asked : client.isBuiltIn() ? issuer : issuer + MCP_PATH;
    Audience audience = audience(client, resource, issuer);
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    scopes.addAll(Scope.of(parameters.getOrDefault("scope", "")));
    if (audience == Audience.MCP) {
      scopes.add(Scope.MCP); // which is what its tokens are for
    } else {
      scopes.remove(Scope.MCP);
    }
    return new Asked(
        client,
        redirectUri,
        parameters.get("state"),
        challenge,
        issuer,
        resource,
        audience,
        scopes);
  }

  /** Who registered itself gets to the MCP door only: a token for every door could make others. */
  private static Audience audience(Client client, String resource, String issuer) {
    if (MCP_PATHS.stream().anyMatch(path -> resource.equals(issuer + path))) {
      return Audience.MCP;
    }
    if (client.isBuiltIn() && resource.equals(issuer)) {
      return Audience.HUB;
    }
    throw new OAuthError(OAuthError.Kind.INVALID_TARGET, "the resource is " + issuer + MCP_PATH);
  }
}
