package dev.parley.identity.oauth;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that asks people to let it in. It is public: it has no secret, and so proves nothing
 * but that it gets what is sent to its redirect URI.
 *
 * @param name what it calls itself; nobody has checked that
 * @param createdAt Unix milliseconds
 * @param usedAt when somebody last let it in, 0 for never
 */
public record Client(
    String id, String name, List<RedirectUri> redirectUris, long createdAt, long usedAt) {
  /** Hosts of the gateway protocol come with this id. */
  static final Client DESKTOP =
      new Client(
          "nbl_nebo_desktop",
          "Nebo desktop",
          List.of(
              new RedirectUri("http://localhost/auth/neboloop/callback"),
              new RedirectUri("http://127.0.0.1/auth/neboloop/callback")),
          0,
          1);

  public Client {
    redirectUris = List.copyOf(redirectUris);
  }

  /** Did the hub know it before it came? */
  public boolean isBuiltIn() {
    return equals(DESKTOP);
  }

  public boolean redirectsTo(String asked) {
    return redirectUris.stream().anyMatch(uri -> uri.admits(asked));
  }

  Client usedAt(long now) {
    return new Client(id, name, redirectUris, createdAt, now);
  }

  byte[] toBytes() {
    List<String> lines =
        new ArrayList<>(List.of(name, Long.toString(createdAt), Long.toString(usedAt)));
    redirectUris.forEach(uri -> lines.add(uri.text()));
    return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
  }

  static Client of(String id, byte[] bytes) {
    List<String> lines = List.of(new String(bytes, StandardCharsets.UTF_8).split("\n", -1));
    return new Client(
        id,
        lines.get(0),
        lines.subList(3, lines.size()).stream().map(RedirectUri::new).toList(),
        Long.parseLong(lines.get(1)),
        Long.parseLong(lines.get(2)));
  }
}
