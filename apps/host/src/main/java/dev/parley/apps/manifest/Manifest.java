package dev.parley.apps.manifest;

import dev.parley.agents.hooks.HookPoint;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What an app says of itself in its {@code manifest.json}, valid by every rule for local apps.
 *
 * @param id also the name of its folder
 * @param permissions as {@code prefix:suffix}
 * @param overrides the hooks at which it may take over what the hub would do
 * @param startupTimeout how long it may take until it answers
 */
public record Manifest(
    String id,
    String name,
    String version,
    String description,
    String runtime,
    List<Capability> provides,
    Set<String> permissions,
    Set<HookPoint> overrides,
    List<OAuthNeed> oauth,
    Duration startupTimeout) {

  /** A login elsewhere that the app needs tokens of. */
  public record OAuthNeed(String provider, List<String> scopes) {
    public OAuthNeed {
      scopes = List.copyOf(scopes);
    }
  }

  public Manifest {
    provides = List.copyOf(provides);
    permissions = Set.copyOf(permissions);
    overrides = Set.copyOf(overrides);
    oauth = List.copyOf(oauth);
  }

  /** Whether the owner has granted it, by its own name or by {@code prefix:*}. */
  public boolean permits(String permission) {
    return permissions.contains(permission)
        || permissions.contains(permission.substring(0, permission.indexOf(':') + 1) + "*");
  }

  /** Whether any permission of this prefix was granted. */
  public boolean permitsAny(String prefix) {
    return permissions.stream().anyMatch(each -> each.startsWith(prefix + ":"));
  }

  public boolean provides(Capability.Kind kind) {
    return provides.stream().anyMatch(each -> each.kind() == kind);
  }
}
