package dev.parley.apps.store;

/**
 * A package for one platform.
 *
 * @param sha256 the blob
 * @param keyId with which it was signed
 */
public record Parcel(String platform, String sha256, long size, String keyId) {}
