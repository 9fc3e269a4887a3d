package dev.parley.doors.oauth;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Endpoint;
import dev.parley.doors.http.OwnAddress;
import dev.parley.doors.http.body.BodyReader;
import dev.parley.doors.json.Failures;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.oauth.Asked;
import dev.parley.identity.oauth.AuthorizationServer;
import dev.parley.identity.oauth.AuthorizationServer.Signer;
import dev.parley.identity.oauth.Client;
import dev.parley.identity.oauth.OAuthError;
import dev.parley.identity.oauth.RedirectUri;
import dev.parley.identity.persons.PersonAccess;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * {@code /oauth/authorize}: somebody's browser, sent here by a program. First the page on which one
 * signs in, then the one on which one agrees, both at the address the program has made, which is
 * checked anew each time; then back to the program. The hub remembers nothing in between.
 */
final class AuthorizeEndpoint implements Endpoint {
  private static final int AGENTS_SHOWN_MAX = 200;

  private final Identity identity;
  private final AuthorizationServer oauth;
  private final OwnAddress address;
  private final BodyReader bodies;

  AuthorizeEndpoint(Identity identity, OwnAddress address, BodyReader bodies) {
    this.identity = identity;
    this.oauth = identity.oauth();
    this.address = address;
    this.bodies = bodies;
  }

  @Override
  public void handle(HttpServerRequest request) {
    CompletableFuture<Parameters> form =
        request.method().equals(HttpMethod.POST)
            ? bodies.read(request).thenApply(body -> Parameters.ofBody(request, body))
            : CompletableFuture.completedFuture(new Parameters(Map.of()));
    Answers.whenDone(
        form,
        (fields, failure) -> {
          if (fields == null) {
            fail(request, failure);
          } else {
            checked(request, fields);
          }
        });
  }

  /** Nobody is sent anywhere before it is sure that the address is this client's. */
  private void checked(HttpServerRequest request, Parameters fields) {
    String hub = address.of(request);
    Parameters asked;
    String id;
    String uri;
    try {
      asked = Parameters.ofQuery(request);
      id = asked.require("client_id");
      uri = asked.require("redirect_uri");
    } catch (OAuthError e) {
      fail(request, e);
      return;
    }
    if (hub == null) {
      fail(request, new Refused(ErrorCode.BAD_REQUEST, "the header Host is no address"));
      return;
    }
    Answers.whenDone(
        oauth.client(id),
        (client, failure) -> {
          if (client == null) {
            fail(request, failure);
          } else if (client.isEmpty()) {
            fail(
                request,
                new Refused(
                    ErrorCode.BAD_REQUEST, "this hub does not know the program (any more)"));
          } else if (!client.get().redirectsTo(uri)) {
            fail(
                request,
                new Refused(
                    ErrorCode.BAD_REQUEST,
                    "the program has not registered where it wants you sent"));
          } else {
            open(request, fields, client.get(), new RedirectUri(uri), asked, hub);
          }
        });
  }

  private void open(
      HttpServerRequest request,
      Parameters fields,
      Client client,
      RedirectUri uri,
      Parameters asked,
      String hub) {
    WayBack back = new WayBack(uri, asked.get("state"), hub);
    Asked wanted;
    try {
      wanted = oauth.asked(client, uri, asked.values(), hub);
    } catch (OAuthError error) {
      // A stranger may have registered that address: nobody is sent there who has not chosen to.
      if (uri.isLoopback()) {
        back.refuse(request.response(), error);
      } else {
        Pages.send(request, 400, uri, Pages.turnedAway(error.why(), back.refusing(error), uri));
      }
      return;
    }
    Browser browser = Browser.of(request, hub);
    Step step = new Step(request, fields, wanted, browser, back);
    if (!request.method().equals(HttpMethod.POST)) {
      browser.remember(request.response());
      signIn(step, 200, "", "");
    } else if (browser.isKnown(fields.get("csrf"))) {
      answered(step);
    } else {
      fail(
          request,
          new Refused(
              ErrorCode.FORBIDDEN, "this page was not open here, or too long ago; begin again"));
    }
  }

