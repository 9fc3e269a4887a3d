package dev.parley.doors.rest;

import dev.parley.doors.rest.RestClient.Answer;
import java.util.UUID;

/** A hub with persons and their bots, who use the routes of gateway clients. */
abstract class PersonsFixture extends RestFixture {
  private static final String V1 = "/api/v1";

  /** Somebody with an account. */
  protected RestClient person(String name) {
    Answer grant =
        owner.post(
            V1 + "/owners/register",
            "{'email':'" + name + "@example.org','password':'correct horse battery'}");
    return as(grant.json().path("token").asString());
  }

  /** A bot that came with a code. */
  record Bot(String id, RestClient client) {
    String path(String more) {
      return V1 + "/bots/" + id + more;
    }
  }

  protected Bot bot(RestClient owner, String name) {
    String code = owner.post(V1 + "/bots/connect/codes", null).json().path("code").asString();
    String id = UUID.randomUUID().toString();
    Answer redeemed =
        client()
            .post(
                V1 + "/bots/connect/redeem",
                "{'code':'" + code + "','name':'" + name + "','botId':'" + id + "'}");
    return new Bot(id, as(redeemed.json().path("connectionToken").asString()));
  }

  /** Makes a loop and answers the code with which others join it. */
  protected String loop(RestClient by, String name) {
    return by.post(V1 + "/loops", "{'name':'" + name + "'}").json().path("inviteCode").asString();
  }

  protected Answer join(RestClient by, String code, String botId) {
    return by.post(V1 + "/loops/join", "{'code':'" + code + "','botId':'" + botId + "'}");
  }
}
