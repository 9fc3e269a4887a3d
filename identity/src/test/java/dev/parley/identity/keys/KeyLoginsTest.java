package dev.parley.identity.keys;

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
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.RateLimits;
import dev.parley.testkit.signature.SignatureVector;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeyLoginsTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final Visit OWNER = new Visit(new Principal.Owner(), Door.REST, "10.0.0.1");
  private static final String HUB = "127.0.0.1:3000";
  private static final String FROM = "10.0.0.9";

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_618_884_473_000L);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final Identity identity = Identity.of(broker, "owner's", RateLimits.none(), time);
  private final KeyLogins logins = identity.keyLogins();
  private final KeyHolder holder = KeyHolder.ed25519();

  @BeforeEach
  void ada() {
    broker.participants().createAgent(ADA, null, null, null, null).join();
    identity.keys().add(OWNER, ADA, holder.offer("laptop")).join();
  }

  @AfterEach
  void close() {
    identity.close();
    broker.close();
    store.close();
  }

  private static String signed(KeyHolder by, LoginChallenge challenge) {
    byte[] signature = by.sign(challenge.text(), SignatureAlgorithm.usual(by.material().kind()));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
  }

  private void assertDenied(LoginChallenge challenge, String signature) {
    assertThatThrownBy(() -> logins.answered(challenge, signature, FROM))
        .satisfies(e -> assertThat(Refused.of(e).code()).isEqualTo(ErrorCode.UNAUTHORIZED));
  }

  @Test
  void theTextThatIsSignedIsTheOneOfTheProtocol() {
    SignatureVector.Login vector = SignatureVector.login();
    LoginChallenge challenge =
        new LoginChallenge(
            new AgentId(vector.agentId()),
            vector.keyId(),
            vector.hub(),
            vector.nonce(),
            vector.expiresAt());
    assertThat(new String(challenge.text(), StandardCharsets.UTF_8)).isEqualTo(vector.text());
    assertThat(
            SignatureAlgorithm.ED25519.verifies(
                VerifyingKey.ofPem(vector.publicKey()),
                challenge.text(),
                Base64.getUrlDecoder().decode(vector.signature())))
        .isTrue();
  }

  @Test
  void whoeverHoldsTheKeyIsLetIn() {
    LoginChallenge challenge = logins.challenge(ADA, "laptop", HUB);
    assertThat(logins.answered(challenge, signed(holder, challenge), FROM).agent()).isEqualTo(ADA);
  }

  @Test
  void anRsaKeyAnswersWithPss() {
    KeyHolder rsa = KeyHolder.rsa();
    identity.keys().add(OWNER, ADA, rsa.offer("server")).join();
    LoginChallenge challenge = logins.challenge(ADA, "server", HUB);
    assertThat(logins.answered(challenge, signed(rsa, challenge), FROM).keyId())
        .isEqualTo("server");
    byte[] other = rsa.sign(challenge.text(), SignatureAlgorithm.RSA_V1_5_SHA256);
    assertDenied(challenge, Base64.getUrlEncoder().encodeToString(other));
  }

  @Test
  void noTwoChallengesAreTheSame() {
    assertThat(logins.challenge(ADA, "laptop", HUB).nonce())
        .isNotEqualTo(logins.challenge(ADA, "laptop", HUB).nonce());
  }

  @Test
  void theAnswerToAnotherChallengeIsWrong() {
    LoginChallenge first = logins.challenge(ADA, "laptop", HUB);
    LoginChallenge second = logins.challenge(ADA, "laptop", HUB);
    assertDenied(second, signed(holder, first));
  }

  @Test
  void theAnswerToAHubInBetweenIsWrong() {
    LoginChallenge asked = logins.challenge(ADA, "laptop", HUB);
    LoginChallenge relayed =
        new LoginChallenge(ADA, "laptop", "evil.example", asked.nonce(), asked.expiresAt());
    assertDenied(asked, signed(holder, relayed));
  }

  @Test
  void anAnswerThatComesTooLateIsRefused() {
    LoginChallenge challenge = logins.challenge(ADA, "laptop", HUB);
    time.advance(KeyLogins.LIFETIME);
    assertDenied(challenge, signed(holder, challenge));
  }

  @Test
  void aKeyThatWasWithdrawnMeanwhileIsRefused() {
    LoginChallenge challenge = logins.challenge(ADA, "laptop", HUB);
    identity.keys().remove(OWNER, ADA, "laptop").join();
    assertDenied(challenge, signed(holder, challenge));
  }

  @Test
  void anUnknownAgentIsChallengedLikeAnyAndRefusedInTheSameWords() {
    LoginChallenge challenge = logins.challenge(new AgentId("nobody"), "laptop", HUB);
    LoginChallenge known = logins.challenge(ADA, "laptop", HUB);
    KeyHolder other = KeyHolder.ed25519();
    assertThatThrownBy(() -> logins.answered(challenge, signed(other, challenge), FROM))
        .hasMessage("wrong agent, key or signature");
    assertThatThrownBy(() -> logins.answered(known, signed(other, known), FROM))
        .hasMessage("wrong agent, key or signature");
  }

  @Test
  void wrongAnswersAreCountedLikeWrongTokens() {
    LoginChallenge challenge = logins.challenge(ADA, "laptop", HUB);
    for (int i = 0; i < 10; i++) {
      assertDenied(challenge, "AAAA");
    }
    assertThatThrownBy(() -> logins.answered(challenge, "AAAA", FROM))
        .satisfies(e -> assertThat(Refused.of(e).code()).isEqualTo(ErrorCode.RATE_LIMITED))
        .satisfies(e -> assertThat(Refused.of(e).retryAfter()).hasMinutes(1));
    assertThat(logins.answered(challenge, signed(holder, challenge), FROM).agent()).isEqualTo(ADA);
  }
}
