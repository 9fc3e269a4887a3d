package dev.parley.apps.store;

import static dev.parley.apps.store.StoreHub.ELF;
import static dev.parley.apps.store.StoreHub.OWNER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.apps.archive.Extractor;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.signature.Signatures;
import dev.parley.apps.signature.StoreKey;
import dev.parley.apps.signature.StoreKeys;
import dev.parley.apps.store.StoreApp.Status;
import dev.parley.core.address.AgentId;
import dev.parley.core.blob.Blob;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The store from both sides: what publishers and reviewers may do when, and what people get. */
class StoreTest {
  private static final String ID = "com.example.calculator";

  @TempDir private Path folder;
  private StoreHub hub;
  private Visit ann;

  @BeforeEach
  void open() {
    hub = new StoreHub(folder);
    ann = hub.publisher("ann");
  }

  @AfterEach
  void close() {
    hub.close();
  }

  private static void refused(ErrorCode code, String words, Callable<?> asking) {
    Refused refused = catchThrowableOfType(Refused.class, asking::call);
    assertThat(refused).as(words).isNotNull();
    assertThat(refused).hasMessageContaining(words);
    assertThat(refused.code()).isEqualTo(code);
  }

  private Publishing publishing() {
    return hub.store.publishing();
  }

  private Catalogue catalogue() {
    return hub.store.catalogue();
  }

  private Status status(StoreApp app) {
    return publishing().find(OWNER, app.id()).status();
  }

  // ---- accounts and drafts

  @Test
  void onlyPersonsAndTheOwnerPublish() {
    AgentId bot = hub.bot(ann, "bot");
    Visit asBot =
        new Visit(
            new Principal.AgentPrincipal(bot),
            Door.REST,
            "");
    refused(
        ErrorCode.FORBIDDEN, "only persons", () -> publishing().createAccount(asBot, "Bot", null));
    assertThat(publishing().createAccount(OWNER, "The House", null).slug()).isEqualTo("the-house");
    assertThat(publishing().accounts(ann)).extracting(Account::slug).containsExactly("ann-inc");
  }

  @Test
  void aSlugIsOneAccountsOnly() {
    Visit bob = hub.person("bob");
    refused(
        ErrorCode.ALREADY_EXISTS,
        "'ann-inc' is taken",
        () -> publishing().createAccount(bob, "Ann Inc", null));
  }

