package dev.parley.apps.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A version on its way to be published.
 *
 * @param submitted whether it waits to be reviewed
 * @param manifest the blob of {@code manifest.json}, or empty
 * @param skill the blob of {@code SKILL.md}, or empty
 */
public record Work(
    String version, boolean submitted, String manifest, String skill, List<Binary> binaries) {

  public Work {
    binaries = List.copyOf(binaries);
  }

  static Work begun(String version) {
    return new Work(version, false, "", "", List.of());
  }

  Work withSubmitted(boolean now) {
    return new Work(version, now, manifest, skill, binaries);
  }

  Work withManifest(String blob) {
    return new Work(version, submitted, blob, skill, binaries);
  }

  Work withSkill(String blob) {
    return new Work(version, submitted, manifest, blob, binaries);
  }

  Optional<Binary> of(String platform) {
    return binaries.stream().filter(each -> each.platform().equals(platform)).findFirst();
  }

  /** In place of the one for the same platform. */
  Work with(Binary binary) {
    List<Binary> all = new ArrayList<>(binaries);
    all.removeIf(each -> each.platform().equals(binary.platform()));
    all.add(binary);
    return new Work(version, submitted, manifest, skill, all);
  }

  Work without(Binary binary) {
    return new Work(
        version,
        submitted,
        manifest,
        skill,
        binaries.stream().filter(each -> !each.equals(binary)).toList());
  }

  /** Every blob that it names. */
  List<String> blobs() {
    List<String> all = new ArrayList<>();
    for (String each : List.of(manifest, skill)) {
      if (!each.isEmpty()) {
        all.add(each);
      }
    }
    binaries.forEach(each -> all.add(each.sha256()));
    return all;
  }
}