  /** What somebody in front of one of the pages does. */
  private record Step(
      HttpServerRequest request, Parameters fields, Asked wanted, Browser browser, WayBack back) {
    String field(String name) {
      return Objects.requireNonNullElse(fields.get(name), "");
    }

    void show(int status, String page) {
      Pages.send(request, status, wanted.redirectUri(), page);
    }
  }

  private void answered(Step step) {
    switch (step.field("decision")) {
      case "deny" ->
          step.back.refuse(
              step.request.response(),
              new OAuthError(OAuthError.Kind.ACCESS_DENIED, "this was not agreed to"));
      case "sign-in" -> signedIn(step);
      case "approve" -> agreed(step);
      default -> fail(step.request, new Refused(ErrorCode.BAD_REQUEST, "the form says nothing"));
    }
  }

  private static void signIn(Step step, int status, String email, String problem) {
    step.show(status, Pages.signIn(step.wanted, step.browser, email, problem));
  }

  private void signedIn(Step step) {
    Answers.whenDone(
        signer(step)
            .thenCompose(
                signer ->
                    oauth
                        .ticket(signer, step.browser.binding())
                        .thenApply(ticket -> new SignedIn(signer, ticket))),
        (signed, failure) -> {
          if (signed != null) {
            consent(step, 200, signed, "");
            return;
          }
          Refused refused = Failures.refusalOf(failure, "sign in");
          String why = String.valueOf(refused.getMessage());
          switch (refused.code()) {
            case UNAUTHORIZED, BAD_REQUEST -> signIn(step, 401, step.field("email"), why);
            case RATE_LIMITED, OVERLOADED -> signIn(step, 429, step.field("email"), why);
            default -> fail(step.request, refused);
          }
        });
  }

  /** Who has signed in, and the note of it for the next page. */
  record SignedIn(Signer signer, String ticket) {}

  private CompletableFuture<Signer> signer(Step step) {
    String from = Callers.address(step.request);
    String token = step.fields.get("token");
    if (token != null) {
      try {
        Principal owner =
            Callers.accepted(identity.authenticator().authenticate((AgentId) null, token, from));
        noted(owner, from);
        return CompletableFuture.completedFuture(new Signer(PersonAccess.HUB_OWNER));
      } catch (Refused refused) {
        return CompletableFuture.failedFuture(refused);
      }
    }
    return identity
        .persons()
        .identify(step.field("email"), step.field("password"), from)
        .thenApply(
            person -> {
              noted(new Principal.AgentPrincipal(person.agent()), from);
              return new Signer(person.id());
            });
  }

  private void noted(Principal who, String from) {
    identity.audit().done(new Visit(who, Door.REST, from), "login", from, null);
  }

  private void consent(Step step, int status, SignedIn signed, String problem) {
    step.show(
        status,
        Pages.consent(
            step.wanted,
            step.browser,
            signed,
            oauth.name(signed.signer),
            oauth.agentsOf(signed.signer, AGENTS_SHOWN_MAX),
            problem));
  }

  private void agreed(Step step) {
    String ticket = step.field("ticket");
    Answers.whenDone(
        oauth.signer(ticket, step.browser.binding()),
        (signer, failure) -> {
          if (signer == null) {
            fail(step.request, failure);
          } else if (signer.isEmpty()) {
            signIn(step, 401, "", "That took too long: sign in again.");
          } else {
            approved(step, new SignedIn(signer.get(), ticket));
          }
        });
  }

  private void approved(Step step, SignedIn signed) {
    CompletableFuture<String> code;
    try {
      AgentId agent = new AgentId(step.field("agent"));
      code = oauth.approve(signed.signer, agent, step.wanted, Callers.address(step.request));
    } catch (InvalidAddress | Refused e) {
      consent(step, 403, signed, Failures.textOf(e));
      return;
    }
    Answers.whenDone(
        code,
        (made, failure) -> {
          if (made == null) {
            fail(step.request, failure);
          } else {
            step.back.give(step.request.response(), made);
          }
        });
  }

  /** On a page of its own: there is nobody to send this to. */
  private static void fail(HttpServerRequest request, @Nullable Throwable failure) {
    OAuthError error = Answers.errorIn(failure);
    Refused refused =
        error == null
            ? Failures.refusalOf(failure, "/oauth/authorize")
            : new Refused(ErrorCode.BAD_REQUEST, error.why());
    Pages.sendProblem(request, refused);
  }
}
