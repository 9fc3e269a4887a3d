package dev.parley.apps.store;

import dev.parley.apps.install.Platform;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.manifest.ManifestReader;
import dev.parley.core.blob.Blob;
import dev.parley.core.blob.BlobHolders;
import dev.parley.core.blob.Blobs;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.identity.Visit;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What publishers do with apps: make them, upload programs, and hand them in for review. */
public final class Publishing {
  static final int APPS_MAX = 200;

  /** As the ids of manifests are in a store: a domain, from the right to the left. */
  private static final Pattern MANIFEST_ID = Pattern.compile("[a-z0-9-]+(\\.[a-z0-9-]+)+");

  private static final Pattern VERSION =
      Pattern.compile("\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}([-+][0-9A-Za-z.+-]{1,90})?");
  private static final String APP = "app";

  private final Shelf shelf;
  private final Publishers publishers;
  private final Accounts accounts;
  private final Review review;

  Publishing(Shelf shelf, Publishers publishers, Accounts accounts, Review review) {
    this.shelf = shelf;
    this.publishers = publishers;
    this.accounts = accounts;
    this.review = review;
  }

  // ---- apps

  public StoreApp create(Visit by, AppFields fields) {
    Account account = accounts.named(by, fields.accountId());
    String type = fields.type() == null ? APP : fields.type();
    if (!type.equals(APP)) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'type' must be app, not '" + type + "'");
    }
    if (mine(by).size() >= APPS_MAX) {
      throw new Refused(ErrorCode.CONFLICT, "you have " + APPS_MAX + " apps already");
    }
    Listing listing = new Listing("-", "", "", "", Listing.PUBLIC, "");
    if (fields.name() == null) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'name' is missing");
    }
    SmallFiles files = SmallFiles.stored(shelf, fields);
    StoreApp app =
        new StoreApp(
            UUID.randomUUID().toString(),
            "",
            account.id(),
            account.owner(),
            type,
            "",
            listing.with(fields),
            Work.begun(version(fields.version())),
            List.of(),
            "",
            List.of(),
            0,
            shelf.now());
    String base = Slug.of(app.listing().name());
    return shelf.change(
        tx -> {
          String slug =
              tx.get(Shelf.SLUGS, base) == null ? base : base + "-" + app.id().substring(0, 8);
          StoreApp made = withSlug(app, slug).with(files.in(tx, Work.begun(app.version())));
          Shelf.put(tx, Shelf.SLUGS, slug, app.id());
          Shelf.put(tx, Shelf.APPS, app.id(), made);
          return made;
        });
  }

  private static StoreApp withSlug(StoreApp app, String slug) {
    return new StoreApp(
        app.id(),
        slug,
        app.account(),
        app.owner(),
        app.type(),
        app.manifestId(),
        app.listing(),
        app.work(),
        app.releases(),
        app.rejectionReason(),
        app.verdicts(),
        app.revokedAt(),
        app.createdAt());
  }

  private static String version(@Nullable String text) {
    if (text == null) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'version' is missing");
    }
    if (!VERSION.matcher(text).matches()) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'version' must be a semantic version such as 1.0.0, not '" + text + "'");
    }
    return text;
  }

  /** The apps of whoever asks, the newest first. */
  public List<StoreApp> mine(Visit by) {
    String owner = publishers.publishing(by);
    return shelf.all(Shelf.APPS, StoreApp.class).stream()
        .filter(app -> app.owner().equals(owner))
        .sorted((one, other) -> Long.compare(other.createdAt(), one.createdAt()))
        .toList();
  }

  /** One of them. The hub's owner, who reviews, sees all. */
  public StoreApp find(Visit by, String id) {
    return shelf
        .app(id)
        .filter(app -> by.isOwner() || app.owner().equals(publishers.publishing(by)))
        .orElseThrow(() -> Shelf.noSuchApp(id));
  }

  private StoreApp own(Visit by, String id) {
    StoreApp app = find(by, id);
    if (!app.owner().equals(publishers.publishing(by))) {
      throw new Refused(ErrorCode.FORBIDDEN, "this app is somebody else's");
    }
    return app;
  }

  /** Changes what was sent; another version than the published one begins a draft of it. */
  public StoreApp update(Visit by, String id, AppFields fields) {
    StoreApp own = own(by, id);
    SmallFiles files = SmallFiles.stored(shelf, fields);
    return shelf.change(
        tx -> {
          StoreApp app = Shelf.require(tx, own.id());
          requireEditable(app);
          Work work = app.work();
          if (fields.version() != null && !fields.version().equals(app.version())) {
            work = renamed(tx, app, version(fields.version()));
          }
          if (files.isAny()) {
            work = files.in(tx, requireDraft(app, work));
          }
          StoreApp changed = app.with(app.listing().with(fields)).with(work);
          Shelf.put(tx, Shelf.APPS, app.id(), changed);
          return changed;
        });
  }

  /** Programs are of one version: a draft of another one begins without, but with its SKILL.md. */
  private static Work renamed(Tx tx, StoreApp app, String version) {
    if (app.releases().stream().anyMatch(release -> release.version().equals(version))) {
      throw new Refused(ErrorCode.CONFLICT, "version " + version + " was published already");
    }
    Work work = app.work();
    if (work != null) {
      work.binaries().forEach(binary -> BlobHolders.letGo(tx, binary.sha256()));
      return new Work(version, false, work.manifest(), work.skill(), List.of());
    }
    String skill = app.releases().getLast().work().skill();
    BlobHolders.keep(tx, skill);
    return Work.begun(version).withSkill(skill);
  }

  private static void requireEditable(StoreApp app) {
    switch (app.status()) {
      case DRAFT, PUBLISHED -> {}
      case PENDING_REVIEW ->
          throw new Refused(
              ErrorCode.CONFLICT, "version " + app.version() + " is under review: wait for that");
      case REVOKED -> throw new Refused(ErrorCode.CONFLICT, "this app was revoked");
    }
  }

  private static Work requireDraft(StoreApp app, @Nullable Work work) {
    if (work == null) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "version " + app.version() + " is published: set another version first");
    }
    return work;
  }

  // ---- programs

  /**
   * For a program that is about to come.
   *
   * @throws Refused unless this app is the caller's and has a draft
   */
  public Blobs.Upload upload(Visit by, String id) {
    StoreApp app = own(by, id);
    requireEditable(app);
    Work _ = requireDraft(app, app.work());
    return shelf.upload();
  }

  /**
   * Files a program under the version that is on its way.
   *
   * @param fields whose files come with it
   */
  public Binary add(Visit by, String id, String platform, Blob program, AppFields fields) {
    StoreApp own = own(by, id);
    Platform parsed = Platform.parse(platform);
    review
        .flaw(parsed, program)
        .ifPresent(
            flaw -> {
              throw new Refused(ErrorCode.BAD_REQUEST, flaw);
            });
    SmallFiles files = SmallFiles.stored(shelf, fields);
    Binary binary =
        new Binary(
            UUID.randomUUID().toString(),
            parsed.name(),
            program.size(),
            program.sha256(),
            shelf.now());
    return shelf.change(
        tx -> {
          StoreApp app = Shelf.require(tx, own.id());
          requireEditable(app);
          Work work = files.in(tx, requireDraft(app, app.work()));
          work.of(binary.platform()).ifPresent(old -> BlobHolders.letGo(tx, old.sha256()));
          BlobHolders.keep(tx, binary.sha256());
          Shelf.put(tx, Shelf.APPS, app.id(), app.with(work.with(binary)));
          return binary;
        });
  }

  public void remove(Visit by, String id, String binaryId) {
    StoreApp own = own(by, id);
    var _ =
        shelf.change(
            tx -> {
              StoreApp app = Shelf.require(tx, own.id());
              requireEditable(app);
              Work work = requireDraft(app, app.work());
              Binary binary =
                  work.binaries().stream()
                      .filter(each -> each.id().equals(binaryId))
                      .findFirst()
                      .orElseThrow(
                          () ->
                              new Refused(
                                  ErrorCode.NOT_FOUND, "there is no binary '" + binaryId + "'"));
              BlobHolders.letGo(tx, binary.sha256());
              Shelf.put(tx, Shelf.APPS, app.id(), app.with(work.without(binary)));
              return true;
            });
  }

  // ---- handing in

  /**
   * Hands the version on its way in for review; what the automatic scan finds rejects it at once.
   *
   * @param version which it is, or null
   */
  public StoreApp submit(Visit by, String id, @Nullable String version) {
    StoreApp own = own(by, id);
    Work work = own.work();
    if (own.status() != StoreApp.Status.DRAFT || work == null) {
      throw new Refused(
          ErrorCode.CONFLICT, "this app is " + own.status().wireName() + ", and not a draft");
    }
    if (version != null && !version.equals(work.version())) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "the draft is of version " + work.version() + ", not of '" + version + "'");
    }
    Manifest manifest = complete(own, work);
    StoreApp submitted =
        shelf.change(
            tx -> {
              StoreApp app = Shelf.require(tx, own.id());
              if (!work.equals(app.work()) || app.revokedAt() > 0) {
                throw new Refused(ErrorCode.CONFLICT, "the app was changed meanwhile; try again");
              }
              String holder = Shelf.get(tx, Shelf.IDS, manifest.id(), String.class);
              if (holder != null && !holder.equals(app.id())) {
                throw new Refused(
                    ErrorCode.CONFLICT, "the id '" + manifest.id() + "' is another app's");
              }
              if (!app.manifestId().isEmpty() && !app.manifestId().equals(manifest.id())) {
                tx.delete(Shelf.IDS, app.manifestId());
              }
              StoreApp changed = app.called(manifest.id()).with(work.withSubmitted(true));
              Shelf.put(tx, Shelf.IDS, manifest.id(), app.id());
              Shelf.put(tx, Shelf.APPS, app.id(), changed);
              return changed;
            });
    return review.scanned(submitted);
  }

  private Manifest complete(StoreApp app, Work work) {
    if (work.binaries().isEmpty()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "upload at least one binary first");
    }
    if (work.manifest().isEmpty()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "manifest.json is missing");
    }
    if (work.skill().isEmpty()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "SKILL.md is missing");
    }
    Manifest manifest = ManifestReader.parse(shelf.bytes(work.manifest()));
    if (!MANIFEST_ID.matcher(manifest.id()).matches()) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "manifest.json: id is '"
              + manifest.id()
              + "', but must be a reverse domain such as com.example.app");
    }
    if (!manifest.version().equals(work.version())) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "manifest.json: version is '%s', but the app's is '%s'"
              .formatted(manifest.version(), work.version()));
    }
    if (!app.releases().isEmpty() && !app.manifestId().equals(manifest.id())) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "manifest.json: id is '%s', but this app is '%s'"
              .formatted(manifest.id(), app.manifestId()));
    }
    return manifest;
  }
}
