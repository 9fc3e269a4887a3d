package dev.parley.apps.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.apps.host.AppFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is launched, and what the store has to say about it. */
class StoreGateTest extends InstallFixture {

  @Test
  void aChangedProgramIsNotLaunchedAgain() throws Exception {
    installed("1.0.0");
    Files.writeString(app().resolve("binary"), "\u007fELF changed");
    refused("not the one that was signed", () -> apps.launch(ID));
  }

  @Test
  void whatWasVerifiedBeforeIsLaunchedWhileTheStoreIsSilent() throws Exception {
    installed("1.0.0");
    store.silent = true;
    time.advance(Duration.ofDays(2));
    assertThat(new StoreGate(trust).check(folder(), folder().manifest()))
        .singleElement()
        .asString()
        .contains("does not answer", "verified with the key of before");
    Files.writeString(app().resolve("binary"), "\u007fELF changed");
    refused("not the one", () -> new StoreGate(trust).check(folder(), folder().manifest()));
  }

  private AppFolder folder() {
    return new AppFolder(app());
  }

  @Test
  void whatTheStoreGaveAndNobodyVerifiedIsNotLaunchedWhileItIsSilent() throws Exception {
    installed("1.0.0");
    store.silent = true;
    time.advance(Duration.ofDays(2));
    new Origin("fake", "store-" + ID, null, 0).write(app());
    refused("was never verified", () -> new StoreGate(trust).check(folder(), folder().manifest()));
    new Origin(null, null, null, 0).write(app());
    assertThat(new StoreGate(trust).check(folder(), folder().manifest()))
        .singleElement()
        .asString()
        .contains("nobody has verified");
    Files.writeString(app().resolve(Origin.FILE), "damaged");
    refused("was never verified", () -> new StoreGate(trust).check(folder(), folder().manifest()));
  }

  @Test
  void whatIsOnlyLinkedIsItsOwnersBusiness() throws Exception {
    Path mine = root.resolve("mine");
    Files.createDirectory(mine);
    Files.writeString(
        mine.resolve("manifest.json"),
        "{\"id\":\"" + ID + "\",\"name\":\"A\",\"version\":\"1.0.0\",\"provides\":[\"tool:a\"]}");
    Files.createSymbolicLink(app(), mine);
    assertThat(new StoreGate(trust).check(folder(), folder().manifest())).isEmpty();
  }

  @Test
  void withoutSignaturesNothingOfAStoreIsLaunched() throws Exception {
    installed("1.0.0");
    Files.delete(app().resolve("signatures.json"));
    refused("there is no signatures.json", () -> apps.launch(ID));
  }
}
