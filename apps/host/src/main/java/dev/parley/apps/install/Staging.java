package dev.parley.apps.install;

import dev.parley.apps.archive.Extractor;
import dev.parley.apps.install.AppSource.Offer;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.signature.Signatures;
import dev.parley.apps.signature.StoreKey;
import dev.parley.apps.signature.Trust;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Brings packages in and takes them apart, beside the apps, where nothing looks at them yet. */
final class Staging {
  private static final int AT_A_TIME = 4;

  private final Shelves shelves;
  private final @Nullable Trust trust;
  private final Timekeeper time;
  private final Semaphore room = new Semaphore(AT_A_TIME);

  Staging(Shelves shelves, @Nullable Trust trust, Timekeeper time) {
    this.shelves = shelves;
    this.trust = trust;
    this.time = time;
  }

  /** A package in pieces, whose signatures were verified if there is a store to ask. */
  final class Staged implements AutoCloseable {
    private final Path folder;
    private final Manifest manifest;

    private Staged(Path folder, Manifest manifest) {
      this.folder = folder;
      this.manifest = manifest;
    }

    Path folder() {
      return folder;
    }

    Manifest manifest() {
      return manifest;
    }

    /** Throws it away unless it was taken elsewhere. */
    @Override
    public void close() throws IOException {
      try {
        shelves.discard(folder);
      } finally {
        room.release();
      }
    }
  }

  Staged ofFile(Path file) throws IOException, InterruptedException {
    if (!Files.isRegularFile(file)) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no file " + file);
    }
    return opened(file, null, null);
  }

  Staged fromStore(AppSource source, Offer offer, @Nullable String version)
      throws IOException, InterruptedException {
    Path file = shelves.staging();
    try {
      source.download(offer.storeId(), version, Platform.here().name(), file);
      return opened(file, source, offer);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private Staged opened(Path file, @Nullable AppSource source, @Nullable Offer offer)
      throws IOException, InterruptedException {
    if (!room.tryAcquire()) {
      throw new Refused(
          ErrorCode.OVERLOADED, AT_A_TIME + " apps are being installed already; try again later");
    }
    Path folder = shelves.staging();
    boolean whole = false;
    try {
      Manifest manifest = Extractor.extract(file, folder);
      if (offer != null && !offer.id().equals(manifest.id())) {
        throw new Refused(
            ErrorCode.FORBIDDEN,
            "the store offers " + offer.id() + ", but its package is of " + manifest.id());
      }
      StoreKey key = verified(folder, manifest);
      new Origin(
              source == null ? null : source.name(),
              offer == null ? null : offer.storeId(),
              key,
              time.millis())
          .write(folder);
      whole = true;
      return new Staged(folder, manifest);
    } finally {
      if (!whole) {
        shelves.discard(folder);
        room.release();
      }
    }
  }

  /** The key it was signed with; null where there is no store to ask. */
  @Nullable StoreKey verified(Path folder, Manifest manifest)
      throws IOException, InterruptedException {
    if (trust == null) {
      return null;
    }
    if (trust.isRevoked(manifest.id())) {
      throw StoreGate.revoked(manifest.id());
    }
    Signatures signatures = Signatures.in(folder);
    StoreKey key = trust.key(signatures.keyId());
    StoreGate.verify(signatures, key, folder);
    return key;
  }
}
