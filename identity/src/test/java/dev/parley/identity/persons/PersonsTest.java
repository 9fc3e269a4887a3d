package dev.parley.identity.persons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.password.HashCost;
import dev.parley.identity.password.Passwords;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PersonsTest {
  private static final String PASSWORD = "correct horse battery";
  private static final String HOME = "192.0.2.1";
  private static final String ELSEWHERE = "198.51.100.7";
  private static final Entry OWNER = new Entry.ByOwner(Visit.ofHub());
  private static final Visit AN_AGENT =
      new Visit(new Principal.AgentPrincipal(new AgentId("ada")), Door.HUB, "");

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final Passwords passwords = new Passwords(new HashCost(64, 1, 1), Passwords.Room.DEFAULT);
  private final Persons persons = opened(false);

  private Persons opened(boolean openToAll) {
    return new Persons(broker.records(), broker.transactions(), time, passwords, openToAll);
  }

  @AfterEach
  void close() {
    passwords.close();
    broker.close();
    store.close();
  }

  private Person ada() {
    return persons.register(OWNER, "Ada@Example.org", PASSWORD, agent("ada"), "Ada").join();
  }

  private Person logIn(String password, String address) {
    return persons.logIn("ada@example.org", password, address).join();
  }

  private static void assertRefused(ErrorCode code, Supplier<CompletableFuture<?>> attempt) {
    assertThatThrownBy(() -> attempt.get().join())
        .satisfies(failure -> assertThat(Refused.of(failure).code()).isEqualTo(code));
  }

  @Test
  void aPersonLogsInWithTheAddressHoweverItIsWritten() {
    Person ada = ada();

    assertThat(persons.logIn(" ADA@example.ORG ", PASSWORD, HOME).join()).isEqualTo(ada);
    assertThat(ada.displayName()).isEqualTo("Ada");
    assertThat(persons.find(ada.id())).contains(ada);
  }

  @Test
  void anAddressIsOnePersonsHoweverItIsWrittenAndAtWhateverHub() {
    ada();
    Persons otherHub = opened(false);

    assertRefused(
        ErrorCode.ALREADY_EXISTS,
        () -> otherHub.register(OWNER, "aDA@EXAMPLE.org", PASSWORD, agent("other"), null));
    assertThat(persons.list()).hasSize(1);
  }

  @Test
  void ofTwoWhoTakeTheSameAddressAtTheSameTimeOneGetsIt() {
    CompletableFuture<Person> one =
        persons.register(OWNER, "ada@example.org", PASSWORD, agent("ada"), null);
    CompletableFuture<Person> other =
        opened(false).register(OWNER, "Ada@example.org", PASSWORD, agent("other"), null);

    assertThatThrownBy(() -> CompletableFuture.allOf(one, other).join());
    assertThat(Stream.of(one, other).filter(CompletableFuture::isCompletedExceptionally))
        .hasSize(1);
  }

  @Test
  void aWrongPasswordAndAnUnknownAddressGetTheSameAnswer() {
    ada();

    for (String email : List.of("ada@example.org", "nobody@example.org", "", "x".repeat(100_000))) {
      assertThatThrownBy(() -> persons.logIn(email, "wrong horse battery", HOME).join())
          .hasMessageContaining("the email or the password is wrong");
    }
  }

  @Test
  void aStrangerGetsNoAccountUnlessTheHubIsOpenToAll() {
    assertRefused(
        ErrorCode.UNAUTHORIZED,
        () ->
            persons.register(
                new Entry.Stranger(), "ada@example.org", PASSWORD, agent("ada"), null));

    Person ada =
        opened(true)
            .register(new Entry.Stranger(), "ada@example.org", PASSWORD, agent("ada"), null)
            .join();
    assertThat(ada.displayName()).isEqualTo("ada");
  }

  @Test
  void anInvitationIsGoodOnce() {
    Entry invited = new Entry.Invited(persons.invite(Visit.ofHub()).join().secret());
    persons.register(invited, "ada@example.org", PASSWORD, agent("ada"), null).join();

    assertRefused(
        ErrorCode.UNAUTHORIZED,
        () -> persons.register(invited, "bob@example.org", PASSWORD, agent("bob"), null));
    assertThat(persons.list()).hasSize(1);
  }

  @Test
  void ofTwoWhoComeWithTheSameInvitationOneGetsAnAccount() {
    Entry invited = new Entry.Invited(persons.invite(Visit.ofHub()).join().secret());
    CompletableFuture<Person> one =
        persons.register(invited, "ada@example.org", PASSWORD, agent("ada"), null);
    CompletableFuture<Person> other;
    try {
      other = persons.register(invited, "bob@example.org", PASSWORD, agent("bob"), null);
    } catch (Refused refused) {
      other = CompletableFuture.failedFuture(refused); // the first was quick
    }

    CompletableFuture<?> both = CompletableFuture.allOf(one, other);
    assertThatThrownBy(both::join);
    assertThat(persons.list()).hasSize(1);
  }

  @Test
  void anInvitationThatMadeNoAccountStaysGood() {
    ada();
    Entry invited = new Entry.Invited(persons.invite(Visit.ofHub()).join().secret());
    assertRefused(
        ErrorCode.ALREADY_EXISTS,
        () -> persons.register(invited, "ada@example.org", PASSWORD, agent("ada"), null));

    assertThat(persons.register(invited, "bob@example.org", PASSWORD, agent("bob"), null).join())
        .isNotNull();
  }

  @Test
  void anInvitationEnds() {
    Entry invited = new Entry.Invited(persons.invite(Visit.ofHub()).join().secret());
    time.advance(Invitations.LIFETIME);

    assertRefused(
        ErrorCode.UNAUTHORIZED,
        () -> persons.register(invited, "ada@example.org", PASSWORD, agent("ada"), null));
  }

  @Test
  void agentsNeitherInviteNorMakeNorRemoveAccounts() {
    Person ada = ada();

    assertRefused(ErrorCode.FORBIDDEN, () -> persons.invite(AN_AGENT));
    assertRefused(ErrorCode.FORBIDDEN, () -> persons.remove(AN_AGENT, ada.id()));
    assertRefused(
        ErrorCode.FORBIDDEN,
        () ->
            persons.register(
                new Entry.ByOwner(AN_AGENT), "bob@example.org", PASSWORD, agent("bob"), null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ada",
        "@",
        "ada@",
        "@example.org",
        "a b@example.org",
        "ada@exam ple.org",
        "ada@example.org\nbob@example.org",
        "\u0430da@example.org",
        "ada@@example.org"
      })
  void whatIsNoAddressIsRefused(String email) {
    assertRefused(
        ErrorCode.BAD_REQUEST, () -> persons.register(OWNER, email, PASSWORD, agent("x"), null));
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "Ada\nBob", "Ada\u202egnp", "\u200b"})
  void aNameThatCannotBeSeenIsRefused(String name) {
    assertRefused(
        ErrorCode.BAD_REQUEST,
        () -> persons.register(OWNER, "ada@example.org", PASSWORD, agent("ada"), name));
  }

  @Test
  void anotherPasswordTakesTheOldOne() {
    Person ada = ada();
    assertRefused(
        ErrorCode.UNAUTHORIZED,
        () -> persons.changePassword(ada.id(), "wrong horse battery", "another one", HOME));
    assertRefused(
        ErrorCode.BAD_REQUEST, () -> persons.changePassword(ada.id(), PASSWORD, "short", HOME));
    assertThat(logIn(PASSWORD, HOME)).isEqualTo(ada);

    persons.changePassword(ada.id(), PASSWORD, "a better password", HOME).join();

    assertRefused(ErrorCode.UNAUTHORIZED, () -> persons.logIn("ada@example.org", PASSWORD, HOME));
    assertThat(logIn("a better password", HOME).id()).isEqualTo(ada.id());
  }

  @Test
  void aHashOfAnotherCostIsMadeAnewWhenThePersonLogsIn() {
    String old = ada().passwordHash();
    try (Passwords costlier = new Passwords(new HashCost(128, 2, 1), Passwords.Room.DEFAULT)) {
      Persons later = new Persons(broker.records(), broker.transactions(), time, costlier, false);

      Person now = later.logIn("ada@example.org", PASSWORD, HOME).join();

      assertThat(now.passwordHash()).isNotEqualTo(old).contains("m=128,t=2");
      assertThat(later.logIn("ada@example.org", PASSWORD, HOME).join()).isEqualTo(now);
    }
  }

  @Test
  void anAccountThatIsRemovedLetsNobodyInAndFreesTheAddress() {
    Person ada = ada();
    persons.remove(Visit.ofHub(), ada.id()).join();

    assertRefused(ErrorCode.UNAUTHORIZED, () -> persons.logIn("ada@example.org", PASSWORD, HOME));
    assertRefused(ErrorCode.NOT_FOUND, () -> persons.remove(Visit.ofHub(), ada.id()));
    assertThat(ada().id()).isNotEqualTo(ada.id());
  }

  @Test
  void accountsOutliveARestartAndAreHeardOfAtOtherHubs() {
    Person ada = ada();
    Persons otherHub = opened(false);
    assertThat(otherHub.logIn("ada@example.org", PASSWORD, HOME).join()).isEqualTo(ada);

    // The one that was opened last is told of what other hubs do.
    broker.records().onOtherHub("persons", ada.id().toString(), null);
    assertThat(otherHub.find(ada.id())).isEmpty();
  }

  @Test
  void whoGuessesIsHeldUpAndNotForLong() {
    ada();
    guess(LoginAttempts.PER_ACCOUNT_MAX, ELSEWHERE);

    assertRefused(
        ErrorCode.RATE_LIMITED, () -> persons.logIn("ada@example.org", PASSWORD, ELSEWHERE));
    time.advance(LoginAttempts.WINDOW);
    assertThat(logIn(PASSWORD, ELSEWHERE)).isNotNull();
  }

  @Test
  void whoGuessesElsewhereDoesNotLockThePersonOutWhereItHasLoggedInBefore() {
    Person ada = ada();
    assertThat(logIn(PASSWORD, HOME)).isEqualTo(ada);
    guess(LoginAttempts.PER_ACCOUNT_MAX, ELSEWHERE);
    assertRefused(
        ErrorCode.RATE_LIMITED, () -> persons.logIn("ada@example.org", PASSWORD, "203.0.113.9"));

    assertThat(logIn(PASSWORD, HOME)).isEqualTo(ada);
  }

  @Test
  void whoLogsInRightlyIsNeverHeldUp() {
    ada();

    for (int i = 0; i < 2 * LoginAttempts.PER_PLACE_MAX; i++) {
      assertThat(logIn(PASSWORD, HOME)).isNotNull();
    }
  }

  @Test
  void whoTriesManyAccountsFromOnePlaceIsHeldUp() {
    ada();
    for (int i = 0; i < LoginAttempts.PER_PLACE_MAX; i++) {
      String email = "person" + i + "@example.org";
      assertRefused(ErrorCode.UNAUTHORIZED, () -> persons.logIn(email, PASSWORD, ELSEWHERE));
    }

    assertRefused(
        ErrorCode.RATE_LIMITED, () -> persons.logIn("ada@example.org", PASSWORD, ELSEWHERE));
    assertThat(logIn(PASSWORD, HOME)).isNotNull();
  }

  @Test
  void attemptsAreForgottenInTheEnd() {
    LoginAttempts attempts = new LoginAttempts(time);
    for (int i = 0; i < 2 * LoginAttempts.ENTRIES_MAX; i++) {
      attempts.begin("account" + i, "10.0." + i / 256 + "." + i % 256);
    }

    assertThat(attempts.size()).isLessThanOrEqualTo(LoginAttempts.ENTRIES_MAX);
  }

  @Test
  void passwordsAndCodesAreKeptAsHashesAndPrintNowhere() {
    Person ada = ada();
    String kept =
        new String(
            broker.records().get("persons", ada.id().toString()).orElseThrow(),
            StandardCharsets.UTF_8);

    assertThat(kept).doesNotContain(PASSWORD).contains("$argon2id$");
    assertThat(ada.toString()).doesNotContain("argon2").doesNotContain("@");
    assertThat(new Entry.Invited("secret").toString()).doesNotContain("secret");
    assertThat(UUID.fromString(ada.id().toString())).isEqualTo(ada.id());
  }

  private void guess(int times, String address) {
    for (int i = 0; i < times; i++) {
      String guess = "wrong horse battery " + i;
      assertRefused(ErrorCode.UNAUTHORIZED, () -> persons.logIn("ada@example.org", guess, address));
    }
    time.advance(Duration.ofSeconds(1));
  }

  private static AgentId agent(String name) {
    return new AgentId(name);
  }
}
