package dev.parley.apps.store;

import static dev.parley.apps.store.StoreHub.ELF;
import static dev.parley.apps.store.StoreHub.OWNER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.apps.archive.Extractor;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.signature.Signatures;
import dev.parley.apps.signature.StoreKey;
import dev.parley.apps.signature.StoreKeys;
import dev.parley.apps.store.StoreApp.Status;
import dev.parley.core.blob.Blob;
import dev.parley.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What comes of what was handed in, and what people get then. */
class ReviewTest extends StoreFixture {
  @Test
  void whatIsRejectedGoesBackWithTheReasonAndMayBeHandedInAgain() {
    StoreApp app = hub.submitted(ann, ID, "1.0.0");
    assertThat(hub.store.review().waiting(OWNER)).extracting(StoreApp::id).contains(app.id());
    refused(
        ErrorCode.BAD_REQUEST, "'reason'", () -> hub.store.review().reject(OWNER, app.id(), " "));
    StoreApp rejected = hub.store.review().reject(OWNER, app.id(), "no icon");
    assertThat(rejected.status()).isEqualTo(Status.DRAFT);
    assertThat(rejected.rejectionReason()).isEqualTo("no icon");
    refused(ErrorCode.CONFLICT, "draft", () -> hub.store.review().reject(OWNER, app.id(), "again"));
    refused(ErrorCode.CONFLICT, "draft", () -> hub.store.review().approve(OWNER, app.id()));
    StoreApp _ = publishing().submit(ann, app.id(), null);
    StoreApp published = hub.store.review().approve(OWNER, app.id());
    assertThat(published.status()).isEqualTo(Status.PUBLISHED);
    assertThat(published.rejectionReason()).isEmpty();
    assertThat(published.verdicts())
        .extracting(Verdict::outcome)
        .containsExactly("rejected", "approved");
  }

  /** Checks 9 and 10 of the acceptance list, as far as the store goes. */
  @Test
  void whatIsPublishedIsAPackageThatTheStoreHasSigned() throws IOException {
    StoreApp app = hub.draft(ann, ID, "1.0.0");
    Binary _ = hub.upload(ann, app, "linux-amd64", ELF);
    Binary _ = hub.upload(ann, app, "windows-amd64", StoreHub.PE);
    StoreApp _ = publishing().submit(ann, app.id(), null);
    StoreApp _ = hub.store.review().approve(OWNER, app.id());

    StoreKey key = StoreKeys.parse(catalogue().signingKey()).current();
    for (String platform : List.of("linux-amd64", "windows-amd64")) {
      Blob blob = catalogue().download(null, ID, null, platform);
      assertThat(blob.contentType()).isEqualTo("application/x-napp");
      Path out = folder.resolve(platform);
      Manifest manifest = Extractor.extract(blob.file(), out);
      assertThat(manifest.id()).isEqualTo(ID);
      assertThat(out.resolve("SKILL.md")).hasContent("# How to use");
      assertThat(out.resolve("manifest.json")).hasBinaryContent(StoreHub.manifest(ID, "1.0.0"));
      Signatures.in(out).verify(key, StoreHub.manifest(ID, "1.0.0"), out.resolve("binary"));
    }
    refused(
        ErrorCode.BAD_REQUEST,
        "'platform' is missing",
        () -> catalogue().download(null, ID, null, null));
    refused(
        ErrorCode.NOT_FOUND,
        "darwin-arm64",
        () -> catalogue().download(null, ID, null, "darwin-arm64"));
    assertThat(catalogue().find(null, ID).downloads()).isEqualTo(2);
  }

