package dev.parley.apps.store;

import dev.parley.apps.install.AppSource;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Principal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The store of a hub that installs from itself, for its owner. */
final class OwnStore implements AppSource {
  private static final Principal OWNER = new Principal.Owner();

  private final Catalogue catalogue;

  OwnStore(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  @Override
  public String name() {
    return "here";
  }

  @Override
  public Optional<Offer> offer(String app) {
    try {
      Catalogue.Item item = catalogue.find(OWNER, app);
      return Optional.of(
          new Offer(
              item.app().id(),
              item.app().manifestId(),
              item.app().listing().name(),
              item.release().version()));
    } catch (Refused e) {
      if (e.code() == ErrorCode.NOT_FOUND || e.code() == ErrorCode.GONE) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public void download(String app, @Nullable String version, String platform, Path into)
      throws IOException {
    Path _ = Files.copy(catalogue.download(OWNER, app, version, platform).file(), into);
  }

  /** Before anything was signed it has no key, as another store that cannot be asked. */
  @Override
  public byte[] signingKey() throws IOException {
    try {
      return catalogue.signingKey();
    } catch (Refused e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public byte[] revocations() {
    return catalogue.revocations();
  }
}