  @Test
  void whoHasNoAccountOrSeveralIsAskedForOne() {
    Visit bob = hub.person("bob");
    refused(ErrorCode.BAD_REQUEST, "no developer account", () -> hub.draft(bob, ID, "1.0.0"));
    Account second = publishing().createAccount(ann, "Second", null);
    refused(ErrorCode.BAD_REQUEST, "'accountId' is missing", () -> hub.draft(ann, ID, "1.0.0"));
    AppFields fields =
        new AppFields(
            "App", "1.0.0", null, null, null, null, null, second.id(), null, null, null);
    assertThat(publishing().create(ann, fields).account()).isEqualTo(second.id());
    refused(
        ErrorCode.BAD_REQUEST,
        "no developer account",
        () ->
            publishing()
                .create(
                    bob,
                    new AppFields(
                        "App", "1.0.0", null, null, null, null, null, null, null, null, null)));
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, version", "latest, version", "'', version", "1.0.0/.., version",
  })
  void aVersionIsSemantic(String version, String words) {
    refused(
        ErrorCode.BAD_REQUEST,
        words,
        () -> publishing().create(ann, AppFields.named("App", version)));
  }

  @Test
  void whatIsSentIsMergedAndTheRestStays() {
    StoreApp app = hub.draft(ann, ID, "1.0.0");
    StoreApp changed =
        publishing()
            .update(
                ann,
                app.id(),
                new AppFields(
                    null, null, "adds", null, "maths", "private", null, null, null, null, null));
    assertThat(changed.listing().description()).isEqualTo("adds");
    assertThat(changed.listing().name()).isEqualTo(app.listing().name());
    assertThat(changed.work()).isEqualTo(app.work());
    refused(
        ErrorCode.BAD_REQUEST,
        "visibility",
        () ->
            publishing()
                .update(
                    ann,
                    app.id(),
                    new AppFields(
                        null, null, null, null, null, "secret", null, null, null, null, null)));
    assertThat(publishing().find(ann, app.id())).isEqualTo(changed);
  }

  @Test
  void anothersAppIsNotThere() {
    Visit bob = hub.publisher("bob");
    StoreApp app = hub.submitted(ann, ID, "1.0.0");
    refused(ErrorCode.NOT_FOUND, "no app", () -> publishing().find(bob, app.id()));
    refused(ErrorCode.NOT_FOUND, "no app", () -> publishing().submit(bob, app.id(), null));
    refused(ErrorCode.NOT_FOUND, "no app", () -> publishing().upload(bob, app.id()));
    refused(ErrorCode.FORBIDDEN, "owner", () -> hub.store.review().approve(bob, app.id()));
    refused(ErrorCode.FORBIDDEN, "owner", () -> hub.store.review().approve(ann, app.id()));
    refused(ErrorCode.FORBIDDEN, "owner", () -> hub.store.review().waiting(ann));
    refused(ErrorCode.FORBIDDEN, "owner", () -> hub.store.review().rotateKey(ann, true));
    assertThat(publishing().mine(bob)).isEmpty();
    assertThat(publishing().mine(ann)).extracting(StoreApp::id).containsExactly(app.id());
  }

  // ---- programs

  @ParameterizedTest
  @CsvSource({
    "windows-amd64, '7f454c4602010100', 'the program is ELF, but windows-amd64 needs PE'",
    "macos-arm64, '7f454c4602010100', 'the program is ELF, but darwin-arm64 needs MACH_O'",
    "linux-amd64, '4d5a000000000000', 'the program is PE, but linux-amd64 needs ELF'",
    "linux-amd64, '23212f62696e2f73', 'binary is a script (shebang #! detected)'",
    "linux-amd64, 'cafebabe00000041', 'native'",
    "linux-riscv, '7f454c4602010100', 'must be one of darwin-arm64'",
  })
  void aProgramFitsItsPlatform(String platform, String hex, String words) {
    StoreApp app = hub.draft(ann, ID, "1.0.0");
    refused(
        ErrorCode.BAD_REQUEST,
        words,
        () -> hub.upload(ann, app, platform, HexFormat.of().parseHex(hex)));
  }

  @Test
  void anUploadReplacesTheOneForThePlatform() {
    StoreApp app = hub.draft(ann, ID, "1.0.0");
    Binary first = hub.upload(ann, app, "linux-amd64", ELF);
    Binary second = hub.upload(ann, app, "linux-amd64", StoreHub.elf("2"));
    Binary other = hub.upload(ann, app, "windows-amd64", StoreHub.PE);
    assertThat(publishing().find(ann, app.id()).work().binaries())
        .containsExactly(second, other)
        .doesNotContain(first);
    assertThat(hub.broker.blobHolders().isKept(first.sha256())).isFalse();
    assertThat(hub.broker.blobHolders().isKept(second.sha256())).isTrue();
    publishing().remove(ann, app.id(), other.id());
    assertThat(publishing().find(ann, app.id()).work().binaries()).containsExactly(second);
    assertThat(hub.broker.blobHolders().isKept(other.sha256())).isFalse();
  }

  @Test
  void whatIsUnderReviewOrPublishedIsLeftAsItIs() {
    StoreApp app = hub.submitted(ann, ID, "1.0.0");
    refused(ErrorCode.CONFLICT, "under review", () -> hub.upload(ann, app, "linux-amd64", ELF));
    refused(
        ErrorCode.CONFLICT,
        "under review",
        () -> publishing().update(ann, app.id(), AppFields.named("Other", "1.0.0")));
    refused(ErrorCode.CONFLICT, "pending_review", () -> publishing().submit(ann, app.id(), null));
    StoreApp _ = hub.store.review().approve(OWNER, app.id());
    refused(ErrorCode.CONFLICT, "is published", () -> hub.upload(ann, app, "linux-amd64", ELF));
    refused(ErrorCode.CONFLICT, "published", () -> publishing().submit(ann, app.id(), null));
  }

  // ---- handing in

  @Test
  void onlyWhatIsCompleteIsHandedIn() {
    StoreApp bare = publishing().create(ann, AppFields.named("Bare", "1.0.0"));
    refused(ErrorCode.BAD_REQUEST, "binary", () -> publishing().submit(ann, bare.id(), null));
    Binary _ = hub.upload(ann, bare, "linux-amd64", ELF);
    refused(ErrorCode.BAD_REQUEST, "manifest", () -> publishing().submit(ann, bare.id(), null));
    StoreApp _ = files(bare, StoreHub.manifest(ID, "2.0.0"), null);
    refused(ErrorCode.BAD_REQUEST, "SKILL.md", () -> publishing().submit(ann, bare.id(), null));
    StoreApp _ = files(bare, null, "# Use");
    refused(
        ErrorCode.BAD_REQUEST,
        "version is '2.0.0', but the app's is '1.0.0'",
        () -> publishing().submit(ann, bare.id(), null));
    StoreApp _ = files(bare, StoreHub.manifest("Calculator", "1.0.0"), null);
    refused(
        ErrorCode.BAD_REQUEST,
        "reverse domain",
        () -> publishing().submit(ann, bare.id(), null));
    StoreApp _ = files(bare, StoreHub.manifest(ID, "1.0.0"), null);
    refused(
        ErrorCode.BAD_REQUEST,
        "not of '9.9.9'",
        () -> publishing().submit(ann, bare.id(), "9.9.9"));
    assertThat(publishing().submit(ann, bare.id(), "1.0.0").status())
        .isEqualTo(Status.PENDING_REVIEW);
  }

  private StoreApp files(StoreApp app, byte[] manifest, String skill) {
    return publishing()
        .update(
            ann,
            app.id(),
            new AppFields(
                null, null, null, null, null, null, null, null, null, manifest, skill));
  }

  @Test
  void aManifestThatBreaksARuleIsNotTaken() {
    StoreApp app = publishing().create(ann, AppFields.named("Bare", "1.0.0"));
    refused(
        ErrorCode.BAD_REQUEST,
        "provides",
        () -> files(app, "{\"id\":\"a.b\",\"name\":\"x\",\"version\":\"1.0.0\"}".getBytes(UTF_8), null));
  }

  @Test
  void anIdIsOneAppsOnly() {
    StoreApp _ = hub.submitted(ann, ID, "1.0.0");
    Visit bob = hub.publisher("bob");
    StoreApp other = hub.draft(bob, ID, "1.0.0");
    Binary _ = hub.upload(bob, other, "linux-amd64", ELF);
    refused(
        ErrorCode.CONFLICT,
        "is another app's",
        () -> publishing().submit(bob, other.id(), null));
    assertThat(status(other)).isEqualTo(Status.DRAFT);
  }

  @Test
  void whatIsOnTheListOfDeniedProgramsIsRejectedByTheScan() throws IOException {
    StoreApp app = hub.draft(ann, ID, "1.0.0");
    Binary binary = hub.upload(ann, app, "linux-amd64", ELF);
    Files.createDirectories(folder.resolve("app-store"));
    Files.writeString(folder.resolve("app-store/denied-sha256"), binary.sha256() + "\n");
    StoreApp scanned = publishing().submit(ann, app.id(), null);
    assertThat(scanned.status()).isEqualTo(Status.DRAFT);
    assertThat(scanned.rejectionReason()).contains("linux-amd64").contains("does not take");
    assertThat(scanned.verdicts()).extracting(Verdict::outcome).containsExactly("rejected");
  }

  // ---- review

  @Test
  void whatIsRejectedGoesBackWithTheReasonAndMayBeHandedInAgain() {
    StoreApp app = hub.submitted(ann, ID, "1.0.0");
    assertThat(hub.store.review().waiting(OWNER)).extracting(StoreApp::id).contains(app.id());
    refused(
        ErrorCode.BAD_REQUEST, "'reason'", () -> hub.store.review().reject(OWNER, app.id(), " "));
    StoreApp rejected = hub.store.review().reject(OWNER, app.id(), "no icon");
    assertThat(rejected.status()).isEqualTo(Status.DRAFT);
    assertThat(rejected.rejectionReason()).isEqualTo("no icon");
    refused(
        ErrorCode.CONFLICT, "draft", () -> hub.store.review().reject(OWNER, app.id(), "again"));
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
      assertThat(out.resolve("manifest.json"))
          .hasBinaryContent(StoreHub.manifest(ID, "1.0.0"));
      Signatures.in(out)
          .verify(key, StoreHub.manifest(ID, "1.0.0"), out.resolve("binary"));
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
    assertThat(PosixFilePermissions.toString(
            Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Files.setPosixFilePermissions(
        file, PosixFilePermissions.fromString("rw-r--r--"));
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
        ErrorCode.CONFLICT,
        "lies at another hub",
        () -> other.review().approve(OWNER, next.id()));
    assertThat(hub.store.review().approve(OWNER, next.id()).status())
        .isEqualTo(Status.PUBLISHED);
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

  private static AppFields version(String version) {
    return new AppFields(
        null, version, null, null, null, null, null, null, null, null, null);
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
    Signatures.in(out).verify(keys.current(), StoreHub.manifest(ID, "1.0.0"), out.resolve("binary"));

    String third = hub.store.review().rotateKey(OWNER, false);
    keys = StoreKeys.parse(catalogue().signingKey());
    assertThat(keys.current().id()).isEqualTo(third);
    assertThat(keys.earlier()).isEmpty();
  }

  // ---- looking and taking

  @Test
  void aPrivateAppIsThereForItsOwnerAlone() {
    Visit bob = hub.publisher("bob");
    AgentId annsBot = hub.bot(ann, "ann-bot");
    AgentId bobsBot = hub.bot(bob, "bob-bot");
    StoreApp app = hub.published(ann, ID);
    StoreApp _ =
        publishing()
            .update(
                ann,
                app.id(),
                new AppFields(
                    null, null, null, null, null, "private", null, null, null, null, null));
    assertThat(catalogue().list(ann.who(), null, null, 1, 10).total()).isEqualTo(1);
    assertThat(catalogue().list(bob.who(), null, null, 1, 10).total()).isZero();
    assertThat(catalogue().list(null, null, null, 1, 10).total()).isZero();
    refused(ErrorCode.NOT_FOUND, "no app", () -> catalogue().find(bob.who(), ID));
    refused(ErrorCode.NOT_FOUND, "no app", () -> catalogue().download(null, ID, null, null));
    refused(ErrorCode.NOT_FOUND, "no app", () -> catalogue().install(bob.who(), ID, bobsBot));
    assertThat(catalogue().install(ann.who(), ID, annsBot).item().installs()).isEqualTo(1);
  }

  @Test
  void theListIsSearchedAndPaged() {
    for (int i = 1; i <= 5; i++) {
      StoreApp _ = hub.published(ann, "com.example.app" + i);
    }
    StoreApp _ = hub.submitted(ann, "com.example.waiting", "1.0.0");
    Catalogue.Page page = catalogue().list(null, "EXAMPLE app", null, 2, 2);
    assertThat(page.total()).isEqualTo(5);
    assertThat(page.items())
        .extracting(item -> item.app().manifestId())
        .containsExactly("com.example.app3", "com.example.app4");
    assertThat(catalogue().list(null, "app3", null, 1, 10).total()).isEqualTo(1);
    assertThat(catalogue().list(null, "nothing", null, 1, 10).total()).isZero();
    assertThat(catalogue().list(null, null, "maths", 1, 10).total()).isZero();
    assertThat(catalogue().list(null, null, null, Integer.MAX_VALUE, 100).items()).isEmpty();
  }

  @Test
  void installingTwiceIsOneInstallation() {
    StoreApp app = hub.published(ann, ID);
    Visit bob = hub.person("bob");
    AgentId bot = hub.bot(bob, "bot");
    Catalogue.Installed once = catalogue().install(bob.who(), app.slug(), bot);
    Catalogue.Installed twice = catalogue().install(bob.who(), app.id(), bot);
    assertThat(twice.installation()).isEqualTo(once.installation());
    assertThat(twice.item().installs()).isEqualTo(1);
    assertThat(twice.item().installed()).isTrue();
    assertThat(catalogue().find(ann.who(), ID).installed()).isFalse();
    StoreApp _ = hub.next(ann, app, "1.1.0");
    assertThat(catalogue().install(bob.who(), ID, bot).updateAvailable()).isTrue();
    catalogue().uninstall(ID, bot);
    assertThat(catalogue().find(bob.who(), ID).installs()).isZero();
    assertThat(catalogue().find(bob.who(), ID).installed()).isFalse();
    refused(
        ErrorCode.NOT_FOUND, "has not installed", () -> { catalogue().uninstall(ID, bot); return 0; });
  }

  // ---- news

  private List<String> told(String bot) {
    hub.store.deliver();
    return hub.told.stream()
        .filter(each -> each.bot().equals(bot))
        .map(each -> each.content().replaceAll(".*\"type\":\"(\\w+)\".*", "$1"))
        .toList();
  }

  @Test
  void botsAreToldOfWhatHappensToWhatTheyHave() {
    StoreApp app = hub.published(ann, ID);
    AgentId one = hub.bot(ann, "one");
    AgentId two = hub.bot(ann, "two");
    Catalogue.Installed _ = catalogue().install(ann.who(), ID, one);
    StoreApp _ = hub.next(ann, app, "1.1.0");
    hub.store.deliver();
    Catalogue.Installed _ = catalogue().install(ann.who(), ID, two);
    StoreApp _ = hub.store.review().revoke(OWNER, app.id(), "it steals");
    assertThat(told("one")).containsExactly("app_installed", "app_updated", "app_revoked");
    assertThat(told("two")).containsExactly("app_installed", "app_revoked");
    assertThat(hub.told.getFirst().content())
        .contains("\"appId\":\"" + ID + "\"", "\"app_id\":\"" + ID + "\"")
        .contains("\"storeId\":\"" + app.id() + "\"", "\"version\":\"1.0.0\"", "linux-amd64")
        .contains(
            "\"downloadUrl\":\"https://store.example/api/v1/apps/"
                + app.id()
                + "/download?version=1.0.0\"");
  }

  @Test
  void whoCannotBeToldNowIsToldLaterAndNobodyTwice() {
    StoreApp app = hub.published(ann, ID);
    AgentId one = hub.bot(ann, "one");
    AgentId two = hub.bot(ann, "two");
    Catalogue.Installed _ = catalogue().install(ann.who(), ID, one);
    Catalogue.Installed _ = catalogue().install(ann.who(), ID, two);
    hub.store.deliver();
    hub.full.add("one");
    StoreApp _ = hub.store.review().revoke(OWNER, app.id(), "it steals");
    assertThat(told("one")).containsExactly("app_installed");
    assertThat(told("two")).containsExactly("app_installed", "app_revoked");
    hub.full.clear();
    assertThat(told("one")).containsExactly("app_installed", "app_revoked");
    assertThat(told("two")).containsExactly("app_installed", "app_revoked");
  }

  @Test
  void whoTakesNothingForADayIsGivenUp() {
    StoreApp _ = hub.published(ann, ID);
    AgentId one = hub.bot(ann, "one");
    hub.full.add("one");
    Catalogue.Installed _ = catalogue().install(ann.who(), ID, one);
    assertThat(told("one")).isEmpty();
    hub.time.advance(Duration.ofDays(1).plusSeconds(1));
    hub.store.deliver();
    hub.full.clear();
    assertThat(told("one")).isEmpty();
  }

  @Test
  void allOfItIsThereAfterARestartAndWhatWasNotToldIsTold() {
    StoreApp app = hub.published(ann, ID);
    AgentId one = hub.bot(ann, "one");
    Catalogue.Installed _ = catalogue().install(ann.who(), ID, one);
    hub.store.deliver();
    hub.full.add("one");
    StoreApp revoked = hub.store.review().revoke(OWNER, app.id(), "it steals");
    hub.store.deliver();
    hub = hub.restarted();
    assertThat(publishing().find(OWNER, app.id())).isEqualTo(revoked);
    assertThat(told("one")).containsExactly("app_revoked");
  }

  // ---- revoking

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
        ErrorCode.CONFLICT,
        "not published",
        () -> hub.store.review().revoke(OWNER, app.id(), "x"));
    refused(ErrorCode.NOT_FOUND, "signed nothing", () -> catalogue().signingKey());
  }

  @Test
  void ofManyReleasesTheNewestAreKept() {
    StoreApp app = hub.published(ann, ID);
    String first = publishing().find(ann, app.id()).releases().getFirst().parcels().getFirst().sha256();
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
