package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What may act for somebody, and its end. */
@Timeout(120)
class GrantCommandsIT extends AccountFixture {

  @Test
  void aPersonListsItsSessionsAndEndsOne() {
    ok(register("ann"));
    ok(at("laptop").input(PASSWORD).run("login", ANN, "--url", url(), "--password-stdin"));

    JsonObject other =
        ok(as("ann", "grants", "list", "--json")).json().objects("sessions").stream()
            .filter(session -> !session.flag("current"))
            .findFirst()
            .orElseThrow();
    assertThat(ok(as("ann", "grants", "list")).out())
        .contains("(you, with your password)", other.text("id", ""));

    assertThat(ok(as("ann", "grants", "end", other.text("id", ""))).lines())
        .containsExactly("ended " + other.text("id", ""));

    refused(as("laptop", "whoami"), "your session has ended");
    ok(as("ann", "whoami"));
    refused(as("ann", "grants", "end", other.text("id", "")), "you have no such session");
  }

  @Test
  void theHubsOwnerHasLetInNothingYet() {
    assertThat(ok(hub.run("grants", "list")).out()).contains("nothing is open");
  }
}
