package dev.parley.identity.oauth;

import org.jspecify.annotations.Nullable;

/**
 * What a program shows to get tokens for a code.
 *
 * @param redirectUri null from clients that know it is bound by PKCE (OAuth 2.1)
 * @param resource for which it wants them, or null for what was agreed on
 */
public record Exchange(
    String client,
    String code,
    @Nullable String redirectUri,
    @Nullable String verifier,
    @Nullable String resource) {
  boolean fits(Code known) {
    return known.terms().client().equals(client)
        && (redirectUri == null || known.redirectUri().equals(redirectUri))
        && known.challenge().isMetBy(verifier);
  }

  @Override
  public String toString() {
    return "Exchange of " + client;
  }
}
