package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.Test;

/** Accounts: by whose leave they are made, and how persons come in and go out. */
class OwnersTest extends RestFixture {
  private static final String PASSWORD = "correct horse battery";

  private static String account(String name) {
    return "{'email':'" + name + "@example.org','password':'" + PASSWORD + "'";
  }

  private Answer register(String name) {
    return owner.post("/api/v1/owners/register", account(name) + "}");
  }

  private Answer logIn(String name, String password) {
    return client()
        .post(
            "/api/v1/owners/login",
            "{'email':'" + name + "@example.org','password':'" + password + "'}");
  }

  private static String text(Answer answer, String field) {
    return answer.json().path(field).asString();
  }

  private RestClient with(Answer grant) {
    return client("Authorization", "Bearer " + text(grant, "token"));
  }

  @Test
  void theHubsOwnerMakesAnAccountWhichOpensItsOwnDoors() {
    Answer made = register("ann");

    assertThat(made.status()).isEqualTo(201);
    assertThat(text(made, "agentId")).isEqualTo("ann");
    assertThat(text(made, "display_name")).isEqualTo("ann");
    assertThat(text(with(made).get("/api/v1/owners/me"), "email")).isEqualTo("ann@example.org");
    assertThat(with(made).get("/api/me").json().path("principal").path("agentId").asString())
        .isEqualTo("ann");
    assertThat(agent("ada").get("/api/v1/owners/me").status()).as("no person").isEqualTo(404);
    assertThat(with(made).get("/api/stats").status()).as("the hub owner's").isEqualTo(403);
    assertThat(owner.get("/api/v1/owners").json().path("owners")).hasSize(1);
    assertThat(with(made).get("/api/v1/owners").status()).isEqualTo(403);
  }

  @Test
  void aStrangerNeedsAnInvitationWhichIsGoodOnce() {
    assertThat(client().post("/api/v1/owners/register", account("eve") + "}").status())
        .isEqualTo(401);
    String code = text(owner.post("/api/v1/owners/invitations", null), "code");
    String invited = ",'invitation':'" + code + "'}";

    assertThat(client().post("/api/v1/owners/register", account("ann") + invited).status())
        .isEqualTo(201);

    assertThat(client().post("/api/v1/owners/register", account("eve") + invited).status())
        .isEqualTo(401);
    assertThat(logIn("eve", PASSWORD).status()).isEqualTo(401);
    assertThat(agent("ada").post("/api/v1/owners/invitations", null).status()).isEqualTo(403);
    assertThat(agent("ada2").post("/api/v1/owners/register", account("eve") + "}").status())
        .isEqualTo(403);
  }

  @Test
  void aNameThatIsTakenIsNoPersons() {
    hub.agent("ada");

    Answer refused = owner.post("/api/v1/owners/register", account("ann") + ",'agentId':'ada'}");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(logIn("ann", PASSWORD).status()).as("no account is left").isEqualTo(401);
    assertThat(text(register("ada"), "agentId")).as("made from the email").startsWith("ada-");
  }

  @Test
  void aPasswordOpensASessionThatIsRefreshedAndLoggedOut() {
    register("ann");
    assertThat(logIn("ann", "wrong horse battery").status()).isEqualTo(401);
    assertThat(logIn("nobody", PASSWORD).status()).isEqualTo(401);

    Answer grant = logIn("ann", PASSWORD);
    assertThat(grant.status()).isEqualTo(200);
    Answer next = refresh(grant);
    assertThat(next.status()).isEqualTo(200);
    assertThat(with(next).get("/api/me").status()).isEqualTo(200);

    assertThat(with(next).post("/api/v1/owners/logout", null).status()).isEqualTo(204);

    assertThat(with(next).get("/api/me").status()).isEqualTo(401);
    assertThat(refresh(next).status()).isEqualTo(401);
  }

  private Answer refresh(Answer grant) {
    return client()
        .post("/api/v1/owners/refresh", "{'refreshToken':'" + text(grant, "refreshToken") + "'}");
  }

