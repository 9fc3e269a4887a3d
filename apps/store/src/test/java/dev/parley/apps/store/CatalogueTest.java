package dev.parley.apps.store;

import static dev.parley.apps.store.StoreHub.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.identity.Visit;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is found in the store, taken from it, and heard of it. */
class CatalogueTest extends StoreFixture {
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
        ErrorCode.NOT_FOUND,
        "has not installed",
        () -> {
          catalogue().uninstall(ID, bot);
          return 0;
        });
  }

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
}
