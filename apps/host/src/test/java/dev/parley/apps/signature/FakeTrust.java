package dev.parley.apps.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A store that says what the test wants, or nothing. */
public class FakeTrust implements TrustSource {
  public StoreKeys keys;
  public List<String> revoked = List.of();
  public boolean silent;
  public int keyFetches;
  public int revocationFetches;

  public FakeTrust(StoreKey current, StoreKey... earlier) {
    keys = new StoreKeys(current, Arrays.asList(earlier));
  }

  private void speak() throws IOException {
    if (silent) {
      throw new IOException("the store does not answer");
    }
  }

  @Override
  public byte[] signingKey() throws IOException {
    keyFetches++;
    speak();
    return keys.toJson();
  }

  @Override
  public byte[] revocations() throws IOException {
    revocationFetches++;
    speak();
    return revoked.stream()
        .map(id -> "{\"id\":\"" + id + "\",\"name\":\"x\",\"revoked_at\":\"2026-01-01T00:00:00Z\"}")
        .collect(Collectors.joining(",", "{\"revocations\":[", "]}"))
        .getBytes(UTF_8);
  }
}
