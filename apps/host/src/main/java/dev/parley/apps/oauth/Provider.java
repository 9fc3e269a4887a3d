package dev.parley.apps.oauth;

import java.net.URI;
import java.util.Map;

/**
 * Who gives tokens out.
 *
 * @param authorize where the owner agrees, in the browser
 * @param token where codes and refresh tokens are changed for access tokens
 * @param clientId as which client the hub is known there
 * @param clientSecret empty for a public client
 * @param further what else its authorize page wants to be told
 */
public record Provider(
    URI authorize, URI token, String clientId, String clientSecret, Map<String, String> further) {

  public Provider {
    requireSecret(authorize);
    requireSecret(token);
    further = Map.copyOf(further);
  }

  /** Secrets go over the network encrypted, or not at all. */
  private static void requireSecret(URI address) {
    String host = address.getHost() == null ? "" : address.getHost();
    boolean here = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    if (!"https".equals(address.getScheme()) && !(here && "http".equals(address.getScheme()))) {
      throw new IllegalArgumentException(
          "'" + address + "' must begin with https: a login is a secret");
    }
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "Provider[" + authorize + "]";
  }
}
