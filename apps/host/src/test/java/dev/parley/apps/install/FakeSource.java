package dev.parley.apps.install;

import dev.parley.apps.signature.FakeTrust;
import dev.parley.apps.signature.Signer;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store in which a test puts packages. */
final class FakeSource extends FakeTrust implements AppSource {
  private final Map<String, Offer> offers = new HashMap<>();
  private final Map<String, Path> packages = new HashMap<>();
  int downloads;

  FakeSource(Signer signer) {
    super(signer.key());
  }

  FakeSource with(String id, String version, Path archive) {
    offers.put(id, new Offer("store-" + id, id, "App", version));
    packages.put("store-" + id + " " + version, archive);
    packages.put("store-" + id, archive);
    return this;
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public Optional<Offer> offer(String app) throws IOException {
    if (silent) {
      throw new IOException("the store does not answer");
    }
    return Optional.ofNullable(offers.get(app.replace("store-", "")));
  }

  @Override
  public void download(String app, @Nullable String version, String platform, Path into)
      throws IOException {
    downloads++;
    if (silent) {
      throw new IOException("the store does not answer");
    }
    Path found = packages.get(version == null ? app : app + " " + version);
    if (found == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "the store has no package of " + app);
    }
    Path _ = Files.copy(found, into);
  }
}