  @Test
  void aRefreshTokenThatComesTwiceEndsItsSession() {
    register("ann");
    Answer grant = logIn("ann", PASSWORD);
    Answer next = refresh(grant);

    assertThat(refresh(grant).status()).isEqualTo(401);

    assertThat(with(next).get("/api/me").status()).isEqualTo(401);
    assertThat(refresh(next).status()).isEqualTo(401);
  }

  @Test
  void aNewPasswordEndsEverythingThatTheOldOneOpened() {
    Answer grant = register("ann");
    Answer login =
        client().post("/api/login", "{'email':'ann@example.org','password':'" + PASSWORD + "'}");
    assertThat(login.status()).isEqualTo(200);
    String cookie = login.header("set-cookie");
    RestClient browser =
        client(
            "Cookie", cookie.substring(0, cookie.indexOf(';')), "Parley-Key", text(login, "key"));
    assertThat(browser.get("/api/me").json().path("principal").path("agentId").asString())
        .isEqualTo("ann");

    assertThat(
            with(grant)
                .post(
                    "/api/v1/owners/password",
                    "{'password':'wrong','newPassword':'another horse battery'}")
                .status())
        .isEqualTo(401);
    assertThat(
            with(grant)
                .post(
                    "/api/v1/owners/password",
                    "{'password':'" + PASSWORD + "','newPassword':'another horse battery'}")
                .status())
        .isEqualTo(204);

    assertThat(with(grant).get("/api/me").status()).isEqualTo(401);
    assertThat(browser.get("/api/me").status()).isEqualTo(401);
    assertThat(logIn("ann", PASSWORD).status()).isEqualTo(401);
    assertThat(logIn("ann", "another horse battery").status()).isEqualTo(200);
  }

  @Test
  void loggingOutEverywhereEndsWhatThePersonOpenedAndNotWhatItsAgentsDid() {
    Answer grant = register("ann");
    Answer other = logIn("ann", PASSWORD);
    String token = text(with(grant).post("/api/agents", "{'agentId':'bot'}"), "token");

    assertThat(with(grant).post("/api/v1/owners/logout-all", null).status()).isEqualTo(204);

    assertThat(with(grant).get("/api/me").status()).isEqualTo(401);
    assertThat(with(other).get("/api/me").status()).isEqualTo(401);
    assertThat(refresh(other).status()).isEqualTo(401);
    assertThat(as(token).get("/api/me").status()).isEqualTo(200);
    assertThat(as(token).post("/api/v1/owners/logout-all", null).status())
        .as("an agent is no person")
        .isEqualTo(404);
    assertThat(logIn("ann", PASSWORD).status()).isEqualTo(200);
  }

  @Test
  void withAnAccountGoItsAgents() {
    Answer grant = register("ann");
    assertThat(with(grant).post("/api/agents", "{'agentId':'bot'}").status()).isEqualTo(201);

    assertThat(owner.send("DELETE", "/api/v1/owners/" + text(grant, "id"), null).status())
        .isEqualTo(204);

    assertThat(with(grant).get("/api/me").status()).isEqualTo(401);
    assertThat(owner.get("/api/agents/bot").status()).isEqualTo(404);
    assertThat(owner.get("/api/agents/ann").status()).isEqualTo(404);
    assertThat(logIn("ann", PASSWORD).status()).isEqualTo(401);
  }

  @Test
  void whoeverVerifiesTokensFindsTheKeys() {
    Answer grant = register("ann");

    Answer keys = client().get("/.well-known/jwks.json");

    assertThat(keys.status()).isEqualTo(200);
    assertThat(keys.json().path("keys")).isNotEmpty();
    assertThat(keys.json().path("keys").get(0).has("d")).as("the private half").isFalse();
    assertThat(text(grant, "token")).doesNotContain(PASSWORD);
  }

  @Test
  void aForgedTokenOpensNothing() {
    String good = text(register("ann"), "token");
    String[] parts = good.split("\\.", -1);
    String none = "eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0." + parts[1] + ".";
    String other = parts[0] + "." + parts[1] + "." + parts[2].substring(1) + "A";

    for (String forged : new String[] {none, other, parts[0] + "." + parts[1] + "."}) {
      assertThat(client("Authorization", "Bearer " + forged).get("/api/me").status())
          .isEqualTo(401);
    }
  }
}
