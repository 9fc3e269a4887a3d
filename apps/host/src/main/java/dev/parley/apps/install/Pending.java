package dev.parley.apps.install;

import dev.parley.agents.hooks.HookPoint;
import dev.parley.apps.manifest.Manifest;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A new version that waits for its owner's word.
 *
 * @param permissions that it asks for and the installed version does not have
 * @param overrides the same, of hooks at which it may take over
 */
public record Pending(String id, String version, Set<String> permissions, Set<String> overrides) {

  public Pending {
    permissions = Set.copyOf(permissions);
    overrides = Set.copyOf(overrides);
  }

  static Pending of(Manifest before, Manifest after) {
    Set<String> permissions = new TreeSet<>(after.permissions());
    permissions.removeIf(before::permits);
    Set<String> overrides =
        after.overrides().stream()
            .filter(hook -> !before.overrides().contains(hook))
            .map(HookPoint::wireName)
            .collect(Collectors.toSet());
    return new Pending(after.id(), after.version(), permissions, overrides);
  }

  boolean asksForMore() {
    return !permissions.isEmpty() || !overrides.isEmpty();
  }
}
