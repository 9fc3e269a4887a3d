package dev.parley.identity.oauth;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import dev.parley.identity.jwt.Tickets;
import dev.parley.identity.persons.Person;
import dev.parley.identity.persons.PersonAccess;
import dev.parley.identity.refresh.RefreshTokens.Opened;
import dev.parley.identity.refresh.Session;
import dev.parley.identity.refresh.Terms;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets programs in for those who agree: a person, as one of the person's agents, or the hub's
 * owner, as one of the hub's. What a program gets is a session like any other, with terms. Any
 * thread; never blocks.
 */
public final class AuthorizationServer {
  private final Broker broker;
  private final Timekeeper time;
  private final PersonAccess persons;
  private final AuditLog audit;
  private final Clients clients;
  private final Codes codes;
  private final Tickets tickets;

  public AuthorizationServer(Broker broker, Timekeeper time, PersonAccess persons, AuditLog audit) {
    this.broker = broker;
    this.time = time;
    this.persons = persons;
    this.audit = audit;
    this.clients = new Clients(broker.records(), broker.transactions(), time, System::nanoTime);
    this.codes = new Codes(broker.records(), broker.transactions(), time, persons.sessions());
    this.tickets = new Tickets(persons.keys(), time);
    persons
        .sessions()
        .onReuse(
            person -> {
              var _ = audit.add(name(person), "session.reuse", "", "unauthorized", "");
            });
  }

  /** A program makes itself known. */
  public CompletableFuture<Client> register(
      @Nullable String name, List<String> redirectUris, String address) {
    return clients
        .register(name, redirectUris, address)
        .thenApply(
            client -> {
              var _ = audit.add(address, "oauth.register", client.id(), "ok", "rest");
              return client;
            });
  }

  public CompletableFuture<Optional<Client>> client(String id) {
    return sought(() -> clients.find(id));
  }

  /** What is not known here may have been made at another hub just now. */
  private <T> CompletableFuture<Optional<T>> sought(Supplier<Optional<T>> look) {
    Optional<T> found = look.get();
    return found.isPresent() || !broker.isShared()
        ? CompletableFuture.completedFuture(found)
        : broker.caughtUp().thenApply(_ -> look.get());
  }

  /**
   * What this request asks for.
   *
   * @param redirectUri one of the client's
   * @throws OAuthError when something is wrong with it
   */
  public Asked asked(
      Client client, RedirectUri redirectUri, Map<String, String> parameters, String issuer) {
    return Asked.of(client, redirectUri, parameters, issuer);
  }

  // ---- somebody agrees

  /**
   * Who has signed in for one request.
   *
   * @param id or {@link PersonAccess#HUB_OWNER}
   */
  public record Signer(UUID id) {
    public boolean isHubOwner() {
      return id.equals(PersonAccess.HUB_OWNER);
    }
  }

  /** A note for the browser of who has signed in, good for what it is bound to. */
  public CompletableFuture<String> ticket(Signer signer, String binding) {
    return tickets.issue(signer.id, bound(signer.id, binding));
  }

  /** A new password ends what was signed in with the old one. */
  private String bound(UUID id, String binding) {
    String credential =
        persons
            .find(id)
            .map(Person::agent)
            .flatMap(self -> persons.credential(id, self))
            .orElse("");
    return binding + "\n" + credential;
  }

  public CompletableFuture<Optional<Signer>> signer(String ticket, String binding) {
    return sought(
        () ->
            tickets
                .subject(ticket, id -> bound(id, binding))
                .filter(id -> id.equals(PersonAccess.HUB_OWNER) || persons.find(id).isPresent())
                .map(Signer::new));
  }

  /** As what the audit log and pages call this one. */
  public String name(Signer signer) {
    return name(signer.id);
  }

  private String name(UUID id) {
    return persons.find(id).map(person -> person.agent().value()).orElse("owner");
  }

  /** As which agents this one may let a program act, its own first. */
  public List<AgentId> agentsOf(Signer signer, int limit) {
    return persons.agentsOf(signer.id, limit);
  }

  /**
   * Completes with a code for the program.
   *
   * @throws Refused when that is no agent of this one's
   */
  public CompletableFuture<String> approve(
      Signer signer, AgentId agent, Asked asked, String address) {
    Visit by = visit(signer, address);
    String subject = asked.client().id() + " as " + agent;
    String credential = persons.credential(signer.id, agent).orElse(null);
    if (credential == null) {
      Refused refused =
          new Refused(ErrorCode.FORBIDDEN, "'" + agent + "' is no agent of yours that has a token");
      audit.done(by, "oauth.consent", subject, refused);
      throw refused;
    }
    Client client = asked.client();
    Terms terms =
        new Terms(
            client.id(),
            client.name(),
            agent,
            credential,
            Scope.text(asked.scopes()),
            asked.issuer(),
            asked.resource(),
            asked.audience());
    Code code =
        new Code(
            signer.id,
            terms,
            asked.redirectUri().text(),
            asked.challenge(),
            time.millis() + Codes.LIFETIME.toMillis(),
            "");
    return clients
        .used(client)
        .thenCompose(_ -> codes.issue(code))
        .whenComplete(
            (_, failure) ->
                audit.done(
                    by, "oauth.consent", subject, failure == null ? null : Refused.of(failure)));
  }

  private Visit visit(Signer signer, String address) {
    Principal who =
        persons
            .find(signer.id)
            .<Principal>map(person -> new Principal.AgentPrincipal(person.agent()))
            .orElseGet(Principal.Owner::new);
    return new Visit(who, Door.REST, address);
  }

