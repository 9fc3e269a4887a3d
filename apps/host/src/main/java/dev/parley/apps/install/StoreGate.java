package dev.parley.apps.install;

import dev.parley.apps.host.AppFolder;
import dev.parley.apps.host.LaunchGate;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.manifest.ManifestReader;
import dev.parley.apps.signature.Signatures;
import dev.parley.apps.signature.StoreKey;
import dev.parley.apps.signature.Trust;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Lets an app be launched when the store that is configured has signed it and not revoked it. An
 * app that its owner has only linked into the folder of apps is the owner's own business.
 */
public final class StoreGate implements LaunchGate {
  private final Trust trust;

  public StoreGate(Trust trust) {
    this.trust = trust;
  }

  @Override
  public List<String> check(AppFolder folder, Manifest manifest) throws InterruptedException {
    if (folder.isSideloaded()) {
      return List.of();
    }
    if (trust.isRevoked(manifest.id())) {
      throw revoked(manifest.id());
    }
    try {
      return signed(folder.path());
    } catch (IOException e) {
      throw new Refused(
          ErrorCode.STORE_UNAVAILABLE, "the signatures cannot be looked at: " + e.getMessage());
    }
  }

  static Refused revoked(String id) {
    return new Refused(ErrorCode.FORBIDDEN, "the store has revoked " + id);
  }

  private List<String> signed(Path folder) throws IOException, InterruptedException {
    Signatures signatures = Signatures.in(folder);
    Optional<Origin> origin = Origin.of(folder);
    StoreKey before = origin.map(Origin::verified).orElse(null);
    StoreKey key;
    try {
      key = trust.key(signatures.keyId());
    } catch (IOException e) {
      String silent = "the store cannot be asked for its key (" + e.getMessage() + ")";
      if (before != null) {
        verify(signatures, before, folder);
        return List.of(silent + "; the app was verified with the key of before");
      }
      if (origin.filter(from -> from.store() != null).isPresent()) {
        throw new Refused(
            ErrorCode.STORE_UNAVAILABLE, silent + ", and this app was never verified");
      }
      return List.of(silent + "; nobody has verified this app");
    }
    verify(signatures, key, folder);
    if (origin.isPresent() && !key.equals(before)) {
      origin.get().verifiedWith(key).write(folder);
    }
    return List.of();
  }

  static void verify(Signatures signatures, StoreKey key, Path folder) throws IOException {
    Path binary = new AppFolder(folder).binary();
    signatures.verify(key, Files.readAllBytes(folder.resolve(ManifestReader.FILE)), binary);
  }
}
