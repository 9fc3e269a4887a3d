package dev.parley.apps.store;

import dev.parley.apps.archive.Packer;
import dev.parley.apps.install.Platform;
import dev.parley.apps.install.StoreEvent;
import dev.parley.apps.signature.Signatures;
import dev.parley.apps.signature.Signer;
import dev.parley.core.blob.Blob;
import dev.parley.core.blob.BlobHolders;
import dev.parley.core.blob.Blobs;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.identity.Visit;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the store's administrator, the hub's owner, does: looks, signs, publishes, and revokes. */
public final class Review {
  /** What was published before goes: its packages can be downloaded no more. */
  static final int RELEASES_MAX = 20;

  private static final String TYPE = "application/x-napp";
  private static final int REASON_MAX = 2_000;

  private final Shelf shelf;
  private final Scanner scanner;
  private final Keyring keyring;
  private final Notices notices;

  Review(Shelf shelf, Scanner scanner, Keyring keyring, Notices notices) {
    this.shelf = shelf;
    this.scanner = scanner;
    this.keyring = keyring;
    this.notices = notices;
  }

  Optional<String> flaw(Platform platform, Blob program) {
    return scanner.flaw(platform, program);
  }

  /** The apps that wait to be reviewed, those that wait longest first. */
  public List<StoreApp> waiting(Visit by) {
    by.requireOwner();
    return shelf.all(Shelf.APPS, StoreApp.class).stream()
        .filter(app -> app.status() == StoreApp.Status.PENDING_REVIEW)
        .sorted((one, other) -> Long.compare(one.createdAt(), other.createdAt()))
        .toList();
  }

  private StoreApp find(Visit by, String id) {
    by.requireOwner();
    return shelf.app(id).orElseThrow(() -> Shelf.noSuchApp(id));
  }

  private static Work requireWaiting(StoreApp app) {
    Work work = app.work();
    if (work == null || app.status() != StoreApp.Status.PENDING_REVIEW) {
      throw new Refused(
          ErrorCode.CONFLICT, "this app is " + app.status().wireName() + ", and not under review");
    }
    return work;
  }

  /** Rejects it when the scan finds something. */
  StoreApp scanned(StoreApp app) {
    for (Binary each : requireWaiting(app).binaries()) {
      Optional<String> flaw =
          scanner.flaw(new Platform(each.platform()), shelf.blob(each.sha256()));
      if (flaw.isPresent()) {
        return rejected(app, "the automatic scan of " + each.platform() + ": " + flaw.get());
      }
    }
    return app;
  }

  public StoreApp reject(Visit by, String id, String reason) {
    StoreApp app = find(by, id);
    Work _ = requireWaiting(app);
    return rejected(app, reason(reason));
  }

