package dev.parley.apps.store;

/**
 * Under which somebody publishes.
 *
 * @param owner whose it is, see {@link Publishers}
 */
public record Account(String id, String slug, String name, String owner, long createdAt) {}
