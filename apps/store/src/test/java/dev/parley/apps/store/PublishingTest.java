package dev.parley.apps.store;

import static dev.parley.apps.store.StoreHub.ELF;
import static dev.parley.apps.store.StoreHub.OWNER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.apps.store.StoreApp.Status;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.message.Door;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What publishers may do with what is theirs, and when. */
class PublishingTest extends StoreFixture {
  @Test
  void onlyPersonsAndTheOwnerPublish() {
    AgentId bot = hub.bot(ann, "bot");
    Visit asBot = new Visit(new Principal.AgentPrincipal(bot), Door.REST, "");
    refused(
        ErrorCode.FORBIDDEN, "only persons", () -> hub.store.accounts().create(asBot, "Bot", null));
    assertThat(hub.store.accounts().create(OWNER, "The House", null).slug()).isEqualTo("the-house");
    assertThat(hub.store.accounts().of(ann)).extracting(Account::slug).containsExactly("ann-inc");
  }

  @Test
  void aSlugIsOneAccountsOnly() {
    Visit bob = hub.person("bob");
    refused(
        ErrorCode.ALREADY_EXISTS,
        "'ann-inc' is taken",
        () -> hub.store.accounts().create(bob, "Ann Inc", null));
  }

  @Test
  void whoHasNoAccountOrSeveralIsAskedForOne() {
    Visit bob = hub.person("bob");
    refused(ErrorCode.BAD_REQUEST, "no developer account", () -> hub.draft(bob, ID, "1.0.0"));
    Account second = hub.store.accounts().create(ann, "Second", null);
    refused(ErrorCode.BAD_REQUEST, "'accountId' is missing", () -> hub.draft(ann, ID, "1.0.0"));
    AppFields fields =
        new AppFields("App", "1.0.0", null, null, null, null, null, second.id(), null, null, null);
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
    "1.0, version",
    "latest, version",
    "'', version",
    "1.0.0/.., version",
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
        ErrorCode.BAD_REQUEST, "reverse domain", () -> publishing().submit(ann, bare.id(), null));
    StoreApp _ = files(bare, StoreHub.manifest(ID, "1.0.0"), null);
    refused(
        ErrorCode.BAD_REQUEST,
        "not of '9.9.9'",
        () -> publishing().submit(ann, bare.id(), "9.9.9"));
    assertThat(publishing().submit(ann, bare.id(), "1.0.0").status())
        .isEqualTo(Status.PENDING_REVIEW);
  }

  @Test
  void aManifestThatBreaksARuleIsNotTaken() {
    StoreApp app = publishing().create(ann, AppFields.named("Bare", "1.0.0"));
    refused(
        ErrorCode.BAD_REQUEST,
        "provides",
        () ->
            files(
                app,
                "{\"id\":\"a.b\",\"name\":\"x\",\"version\":\"1.0.0\"}".getBytes(UTF_8),
                null));
  }

  @Test
  void anIdIsOneAppsOnly() {
    StoreApp _ = hub.submitted(ann, ID, "1.0.0");
    Visit bob = hub.publisher("bob");
    StoreApp other = hub.draft(bob, ID, "1.0.0");
    Binary _ = hub.upload(bob, other, "linux-amd64", ELF);
    refused(
        ErrorCode.CONFLICT, "is another app's", () -> publishing().submit(bob, other.id(), null));
    assertThat(status(other)).isEqualTo(Status.DRAFT);
  }

  /** Until it is published; from then on it is what everybody knows it by. */
  @Test
  void anAppMayTakeAnotherIdAndTheOldOneIsFree() {
    StoreApp app = hub.submitted(ann, ID, "1.0.0");
    StoreApp _ = hub.store.review().reject(OWNER, app.id(), "a better id, please");
    StoreApp _ = files(app, StoreHub.manifest("com.example.better", "1.0.0"), null);
    StoreApp _ = publishing().submit(ann, app.id(), null);
    StoreApp _ = hub.store.review().approve(OWNER, app.id());
    refused(ErrorCode.NOT_FOUND, "no app", () -> catalogue().find(null, ID));
    Visit bob = hub.publisher("bob");
    assertThat(hub.published(bob, ID).status()).isEqualTo(Status.PUBLISHED);
    StoreApp _ = publishing().update(ann, app.id(), version("1.1.0"));
    StoreApp _ = files(app, StoreHub.manifest("com.example.third", "1.1.0"), null);
    Binary _ = hub.upload(ann, app, "linux-amd64", ELF);
    refused(
        ErrorCode.BAD_REQUEST,
        "but this app is 'com.example.better'",
        () -> publishing().submit(ann, app.id(), null));
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
}
