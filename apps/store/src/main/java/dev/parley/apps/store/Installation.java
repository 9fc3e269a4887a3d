package dev.parley.apps.store;

/**
 * An app that a bot has.
 *
 * @param owner whose bot it is, see {@link Publishers}
 * @param version the one it was installed in
 */
public record Installation(
    String id, String app, String bot, String owner, String version, long installedAt) {}
