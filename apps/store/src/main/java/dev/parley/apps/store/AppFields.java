package dev.parley.apps.store;

import org.jspecify.annotations.Nullable;

/**
 * What a publisher sends of an app. What is null was not sent.
 *
 * @param accountId under which account; when it is created
 * @param manifest the bytes of {@code manifest.json}, signed as they are
 * @param skill the text of {@code SKILL.md}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record AppFields(
    @Nullable String name,
    @Nullable String version,
    @Nullable String description,
    @Nullable String longDescription,
    @Nullable String category,
    @Nullable String visibility,
    @Nullable String icon,
    @Nullable String accountId,
    @Nullable String type,
    byte @Nullable [] manifest,
    @Nullable String skill) {

  /** An app with no more than a name and a version. */
  public static AppFields named(String name, String version) {
    return new AppFields(name, version, null, null, null, null, null, null, null, null, null);
  }

  public AppFields withFiles(byte @Nullable [] newManifest, @Nullable String newSkill) {
    return new AppFields(
        name,
        version,
        description,
        longDescription,
        category,
        visibility,
        icon,
        accountId,
        type,
        newManifest,
        newSkill);
  }
}
