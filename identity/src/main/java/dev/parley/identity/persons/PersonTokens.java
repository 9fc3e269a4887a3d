package dev.parley.identity.persons;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.jwt.AccessTokens;
import dev.parley.identity.jwt.Stamp;
import dev.parley.identity.jwt.Verified;
import dev.parley.identity.refresh.RefreshTokens;
import dev.parley.identity.refresh.Session;
import dev.parley.identity.refresh.Terms;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of persons: opened with a password, kept open with refresh tokens. An access token
 * is good only while its session is open and its person has an account, so that a logout does not
 * wait until the token expires. Any thread; never blocks.
 */
public final class PersonTokens {
  private final Persons persons;
  private final AccessTokens accessTokens;
  private final RefreshTokens refreshTokens;

  public PersonTokens(Persons persons, AccessTokens accessTokens, RefreshTokens refreshTokens) {
    this.persons = persons;
    this.accessTokens = accessTokens;
    this.refreshTokens = refreshTokens;
  }

  /** Opens a session for who has just logged in. */
  public CompletableFuture<Grant> open(Person person) {
    return refreshTokens.open(person.id()).thenCompose(opened -> granted(person, opened));
  }

  /**
   * @throws Refused in the future, when the token is not good, or its person is gone
   */
  public CompletableFuture<Grant> refresh(String refreshToken) {
    return refreshTokens
        .rotate(refreshToken)
        .thenCompose(
            opened -> {
              Person person = persons.find(opened.person()).orElse(null);
              return person == null
                  ? refreshTokens
                      .close(opened.session())
                      .thenCompose(_ -> CompletableFuture.failedFuture(gone()))
                  : granted(person, opened);
            });
  }

  private CompletableFuture<Grant> granted(Person person, RefreshTokens.Opened opened) {
    return accessTokens
        .issue(person.id(), opened.session())
        .thenApply(token -> new Grant(person, token, opened.secret()));
  }

  /** An access token for a program that was let in. */
  public CompletableFuture<String> issue(RefreshTokens.Opened opened, Terms terms) {
    return accessTokens.issue(
        opened.person(),
        opened.session(),
        new Stamp(terms.issuer(), terms.resource()),
        Map.of("client_id", terms.client(), "scope", terms.scope()));
  }

  /** Who holds this access token, if it opens doors. */
  public Optional<Person> holder(String accessToken) {
    return session(accessToken).flatMap(session -> persons.find(session.person()));
  }

  /** The session of this access token, if both are good. */
  public Optional<Session> session(String accessToken) {
    return accessTokens.verify(accessToken, this::stamp) instanceof Verified.Good good
        ? refreshTokens
            .find(good.session())
            .filter(session -> session.person().equals(good.subject()))
        : Optional.empty();
  }

  /** Tokens of programs say where and for what they were made; those of persons all the same. */
  private @Nullable Stamp stamp(String session) {
    return refreshTokens
        .find(session)
        .map(Session::terms)
        .map(terms -> new Stamp(terms.issuer(), terms.resource()))
        .orElse(null);
  }

  /** Ends the session of this access token; completes with whether there was one. */
  public CompletableFuture<Boolean> close(String accessToken) {
    return session(accessToken)
        .map(session -> refreshTokens.close(session.id()))
        .orElseGet(() -> CompletableFuture.completedFuture(false));
  }

  private static Refused gone() {
    return new Refused(ErrorCode.UNAUTHORIZED, "there is no such account any more");
  }
}
