package dev.parley.doors.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Somebody's browser: it keeps the cookie, fills in forms and follows nothing by itself. */
final class TestBrowser implements AutoCloseable {

  record Answer(int status, String body, HttpResponse<String> http) {
    String header(String name) {
      return http.headers().firstValue(name).orElse("");
    }

    /** Where it sends the browser. */
    URI location() {
      assertThat(status).as(body).isEqualTo(303);
      return URI.create(header("location"));
    }

    /** A field that nobody sees. */
    String hidden(String name) {
      Matcher field = Pattern.compile("name=\"" + name + "\" value=\"([^\"]*)\"").matcher(body);
      assertThat(field.find()).as("%s in %s", name, body).isTrue();
      return field.group(1);
    }
  }

  private final HttpClient http =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
  private String cookie = "";

  Answer open(URI address) {
    Answer answer = send(HttpRequest.newBuilder(address).GET());
    answer.http.headers().firstValue("set-cookie").ifPresent(set -> cookie = set.split(";", 2)[0]);
    return answer;
  }

  Answer submit(URI address, Map<String, String> fields) {
    return submit(address, fields, "http://" + address.getRawAuthority());
  }

  Answer submit(URI address, Map<String, String> fields, String origin) {
    return send(
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", origin)
            .POST(BodyPublishers.ofString(form(fields))));
  }

  static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  /** The page on which one agrees. */
  Answer signIn(URI address, String email, String password) {
    Answer page = open(address);
    return submit(
        address,
        Map.of(
            "csrf",
            page.hidden("csrf"),
            "email",
            email,
            "password",
            password,
            "decision",
            "sign-in"));
  }

  Answer signInAsOwner(URI address, String token) {
    Answer page = open(address);
    return submit(
        address, Map.of("csrf", page.hidden("csrf"), "token", token, "decision", "sign-in"));
  }

  Answer agree(URI address, Answer consent, String agent) {
    return submit(address, agreement(consent, agent));
  }

  static Map<String, String> agreement(Answer consent, String agent) {
    assertThat(consent.status).as(consent.body).isEqualTo(200);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("csrf", consent.hidden("csrf"));
    fields.put("ticket", consent.hidden("ticket"));
    fields.put("agent", agent);
    fields.put("decision", "approve");
    return fields;
  }

  /** Another browser has not this one's cookie. */
  void forgetCookie() {
    cookie = "";
  }

  Answer send(HttpRequest.Builder request) {
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body(), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
