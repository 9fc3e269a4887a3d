package dev.parley.identity.oauth;

/** What a program that was let in is given, to be shown once. */
public record Tokens(String accessToken, String refreshToken, String scope) {
  @Override
  public String toString() {
    return "Tokens for " + scope;
  }
}
