package dev.parley.hub.config;

import dev.parley.apps.oauth.Provider;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** The providers at which apps may ask for logins, as they are known unless set otherwise. */
final class AppLoginSettings {
  private record Usual(String authorize, String token, Map<String, String> further) {}

  private static final Map<String, Usual> USUAL =
      Map.of(
          "google",
          new Usual(
              "https://accounts.google.com/o/oauth2/v2/auth",
              "https://oauth2.googleapis.com/token",
              // Without these it gives no refresh token.
              Map.of("access_type", "offline", "prompt", "consent")),
          "microsoft",
          new Usual(
              "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
              "https://login.microsoftonline.com/common/oauth2/v2.0/token",
              Map.of()),
          "github",
          new Usual(
              "https://github.com/login/oauth/authorize",
              "https://github.com/login/oauth/access_token",
              Map.of()));

  private AppLoginSettings() {}

  /** Those with a client id. */
  static Map<String, Provider> of(Settings settings) {
    Map<String, Provider> providers = new HashMap<>();
    for (Map.Entry<String, Usual> each : USUAL.entrySet()) {
      String prefix = "apps.oauth." + each.getKey() + ".";
      if (!settings.keysUnder(prefix).isEmpty()) {
        providers.put(each.getKey(), provider(settings, prefix, each.getValue()));
      }
    }
    return Map.copyOf(providers);
  }

  private static Provider provider(Settings settings, String prefix, Usual usual) {
    String clientId = settings.text(prefix + "clientId", "");
    if (clientId.isBlank()) {
      throw new BadConfig(prefix + "clientId", "", "the client id that the provider gave you");
    }
    String authorize = settings.text(prefix + "authorizeUrl", usual.authorize);
    String token = settings.text(prefix + "tokenUrl", usual.token);
    try {
      return new Provider(
          URI.create(authorize),
          URI.create(token),
          clientId,
          settings.text(prefix + "clientSecret", ""),
          usual.further);
    } catch (IllegalArgumentException e) {
      throw new BadConfig(
          prefix + "authorizeUrl and tokenUrl",
          authorize + " and " + token,
          "addresses that begin with https");
    }
  }
}