  private static String reason(String text) {
    if (text.isBlank() || text.length() > REASON_MAX) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "'reason' is needed, with at most " + REASON_MAX + " characters");
    }
    return text.strip();
  }

  private StoreApp rejected(StoreApp seen, String reason) {
    long now = shelf.now();
    return shelf.change(
        seen.id(),
        app -> {
          Work work = requireWaiting(app);
          return app.with(work.withSubmitted(false))
              .judged(new Verdict(Verdict.REJECTED, reason, now, work.version()));
        });
  }

  /** Signs, packs and publishes; who has an older version is told. */
  public StoreApp approve(Visit by, String id) {
    StoreApp seen = find(by, id);
    Work work = requireWaiting(seen);
    StoreApp scanned = scanned(seen);
    if (scanned.status() != StoreApp.Status.PENDING_REVIEW) {
      throw new Refused(ErrorCode.CONFLICT, scanned.rejectionReason());
    }
    List<Parcel> parcels = packed(work, keyring.signer());
    long now = shelf.now();
    StoreApp published =
        shelf.change(
            tx -> {
              StoreApp app = Shelf.require(tx, seen.id());
              if (!work.equals(app.work()) || app.revokedAt() > 0) {
                throw new Refused(ErrorCode.CONFLICT, "the app was changed meanwhile; try again");
              }
              parcels.forEach(parcel -> BlobHolders.keep(tx, parcel.sha256()));
              List<Release> releases = new ArrayList<>(app.releases());
              releases.add(new Release(work.withSubmitted(false), now, parcels));
              while (releases.size() > RELEASES_MAX) {
                releases.removeFirst().blobs().forEach(blob -> BlobHolders.letGo(tx, blob));
              }
              StoreApp changed =
                  app.with((Work) null)
                      .with(releases)
                      .judged(new Verdict(Verdict.APPROVED, "", now, work.version()));
              Shelf.put(tx, Shelf.APPS, app.id(), changed);
              notices.put(tx, StoreEvent.Type.UPDATED, changed, work.version(), null);
              return changed;
            });
    notices.deliverSoon();
    return published;
  }

  private List<Parcel> packed(Work work, Signer signer) {
    byte[] manifest = shelf.bytes(work.manifest());
    byte[] skill = shelf.bytes(work.skill());
    List<Parcel> parcels = new ArrayList<>();
    for (Binary binary : work.binaries()) {
      Path program = shelf.blob(binary.sha256()).file();
      try (Blobs.Upload upload = shelf.upload()) {
        Signatures signatures = Signatures.make(signer, manifest, program);
        Packer.pack(
            new Packer.Contents(manifest, program, signatures.toJson(), skill), into(upload));
        Blob blob = upload.finish(TYPE);
        parcels.add(new Parcel(binary.platform(), blob.sha256(), blob.size(), signer.key().id()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return parcels;
  }

  private static OutputStream into(Blobs.Upload upload) {
    return new OutputStream() {
      @Override
      public void write(int b) {
        upload.write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) {
        upload.write(bytes, from, length);
      }
    };
  }

  /** Takes an app out of the store for good, and out of use wherever it is installed. */
  public StoreApp revoke(Visit by, String id, String reason) {
    StoreApp seen = find(by, id);
    String words = reason(reason);
    long now = shelf.now();
    StoreApp revoked =
        shelf.change(
            tx -> {
              StoreApp app = Shelf.require(tx, seen.id());
              Release newest = app.newest();
              if (newest == null) {
                throw new Refused(
                    ErrorCode.CONFLICT,
                    "this app is " + app.status().wireName() + ", and not published");
              }
              StoreApp changed =
                  app.revoked(now).judged(new Verdict("revoked", words, now, newest.version()));
              Shelf.put(tx, Shelf.APPS, app.id(), changed);
              Shelf.put(
                  tx,
                  Shelf.REVOCATIONS,
                  app.manifestId(),
                  new Shelf.Revocation(
                      app.manifestId(), app.listing().name(), app.slug(), newest.version(), now));
              notices.put(tx, StoreEvent.Type.REVOKED, changed, newest.version(), null);
              return changed;
            });
    notices.deliverSoon();
    return revoked;
  }

  /**
   * Signs with another key from now on, and everything that is published anew.
   *
   * @param trustOthers whether what was signed with the keys before is still good; not when one of
   *     them may be known to somebody
   * @return the id of the new key
   */
  public String rotateKey(Visit by, boolean trustOthers) {
    by.requireOwner();
    Signer signer = keyring.rotate(trustOthers);
    for (StoreApp each : shelf.all(Shelf.APPS, StoreApp.class)) {
      if (each.newest() != null) {
        signAnew(each, signer);
      }
    }
    return signer.key().id();
  }

  private void signAnew(StoreApp seen, Signer signer) {
    List<Release> signed =
        seen.releases().stream()
            .map(release -> release.with(packed(release.work(), signer)))
            .toList();
    var _ =
        shelf.change(
            tx -> {
              StoreApp app = Shelf.require(tx, seen.id());
              List<Release> releases = new ArrayList<>();
              for (Release release : app.releases()) {
                releases.add(
                    signed.stream()
                        .filter(each -> each.work().equals(release.work()))
                        .findFirst()
                        .map(each -> exchanged(tx, release, each))
                        .orElse(release));
              }
              Shelf.put(tx, Shelf.APPS, app.id(), app.with(releases));
              return true;
            });
  }

  private static Release exchanged(Tx tx, Release old, Release now) {
    now.parcels().forEach(parcel -> BlobHolders.keep(tx, parcel.sha256()));
    old.parcels().forEach(parcel -> BlobHolders.letGo(tx, parcel.sha256()));
    return now;
  }
}
