package dev.parley.doors.oauth;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.doors.error.ErrorTable;
import dev.parley.doors.http.Problem;
import dev.parley.doors.oauth.AuthorizeEndpoint.SignedIn;
import dev.parley.identity.Audience;
import dev.parley.identity.oauth.Asked;
import dev.parley.identity.oauth.RedirectUri;
import dev.parley.identity.oauth.Scope;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The pages: plain HTML that needs no script. What programs say of themselves is text to them, and
 * nothing else; no other page may show them in a frame.
 */
final class Pages {
  private static final String STYLE = resource("page.css");
  private static final String STYLE_HASH = sha256(STYLE);

  private Pages() {}

  static String signIn(Asked asked, Browser browser, String email, String problem) {
    return page(
        "Sign in",
        """
        <h1>Sign in to Parley</h1>
        <p><b>%s</b> asks to act for you on this hub. Say who you are; then you are asked whether it may.</p>
        %s
        <form method="post" action="%s">
        <input type="hidden" name="csrf" value="%s">
        <label>Email <input name="email" type="email" autocomplete="username" value="%s" autofocus></label>
        <label>Password <input name="password" type="password" autocomplete="current-password"></label>
        <div class="buttons"><button name="decision" value="sign-in">Sign in</button>
        <button class="quiet" name="decision" value="deny">Deny</button></div>
        </form>
        <details><summary>This hub is mine</summary>
        <form method="post" action="%s">
        <input type="hidden" name="csrf" value="%s">
        <label>Owner token <input name="token" type="password" autocomplete="off"></label>
        <div class="buttons"><button name="decision" value="sign-in">Sign in as the owner</button></div>
        </form></details>
        """
            .formatted(
                escaped(asked.client().name()),
                alert(problem),
                action(browser),
                browser.csrf(),
                escaped(email),
                action(browser),
                browser.csrf()));
  }

  static String consent(
      Asked asked,
      Browser browser,
      SignedIn signed,
      String signer,
      List<AgentId> agents,
      String problem) {
    return page(
        "Let a program in",
        """
        <h1>Let <b>%s</b> act for you?</h1>
        <p class="note">That is what the program calls itself; nobody has checked it. If you have not just started it, deny.</p>
        %s
        <dl><dt>You</dt><dd>%s</dd>
        <dt>It goes back to</dt><dd class="mono">%s</dd>
        <dt>It may</dt><dd><ul>%s</ul></dd></dl>
        <form method="post" action="%s">
        <input type="hidden" name="csrf" value="%s">
        <input type="hidden" name="ticket" value="%s">
        <label>It acts as %s</label>
        <p class="note">You can end this at any time: <code>parley grants</code></p>
        <div class="buttons"><button name="decision" value="approve">Approve</button>
        <button class="quiet" name="decision" value="deny">Deny</button></div>
        </form>
        """
            .formatted(
                escaped(asked.client().name()),
                alert(problem),
                signed.signer().isHubOwner() ? "the owner of this hub" : escaped(signer),
                escaped(asked.redirectUri().place()),
                rights(asked),
                action(browser),
                browser.csrf(),
                escaped(signed.ticket()),
                choice(agents, signed.signer().isHubOwner())));
  }

  /** A person has a hundred agents at most; the hub's owner may have more than a list can show. */
  private static String choice(List<AgentId> agents, boolean isHubOwner) {
    String options =
        agents.stream()
            .map(agent -> escaped(agent.value()))
            .map(name -> "<option value=\"%s\">%s</option>".formatted(name, name))
            .collect(Collectors.joining("\n"));
    return isHubOwner
        ? "<input name=\"agent\" list=\"agents\" autocomplete=\"off\" value=\"%s\"><datalist id=\"agents\">%s</datalist>"
            .formatted(agents.isEmpty() ? "" : escaped(agents.getFirst().value()), options)
        : "<select name=\"agent\">" + options + "</select>";
  }

  private static String rights(Asked asked) {
    String doors =
        asked.audience() == Audience.HUB
            ? "<li>do at every door of this hub what the agent below may do, and make agents of"
                + " yours if it is your own</li>"
            : "<li>read the mail of the agent below and send in its name, with the tools of"
                + " MCP</li>";
    return doors
        + asked.scopes().stream()
            .sorted()
            .map(Pages::inWords)
            .filter(words -> !words.isEmpty())
            .map(words -> "<li>" + words + "</li>")
            .collect(Collectors.joining());
  }

  private static String inWords(Scope scope) {
    return switch (scope) {
      case MCP -> "";
      case OPENID -> "know which account is yours";
      case PROFILE -> "know your name";
      case EMAIL -> "know your email address";
    };
  }

  /** With a link that somebody who trusts the program may follow. */
  static String turnedAway(String why, String back, RedirectUri uri) {
    return page(
        "Not like this",
        """
        <h1>The program asks for something that cannot be</h1>
        <p>%s</p>
        <p><a rel="noreferrer" href="%s">Tell it, at %s</a></p>
        """
            .formatted(escaped(why), escaped(back), escaped(uri.place())));
  }

  private static String alert(String problem) {
    return problem.isEmpty()
        ? ""
        : "<p class=\"alert\" role=\"alert\">" + escaped(problem) + "</p>";
  }

  private static String action(Browser browser) {
    return escaped("/oauth/authorize?" + browser.query());
  }

  private static String page(String title, String main) {
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>%s · Parley</title>
    <style>%s</style>
    </head>
    <body><main>
    %s</main></body>
    </html>
    """
        .formatted(title, STYLE, main);
  }

  static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(point);
              }
            });
    return out.toString();
  }

  // ---- sending

  /**
   * @param goesTo where a form of it may lead, or null
   */
  static void send(
      HttpServerRequest request, int status, @Nullable RedirectUri goesTo, String html) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    // Browsers look at where a form is sent on to, as well.
    String forms = goesTo == null ? "'none'" : "'self' " + goesTo.source();
    var _ =
        secured(response)
            .setStatusCode(status)
            .putHeader("Content-Type", "text/html; charset=utf-8")
            .putHeader(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'sha256-"
                    + STYLE_HASH
                    + "'; form-action "
                    + forms
                    + "; base-uri 'none'; frame-ancestors 'none'")
            .end(Buffer.buffer(html));
  }

  static void sendProblem(HttpServerRequest request, Refused why) {
    if (why.retryAfter() != null && !request.response().headWritten()) {
      request.response().putHeader("Retry-After", Problem.seconds(why.retryAfter()));
    }
    send(
        request,
        ErrorTable.of(why.code()).httpStatus(),
        null,
        page(
            "Not like this",
            "<h1>This does not lead on</h1>\n<p>%s</p>\n<p>Nothing was given to anybody. Go back to the program and begin again.</p>\n"
                .formatted(escaped(String.valueOf(why.getMessage())))));
  }

  /** The referrer stays within the hub, whose own forms have to say where they come from. */
  static HttpServerResponse secured(HttpServerResponse response) {
    return response
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("X-Frame-Options", "DENY")
        .putHeader("Referrer-Policy", "same-origin")
        .putHeader("Cross-Origin-Opener-Policy", "same-origin")
        .putHeader("Cross-Origin-Resource-Policy", "same-origin");
  }

  private static String resource(String name) {
    try (InputStream in = Pages.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha256(String text) {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
