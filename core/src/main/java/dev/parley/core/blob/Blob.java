package dev.parley.core.blob;

import java.nio.file.Path;

/**
 * Bytes that are stored.
 *
 * @param sha256 of the bytes, in lower-case hexadecimal: their name
 * @param contentType what the first one who stored them said they are; nobody has checked that
 * @param file where they can be read; it never changes
 */
public record Blob(String sha256, long size, String contentType, Path file) {}