  @Test
  void theKeyThatSignsIsItsOwnersAlone() throws IOException {
    StoreApp _ = hub.published(ann, ID);
    StoreKey key = StoreKeys.parse(catalogue().signingKey()).current();
    Path file = folder.resolve("app-store").resolve(key.id() + ".key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    StoreApp next = hub.submitted(ann, "com.example.other", "1.0.0");
    refused(
        ErrorCode.CONFLICT,
        "can be read by others",
        () -> hub.store.review().approve(OWNER, next.id()));
    assertThat(status(next)).isEqualTo(Status.PENDING_REVIEW);
  }

  @Test
  void twoHubsAreOneStoreAndTheKeyLiesAtOne() {
    Store other = hub.beside(folder.resolve("other-disk"));
    StoreApp _ = hub.published(ann, ID);
    assertThat(other.catalogue().find(null, ID).app().id()).isNotEmpty();
    assertThat(other.catalogue().signingKey()).isEqualTo(catalogue().signingKey());
    StoreApp next = hub.submitted(ann, "com.example.other", "1.0.0");
    refused(
        ErrorCode.CONFLICT, "lies at another hub", () -> other.review().approve(OWNER, next.id()));
    assertThat(hub.store.review().approve(OWNER, next.id()).status()).isEqualTo(Status.PUBLISHED);
    other.close();
  }

  @Test
  void theOldVersionStaysUntilTheNewOneIsPublished() {
    StoreApp app = hub.published(ann, ID);
    StoreApp draft = publishing().update(ann, app.id(), version("1.1.0"));
    assertThat(draft.status()).isEqualTo(Status.DRAFT);
    assertThat(draft.version()).isEqualTo("1.1.0");
    assertThat(catalogue().find(null, ID).release().version()).isEqualTo("1.0.0");
    refused(
        ErrorCode.CONFLICT,
        "published already",
        () -> publishing().update(ann, app.id(), version("1.0.0")));
    StoreApp _ = hub.next(ann, app, "1.2.0");
    assertThat(catalogue().find(null, ID).release().version()).isEqualTo("1.2.0");
    assertThat(catalogue().download(null, ID, "1.0.0", null).size()).isPositive();
    refused(
        ErrorCode.NOT_FOUND,
        "no version '1.1.0'",
        () -> catalogue().download(null, ID, "1.1.0", null));
  }

  @Test
  void anotherKeySignsEverythingAnewAndTheOldOneIsTrustedOrNot() throws IOException {
    StoreApp _ = hub.published(ann, ID);
    StoreKey first = StoreKeys.parse(catalogue().signingKey()).current();
    String second = hub.store.review().rotateKey(OWNER, true);
    StoreKeys keys = StoreKeys.parse(catalogue().signingKey());
    assertThat(keys.current().id()).isEqualTo(second).isNotEqualTo(first.id());
    assertThat(keys.earlier()).containsExactly(first);
    Path out = folder.resolve("anew");
    Manifest _ = Extractor.extract(catalogue().download(null, ID, null, null).file(), out);
    Signatures.in(out)
        .verify(keys.current(), StoreHub.manifest(ID, "1.0.0"), out.resolve("binary"));

    String third = hub.store.review().rotateKey(OWNER, false);
    keys = StoreKeys.parse(catalogue().signingKey());
    assertThat(keys.current().id()).isEqualTo(third);
    assertThat(keys.earlier()).isEmpty();
  }

  /** Check 11 of the acceptance list, as far as the store goes. */
  @Test
  void whatIsRevokedIsGoneAndOnTheList() {
    StoreApp app = hub.published(ann, ID);
    refused(
        ErrorCode.BAD_REQUEST, "'reason'", () -> hub.store.review().revoke(OWNER, app.id(), ""));
    assertThat(new String(catalogue().revocations(), UTF_8)).isEqualTo("{\"revocations\":[]}");
    assertThat(hub.store.review().revoke(OWNER, app.id(), "it steals").status())
        .isEqualTo(Status.REVOKED);
    assertThat(new String(catalogue().revocations(), UTF_8))
        .contains("\"id\":\"" + ID + "\"", "\"version\":\"1.0.0\"", "\"revoked_at\":\"2026-");
    assertThat(catalogue().list(null, null, null, 1, 10).total()).isZero();
    refused(ErrorCode.GONE, "revoked", () -> catalogue().download(null, ID, null, null));
    refused(ErrorCode.CONFLICT, "revoked", () -> publishing().submit(ann, app.id(), null));
    refused(
        ErrorCode.CONFLICT,
        "revoked",
        () -> publishing().update(ann, app.id(), AppFields.named("x", "2.0.0")));
    refused(
        ErrorCode.CONFLICT,
        "not published",
        () -> hub.store.review().revoke(OWNER, app.id(), "again"));
  }

  @Test
  void whatWasNeverPublishedCannotBeRevoked() {
    StoreApp app = hub.draft(ann, ID, "1.0.0");
    refused(
        ErrorCode.CONFLICT, "not published", () -> hub.store.review().revoke(OWNER, app.id(), "x"));
    refused(ErrorCode.NOT_FOUND, "signed nothing", () -> catalogue().signingKey());
  }

  @Test
  void ofManyReleasesTheNewestAreKept() {
    StoreApp app = hub.published(ann, ID);
    String first =
        publishing().find(ann, app.id()).releases().getFirst().parcels().getFirst().sha256();
    for (int i = 1; i <= Review.RELEASES_MAX; i++) {
      StoreApp _ = hub.next(ann, app, "1.0." + i);
    }
    StoreApp now = publishing().find(ann, app.id());
    assertThat(now.releases()).hasSize(Review.RELEASES_MAX);
    assertThat(hub.broker.blobHolders().isKept(first)).isFalse();
    now.releases().stream()
        .flatMap(release -> release.blobs().stream())
        .forEach(blob -> assertThat(hub.broker.blobHolders().isKept(blob)).isTrue());
  }
}
