package dev.parley.doors.web;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one page, with the version of its files filled in, and the policy it is under.
 *
 * @param policy nothing from other hosts, nothing inline but the import map, which has to be inline
 *     and is named by its hash; no eval; strings become markup only in Lit's own templates; frames
 *     hold pages of apps, under names of this machine, and can go nowhere else
 */
record Page(Asset asset, String policy) {
  private static final String VERSION = "{{version}}";
  private static final Pattern IMPORT_MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

  static Page of(String template, String version) {
    String html = template.replace(VERSION, version);
    Matcher map = IMPORT_MAP.matcher(html);
    if (!map.find()) {
      throw new IllegalArgumentException("the page has no import map");
    }
    String hash = Digest.of(map.group(1).getBytes(StandardCharsets.UTF_8)).base64();
    String policy =
        String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self' 'sha256-" + hash + "'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "frame-src http://*.localhost:*",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types lit-html");
    return new Page(Asset.of("index.html", html.getBytes(StandardCharsets.UTF_8)), policy);
  }
}