  // ---- a program gets tokens

  /**
   * @throws OAuthError in the future, when the code is not good
   */
  public CompletableFuture<Tokens> redeem(Exchange shown) {
    return sought(() -> codes.find(shown.code()))
        .thenCompose(
            known -> {
              Code code = known.orElseThrow(AuthorizationServer::badCode);
              requireResource(shown.resource(), code.terms());
              boolean fits = shown.fits(code) && persons.holds(code.person(), code.terms());
              return codes.redeem(shown.code(), code, fits);
            })
        .thenCompose(this::given);
  }

  private CompletableFuture<Tokens> given(Codes.Redeemed redeemed) {
    return switch (redeemed) {
      case Codes.Redeemed.Good(Code code, Opened opened) -> tokens(opened, code.terms());
      case Codes.Redeemed.Bad() -> CompletableFuture.failedFuture(badCode());
      case Codes.Redeemed.Replayed(Code code) -> {
        var _ =
            audit.add(
                name(code.person()), "oauth.replay", code.terms().client(), "unauthorized", "rest");
        yield CompletableFuture.failedFuture(badCode());
      }
    };
  }

  private CompletableFuture<Tokens> tokens(Opened opened, Terms terms) {
    return persons
        .tokens()
        .issue(opened, terms)
        .thenApply(token -> new Tokens(token, opened.secret(), terms.scope()));
  }

  private static OAuthError badCode() {
    return new OAuthError(
        OAuthError.Kind.INVALID_GRANT,
        "this code is not good, or not for this client, redirect_uri and code_verifier");
  }

  private static void requireResource(@Nullable String asked, Terms terms) {
    if (asked != null && !asked.equals(terms.resource())) {
      throw new OAuthError(
          OAuthError.Kind.INVALID_TARGET, "what was agreed on is for " + terms.resource());
    }
  }

  /**
   * @param resource null for what was agreed on
   * @param scope null for what was agreed on; there is never more
   * @throws OAuthError in the future, when the token is not good
   */
  public CompletableFuture<Tokens> refresh(
      String client, String refreshToken, @Nullable String resource, @Nullable String scope) {
    return sought(() -> persons.sessions().withToken(refreshToken))
        .thenCompose(
            found -> {
              Session session = found.orElseThrow(AuthorizationServer::badRefreshToken);
              Terms terms = termsFor(session, client);
              requireResource(resource, terms);
              if (scope != null && !Scope.of(terms.scope()).containsAll(Scope.of(scope))) {
                throw new OAuthError(
                    OAuthError.Kind.INVALID_SCOPE, "what was agreed on is " + terms.scope());
              }
              if (!persons.holds(session.person(), terms)) {
                return persons
                    .sessions()
                    .close(session.id())
                    .thenCompose(_ -> CompletableFuture.failedFuture(badRefreshToken()));
              }
              return persons
                  .sessions()
                  .rotate(refreshToken, client)
                  .thenCompose(opened -> tokens(opened, terms));
            })
        .exceptionallyCompose(
            failure ->
                CompletableFuture.failedFuture(
                    failure.getCause() instanceof Refused refused
                            && refused.code() == ErrorCode.UNAUTHORIZED
                        ? badRefreshToken()
                        : failure));
  }

  private static Terms termsFor(Session session, String client) {
    Terms terms = session.terms();
    if (terms == null || !terms.client().equals(client)) {
      throw badRefreshToken();
    }
    return terms;
  }

  private static OAuthError badRefreshToken() {
    return new OAuthError(
        OAuthError.Kind.INVALID_GRANT, "this refresh token is not good for this client (any more)");
  }

  /** Ends the session of a token, if it is this client's (RFC 7009). */
  public CompletableFuture<Boolean> revoke(String client, String token) {
    return sought(
            () -> persons.tokens().session(token).or(() -> persons.sessions().withToken(token)))
        .thenCompose(
            found ->
                found
                    .filter(
                        session ->
                            session.terms() != null && session.terms().client().equals(client))
                    .map(session -> persons.sessions().close(session.id()))
                    .orElseGet(() -> CompletableFuture.completedFuture(false)));
  }

  // ---- what a token tells

  /**
   * Who has let in whoever holds this token.
   *
   * @throws OAuthError when it is not good, or not for telling that
   */
  public UserInfo userInfo(String accessToken) {
    Session session =
        persons
            .tokens()
            .session(accessToken)
            .filter(found -> found.terms() == null || persons.holds(found.person(), found.terms()))
            .orElseThrow(
                () -> new OAuthError(OAuthError.Kind.INVALID_TOKEN, "this token is not good"));
    Terms terms = session.terms();
    List<Scope> scopes =
        terms == null ? List.of(Scope.values()) : List.copyOf(Scope.of(terms.scope()));
    if (!scopes.contains(Scope.OPENID)) {
      throw new OAuthError(OAuthError.Kind.INSUFFICIENT_SCOPE, "this needs the scope openid");
    }
    Optional<Person> person = persons.find(session.person());
    return new UserInfo(
        session.person(),
        scopes.contains(Scope.PROFILE)
            ? person.map(Person::displayName).orElse("The hub's owner")
            : null,
        scopes.contains(Scope.EMAIL)
            ? person.map(found -> found.email().text()).orElse(null)
            : null);
  }

  /**
   * @param name null when that is not to be told
   * @param email null when that is not to be told, or there is none
   */
  public record UserInfo(UUID subject, @Nullable String name, @Nullable String email) {}
}
