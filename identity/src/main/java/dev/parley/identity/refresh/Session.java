package dev.parley.identity.refresh;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What somebody has opened, and all that followed from it.
 *
 * @param id which access tokens name; no secret
 * @param person who has opened it
 * @param openedAt Unix milliseconds
 * @param expiresAt when it ends unless it is refreshed before
 * @param terms of the program that acts in it, or null when the person has logged in
 */
public record Session(
    String id, UUID person, long openedAt, long expiresAt, @Nullable Terms terms) {}
