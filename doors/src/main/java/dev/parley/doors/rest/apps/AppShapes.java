package dev.parley.doors.rest.apps;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.manifest.PermissionText;
import dev.parley.apps.oauth.AppLogins;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Shapes;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How apps look in JSON. */
public final class AppShapes {
  private AppShapes() {}

  /**
   * @param pending the version that waits for the owner, if one does
   */
  public static void app(
      JsonBuffer out, AppStatus app, List<AppLogins.Login> logins, @Nullable Manifest pending) {
    out.ascii("{\"id\":").string(app.id());
    out.ascii(",\"state\":").string(app.state().name().toLowerCase(Locale.ROOT));
    out.ascii(",\"since\":").number(app.since());
    out.ascii(",\"problem\":").string(app.problem());
    out.ascii(",\"warnings\":");
    Shapes.list(out, app.warnings(), JsonBuffer::string);
    out.ascii(",\"restarts\":").number(app.restarts());
    out.ascii(",\"pid\":").number(app.pid());
    Manifest manifest = app.manifest().orElse(null);
    if (manifest != null) {
      about(out.ascii(","), manifest);
      out.ascii(",\"hasPages\":").bool(manifest.provides(Capability.Kind.UI));
    }
    out.ascii(",\"logins\":");
    Shapes.list(out, logins, AppShapes::login);
    if (pending != null) {
      out.ascii(",\"pending\":{");
      about(out, pending);
      out.ascii(",\"newPermissions\":");
      permissions(out, added(manifest, pending));
      out.ascii("}");
    }
    out.ascii("}");
  }

  private static List<String> added(@Nullable Manifest before, Manifest after) {
    Set<String> had = before == null ? Set.of() : before.permissions();
    return after.permissions().stream().filter(each -> !had.contains(each)).toList();
  }

  /** What a manifest says, without braces. */
  private static void about(JsonBuffer out, Manifest manifest) {
    out.ascii("\"name\":").string(manifest.name());
    out.ascii(",\"version\":").string(manifest.version());
    out.ascii(",\"description\":").string(manifest.description());
    out.ascii(",\"provides\":");
    Shapes.list(out, manifest.provides(), (to, each) -> to.string(each.toString()));
    out.ascii(",\"permissions\":");
    permissions(out, manifest.permissions());
    out.ascii(",\"overrides\":");
    Shapes.list(
        out,
        manifest.overrides().stream().map(each -> each.wireName()).sorted().toList(),
        JsonBuffer::string);
  }

  private static void permissions(JsonBuffer out, Collection<String> permissions) {
    Shapes.list(
        out,
        permissions.stream().map(PermissionText::of).sorted().toList(),
        (to, each) -> {
          to.ascii("{\"permission\":").string(each.permission());
          to.ascii(",\"text\":").string(each.text());
          to.ascii(",\"sensitive\":").bool(each.sensitive()).ascii("}");
        });
  }

  private static void login(JsonBuffer out, AppLogins.Login login) {
    out.ascii("{\"provider\":").string(login.provider());
    out.ascii(",\"scopes\":");
    Shapes.list(out, login.scopes(), JsonBuffer::string);
    out.ascii(",\"configured\":").bool(login.configured());
    out.ascii(",\"connected\":").bool(login.connected());
    if (login.connected()) {
      out.ascii(",\"expiresAt\":").number(login.expiresAt());
    }
    out.ascii("}");
  }

  public static void candidate(
      JsonBuffer out, Packages.Candidate candidate, @Nullable AppStatus installed) {
    out.ascii("{\"id\":").string(candidate.manifest().id()).ascii(",");
    about(out, candidate.manifest());
    out.ascii(",\"origin\":").string(candidate.origin());
    out.ascii(",\"verified\":").bool(candidate.verified());
    if (installed != null) {
      String version = installed.manifest().map(Manifest::version).orElse("");
      out.ascii(",\"installedVersion\":").string(version);
    }
    out.ascii("}");
  }

  /** Values of secret ones are told to nobody. */
  public static void settings(JsonBuffer out, Map<String, String> settings, Set<String> secrets) {
    out.ascii("{\"settings\":");
    Shapes.list(
        out,
        List.copyOf(new TreeMap<>(settings).entrySet()),
        (to, each) -> {
          boolean secret = secrets.contains(each.getKey());
          to.ascii("{\"name\":").string(each.getKey());
          to.ascii(",\"secret\":").bool(secret);
          if (!secret) {
            to.ascii(",\"value\":").string(each.getValue());
          }
          to.ascii("}");
        });
    out.ascii("}");
  }
}
