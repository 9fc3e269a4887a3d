package dev.parley.apps.manifest;

import dev.parley.agents.hooks.HookPoint;
import dev.parley.apps.manifest.Manifest.OAuthNeed;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads what apps say of themselves and refuses what breaks a rule. One error is told, the first in
 * the order in which the fields are described.
 */
public final class ManifestReader {
  public static final String FILE = "manifest.json";

  /** As large as it may be in an archive. */
  public static final int BYTES_MAX = 1 << 20;

  /** What can be the name of a folder everywhere. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  /** Semantic Versioning 2.0.0. */
  private static final Pattern VERSION =
      Pattern.compile(
          "(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)"
              + "(-(0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)"
              + "(\\.(0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*))*)?"
              + "(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?");

  private static final int VERSION_CHARS_MAX = 128;
  private static final Set<String> RUNTIMES = Set.of("local", "remote");
  private static final Set<String> PROVIDERS = Set.of("google", "microsoft", "github");
  private static final int STARTUP_SECONDS = 10;
  private static final int STARTUP_SECONDS_MAX = 120;

  private ManifestReader() {}

  /** Whether an app may be called so, and its folder with it. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /**
   * The manifest in the folder of an app.
   *
   * @throws Refused when it is not there, cannot be read, or breaks a rule
   */
  public static Manifest in(Path folder) {
    Path file = folder.resolve(FILE);
    try (InputStream stream = Files.newInputStream(file)) {
      return parse(stream.readNBytes(BYTES_MAX + 1));
    } catch (NoSuchFileException e) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no " + FILE);
    } catch (IOException e) {
      throw new Refused(ErrorCode.STORE_UNAVAILABLE, FILE + " cannot be read: " + e.getMessage());
    }
  }

  /**
   * @throws Refused when it breaks a rule, naming field and value
   */
  public static Manifest parse(byte[] json) {
    if (json.length > BYTES_MAX) {
      throw new Refused(ErrorCode.TOO_LARGE, FILE + " is larger than " + BYTES_MAX + " bytes");
    }
    Fields fields = Fields.parse(json);
    String id = fields.required("id");
    require(ID.matcher(id).matches(), "id", id, "letters, digits, '.', '_' and '-', at most 128");
    String name = fields.required("name");
    require(name.chars().noneMatch(Character::isISOControl), "name", name, "without line breaks");
    String version = fields.required("version");
    require(
        version.length() <= VERSION_CHARS_MAX && VERSION.matcher(version).matches(),
        "version",
        version,
        "a semantic version such as 1.0.0");
    List<String> provides = fields.texts("provides");
    if (provides.isEmpty()) {
      throw Fields.wrong("provides", "[]", "at least one capability");
    }
    String description = fields.text("description", "");
    String runtime = fields.text("runtime", "local");
    require(RUNTIMES.contains(runtime), "runtime", runtime, "local or remote");
    String protocol = fields.text("protocol", "grpc");
    require(protocol.equals("grpc"), "protocol", protocol, "grpc");
    List<String> permissions = fields.texts("permissions");
    List<String> overrides = fields.texts("overrides");
    List<OAuthNeed> oauth = fields.objects("oauth").stream().map(ManifestReader::need).toList();
    int seconds = fields.integer("startup_timeout", 0, STARTUP_SECONDS_MAX, "seconds");
    Manifest manifest =
        new Manifest(
            id,
            name,
            version,
            description,
            runtime,
            capabilities(provides),
            checked(permissions),
            hooks(overrides),
            oauth,
            Duration.ofSeconds(seconds == 0 ? STARTUP_SECONDS : seconds));
    manifest.overrides().stream()
        .map(HookPoint::wireName)
        .filter(hook -> !manifest.permits("hook:" + hook))
        .sorted()
        .findFirst()
        .ifPresent(
            hook -> {
              throw Fields.wrong(
                  "overrides", hook, "allowed by the permission hook:" + hook + " or hook:*");
            });
    return manifest;
  }

  private static OAuthNeed need(Fields each) {
    String provider = each.required("provider");
    require(
        PROVIDERS.contains(provider), "oauth.provider", provider, "google, microsoft or github");
    return new OAuthNeed(provider, each.texts("scopes"));
  }

  private static List<Capability> capabilities(List<String> provides) {
    Set<Capability> capabilities = new LinkedHashSet<>();
    for (String each : provides) {
      try {
        capabilities.add(Capability.parse(each));
      } catch (IllegalArgumentException e) {
        throw Fields.wrong(
            "provides",
            each,
            "gateway, vision, browser, comm, ui, schedule, hooks, tool:<name> or channel:<name>");
      }
    }
    return List.copyOf(capabilities);
  }

  private static Set<String> checked(List<String> permissions) {
    for (String each : permissions) {
      Permissions.flaw(each)
          .ifPresent(
              flaw -> {
                throw new Refused(
                    ErrorCode.BAD_REQUEST,
                    FILE + ": permissions has " + Fields.quoted(each) + ", but " + flaw);
              });
    }
    return Set.copyOf(permissions);
  }

  private static Set<HookPoint> hooks(List<String> overrides) {
    List<HookPoint> hooks = new ArrayList<>();
    for (String each : overrides) {
      hooks.add(
          HookPoint.named(each)
              .orElseThrow(() -> Fields.wrong("overrides", each, "the name of a hook")));
    }
    return Set.copyOf(hooks);
  }

  private static void require(boolean holds, String field, String value, String expected) {
    if (!holds) {
      throw Fields.wrong(field, value, expected);
    }
  }
}
