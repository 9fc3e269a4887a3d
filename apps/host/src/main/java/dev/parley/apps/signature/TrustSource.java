package dev.parley.apps.signature;

import java.io.IOException;

/** A store, as far as it says whom to trust. Both calls block, for a few seconds at most. */
public interface TrustSource {
  int SIGNING_KEY_BYTES_MAX = 64 << 10;
  int REVOCATIONS_BYTES_MAX = 1 << 20;

  /** The answer of {@code GET /api/v1/apps/signing-key}. */
  byte[] signingKey() throws IOException, InterruptedException;

  /** The answer of {@code GET /api/v1/apps/revocations}. */
  byte[] revocations() throws IOException, InterruptedException;
}
