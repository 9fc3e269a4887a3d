package dev.parley.apps.store;

/**
 * A program as its publisher uploaded it.
 *
 * @param sha256 the blob
 */
public record Binary(String id, String platform, long size, String sha256, long uploadedAt) {}
