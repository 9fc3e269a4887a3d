package dev.parley.identity.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.store.StoreException.Reason;
import dev.parley.identity.Authentication;
import dev.parley.identity.Guesses;
import dev.parley.identity.Principal;
import dev.parley.identity.Token;
import dev.parley.identity.Visit;
import dev.parley.identity.limits.RateLimits;
import dev.parley.testkit.faults.FaultyStore;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectCodesTest {
  private static final String HERE = "192.0.2.1";
  private static final String ELSEWHERE = "198.51.100.7";
  private static final AgentId BOT = new AgentId("7c9e6679-7425-40de-944b-e07fc1f90ae7");
  private static final AgentId OTHER = new AgentId("1b4e28ba-2fa1-41d2-883f-0016d3cca427");
  private static final AgentId ANN = new AgentId("ann");
  private static final AgentId BEN = new AgentId("ben");

  private final MemoryStore memory = new MemoryStore();
  private final FaultyStore store = new FaultyStore(memory);
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private Broker broker;
  private Identity identity;
  private ConnectCodes codes;

  ConnectCodesTest() {
    open();
    for (AgentId person : new AgentId[] {ANN, BEN}) {
      broker.participants().createAgentOf(person, person, null, null, null, null).join();
    }
  }

  private void open() {
    broker = new Broker(store, time, BrokerConfig.DEFAULT);
    identity = Identity.of(broker, Token.generate().hash(), RateLimits.none(), time);
    broker.start();
    codes = new ConnectCodes(broker, identity.accounts(), identity.audit());
  }

  @AfterEach
  void close() {
    identity.close();
    broker.close();
    memory.close();
  }

  private static Visit as(AgentId who) {
    return new Visit(new Principal.AgentPrincipal(who), Door.REST, HERE);
  }

  private String codeOf(AgentId person) {
    return codes.make(as(person)).join().code();
  }

  private CompletableFuture<Accounts.Issued> redeem(String code, AgentId bot, String address) {
    return codes.redeem(code, bot, "Helper", "helps", address);
  }

  private static void assertRefused(ErrorCode code, Supplier<CompletableFuture<?>> attempt) {
    assertThatThrownBy(() -> attempt.get().join())
        .satisfies(failure -> assertThat(Refused.of(failure).code()).isEqualTo(code));
  }

  @Test
  void aCodeInWhateverCaseMakesABotOfWhoeverMadeItWithATokenOfItsOwn() {
    String code = codeOf(ANN);
    assertThat(code).matches("NEBO-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}");

    Accounts.Issued issued = redeem(code.toLowerCase(Locale.ROOT), BOT, HERE).join();

    assertThat(issued.agent().owner()).isEqualTo(ANN);
    assertThat(issued.agent().name()).isEqualTo("Helper");
    assertThat(issued.agent().description()).isEqualTo("helps");
    assertThat(identity.authenticator().authenticate(issued.token().secret(), HERE))
        .isEqualTo(new Authentication.Accepted(new Principal.AgentPrincipal(BOT)));
  }

  @Test
  void aCodeIsGoodOnce() {
    String code = codeOf(ANN);
    redeem(code, BOT, HERE).join();

    assertRefused(ErrorCode.NOT_FOUND, () -> redeem(code, OTHER, HERE));
    assertThat(broker.participants().agent(OTHER)).isEmpty();
  }

  @Test
  void ofManyWhoComeAtOnceOneGetsIn() {
    String code = codeOf(ANN);

    CompletableFuture<Accounts.Issued> first = redeem(code, BOT, HERE);
    CompletableFuture<Accounts.Issued> second = redeem(code, OTHER, ELSEWHERE);

    assertThat(first.handle((_, failure) -> failure == null).join())
        .isNotEqualTo(second.handle((_, failure) -> failure == null).join());
    assertThat(broker.participants().separation().agentsOf(ANN)).hasSize(2);
  }

  @Test
  void aCodeIsOverAfterTenMinutesAndForgottenAfterADay() {
    String code = codeOf(ANN);
    time.advance(Duration.ofMinutes(10));

    assertRefused(ErrorCode.GONE, () -> redeem(code, BOT, HERE));

    time.advance(Duration.ofDays(1));
    codeOf(ANN);
    assertRefused(ErrorCode.NOT_FOUND, () -> redeem(code, BOT, HERE));
    assertThat(broker.participants().agent(BOT)).isEmpty();
  }

  @Test
  void aBotOfAnotherOwnerIsRefusedAndTheCodeStaysGood() {
    redeem(codeOf(BEN), BOT, HERE).join();
    String before = broker.participants().requireAgent(BOT).tokenHash();
    String code = codeOf(ANN);

    assertRefused(ErrorCode.FORBIDDEN, () -> redeem(code, BOT, HERE));
    assertRefused(ErrorCode.FORBIDDEN, () -> redeem(code, BEN, HERE));

    assertThat(broker.participants().requireAgent(BOT).tokenHash()).isEqualTo(before);
    assertThat(redeem(code, OTHER, HERE).join().agent().owner()).isEqualTo(ANN);
  }

  @Test
  void neitherTheOwnersAgentNorAPersonIsTakenOverWithACode() {
    broker.participants().createOwnersAgent("Developer").join();
    String code = codes.make(Visit.ofHub()).join().code();

    assertRefused(ErrorCode.FORBIDDEN, () -> redeem(code, new AgentId("developer"), HERE));
    String own = codeOf(ANN);
    assertRefused(ErrorCode.FORBIDDEN, () -> redeem(own, ANN, HERE));
  }

  @Test
  void aBotThatComesAgainWithACodeOfItsOwnerGetsAnotherToken() {
    String first = redeem(codeOf(ANN), BOT, HERE).join().token().secret();
    String second = redeem(codeOf(ANN), BOT, HERE).join().token().secret();

    assertThat(identity.authenticator().holder(first)).isEmpty();
    assertThat(identity.authenticator().holder(second)).contains(new Principal.AgentPrincipal(BOT));
  }

  @Test
  void whoGuessesIsStoppedAtThatPlaceEvenWithTheRightCode() {
    String code = codeOf(ANN);
    for (int i = 0; i < Guesses.WRONG_MAX; i++) {
      assertRefused(ErrorCode.NOT_FOUND, () -> redeem("NEBO-0000-0000", BOT, HERE));
    }

    assertRefused(ErrorCode.RATE_LIMITED, () -> redeem(code, BOT, HERE));
    assertThat(redeem(code, BOT, ELSEWHERE).join().agent().id()).isEqualTo(BOT);

    time.advance(Duration.ofMinutes(1));
    assertThat(redeem(codeOf(ANN), OTHER, HERE).join().agent().id()).isEqualTo(OTHER);
  }

  @Test
  void aBotMakesNoCodesAndAnOwnerNotTooMany() {
    redeem(codeOf(ANN), BOT, HERE).join();
    assertRefused(ErrorCode.FORBIDDEN, () -> codes.make(as(BOT)));
    for (int i = 0; i < ConnectCodes.PER_OWNER_MAX; i++) {
      codeOf(ANN);
    }

    assertRefused(ErrorCode.OVERLOADED, () -> codes.make(as(ANN)));
    assertThat(codeOf(BEN)).startsWith("NEBO-");
  }

  @Test
  void codesOfAPersonEndWithThePerson() {
    String code = codeOf(ANN);
    broker.participants().deleteAgent(ANN).join();
    time.advance(Duration.ofSeconds(1));
    broker.participants().createAgentOf(ANN, ANN, null, null, null, null).join();

    assertRefused(ErrorCode.NOT_FOUND, () -> redeem(code, BOT, HERE));
  }

  @Test
  void whatDidNotBecomeDurableSpentNothingAndARestartForgetsNothing() {
    String code = codeOf(ANN);
    store.failCommits(Reason.FULL);
    assertThatThrownBy(() -> redeem(code, BOT, HERE).join()).isNotNull();
    store.heal();
    identity.close();
    broker.close();
    open();

    assertThat(broker.participants().agent(BOT)).isEmpty();
    assertThat(redeem(code, BOT, HERE).join().agent().owner()).isEqualTo(ANN);
    assertRefused(ErrorCode.NOT_FOUND, () -> redeem(code, OTHER, HERE));
  }
}
