package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code parley import} makes of the files of other programs. */
@Timeout(120)
class ForeignImportIT extends TransferFixture {
  @Test
  void theBrokersDeliveryLogsComeTogetherAsOneMessageEach() throws Exception {
    String message =
        "{'id':'00000000-0000-4000-8000-000000000001','from':'writer','path':'team/news','command':'message',"
            + "'payload':{'x':1},'status':'%s','timestamp':1708900000000,'source':'internal','externalId':null%s}";
    write("p/.messages/agent--ada.jsonl", message.formatted("delivered", ",'handled':false"));
    write("p/.messages/agent--ben.jsonl", message.formatted("pending", ",'handled':true"));
    write("p/.messages/session--ben--s1.jsonl", message.formatted("pending", ""));
    write(
        "p/.messages/broker-unmatched.jsonl",
        "{'id':'u-1','from':'writer','path':'no/where','payload':{},'timestamp':1708900000001}");

    JsonObject summary = imported(hub, file("p"));

    assertThat(summary.number("added", 0)).isEqualTo(2);
    assertThat(summary.number("completed", 0)).isEqualTo(2);
    assertThat(hub.run("history", "ada", "--json").out())
        .contains("1708900000000")
        .contains("\"status\":\"delivered\"");
    assertThat(hub.run("inbox", "ben", "--json", "--peek").out()).contains("team/news");
    assertThat(hub.run("inbox", "ben/s1", "--json", "--peek").out()).contains("team/news");
    assertThat(hub.run("dead-letters", "list", "--json").out()).contains("no/where");
    assertThat(imported(hub, file("p")).number("present", 0)).isEqualTo(4);
  }

  @Test
  void whatSessionsHandledIsKeptAndGoesOutAgain() throws Exception {
    String message =
        "{'id':'00000000-0000-4000-8000-000000000001','from':'writer','path':'team/news','timestamp':1708900000000,"
            + "'origin':'system'%s}";
    write(
        "p/.messages/agent--ben.jsonl",
        message.formatted(",'handled':true,'handledBy':[{'agentId':'ben','sessionId':'s1'}]"));

    imported(hub, file("p"));
    hub.run("export", file("out.jsonl").toString());

    String kept = "\"handled\":true,\"handledBy\":[{\"agentId\":\"ben\",\"sessionId\":\"s1\"}]";
    assertThat(hub.run("inbox", "ben", "--json", "--peek").out())
        .contains(kept)
        .contains("\"origin\":\"peer\"");
    assertThat(Files.readString(file("out.jsonl"))).contains(kept);
    try (LiveHub other = LiveHub.start(file("other"))) {
      imported(other, file("out.jsonl"));
      assertThat(other.run("inbox", "ben", "--json", "--peek").out()).contains(kept);
    }
  }

  @Test
  void aMessageFromOutsideIsExternalAndOneWithoutAnOriginIsAPeers() throws Exception {
    write(
        "p/.messages/agent--ada.jsonl",
        "{'id':'m1','from':'bridge','path':'slack/x','timestamp':1,'source':'slack'}",
        "{'id':'m2','from':'bob','path':'agent/ada','timestamp':2}");

    imported(hub, file("p"));

    assertThat(hub.run("history", "ada", "--json").json().objects("messages"))
        .extracting(message -> message.text("origin"))
        .containsExactly("external", "peer");
  }

  @Test
  void aBroadcastOfASessionReachesItsParticipantsAndNobodyWhoComesLater() throws Exception {
    hub.addAgent("bystander");
    write(
        "p/.crowd/sessions/1/messages.jsonl",
        "{'id':'m1','from':'developer','to':'broadcast','content':'all','timestamp':1}",
        "{'id':'m2','from':'ada','to':'bob','content':'hello','timestamp':2}");

    assertThat(imported(hub, file("p")).texts("agents")).containsExactly("ada", "bob");
    hub.addAgent("late");
    JsonObject again = imported(hub, file("p"));

    assertThat(again.number("present", 0)).isEqualTo(2);
    assertThat(again.number("completed", -1)).isZero();
    for (String agent : List.of("ada", "bob")) {
      assertThat(hub.run("inbox", agent, "--json", "--peek").out()).contains("\"all\"");
    }
    for (String agent : List.of("bystander", "late")) {
      assertThat(hub.run("inbox", agent, "--json", "--peek").out()).doesNotContain("\"all\"");
    }
  }

  @Test
  void whatNamesNoRecipientsIsCompletedForNobodyWhoComesLater() throws Exception {
    hub.addAgent("ada");
    Path file =
        write(
            "all.jsonl",
            "{'id':'00000000-0000-4000-8000-000000000001','from':'a','path':'agent/**','content':'all','timestamp':1}");
    imported(hub, file);
    hub.addAgent("late");

    assertThat(imported(hub, file).number("present", 0)).isEqualTo(1);
    assertThat(hub.run("inbox", "late", "--json", "--peek").out()).doesNotContain("\"all\"");
  }

  @Test
  void aCrowdsSessionsBecomeConversations() throws Exception {
    hub.addAgent("ada");
    write("p/.crowd/sessions/1730000000000/session.json", "{'sessionId':'1730000000000'}");
    write(
        "p/.crowd/sessions/1730000000000/messages.jsonl",
        "{'id':'00000000-0000-4000-8000-000000000001','from':'developer','to':'ada','content':'hi',"
            + "'timestamp':1730000000001,'read':true,'priority':'normal'}",
        "{'id':'m2','from':'ada','to':'developer','content':'hello','timestamp':1730000000002,'read':false,'priority':'high'}",
        "{'id':'m3','from':'developer','to':'broadcast','content':'all','timestamp':1730000000003,'read':false}");

    assertThat(imported(hub, file("p/.crowd")).number("added", 0)).isEqualTo(3);

    assertThat(hub.run("inbox", "--json", "--peek").out()).contains("hello").contains("high");
    assertThat(hub.run("inbox", "ada", "--json", "--peek").out())
        .contains("all")
        .doesNotContain("\"hi\"");
    assertThat(hub.run("history", "ada", "--thread", "crowd-1730000000000").out()).contains("hi");
    assertThat(imported(hub, file("p")).number("present", 0)).isEqualTo(3);
  }

  @Test
  void mailboxesOfBotsKeepWhatWaitsWaiting() throws Exception {
    String unread =
        "{'id':'00000000-0000-4000-8000-000000000001','from':'commander','to':'engineer',\n"
            + " 'content':'dig','timestamp':'2026-02-16T13:58:00.123Z','metadata':{'task':'T'}}";
    write("ipc/bot-messages/engineer/inbox/2026-02-16T13-58-00-123Z-00000000.json", unread);
    write("ipc/bot-messages/commander/outbox/2026-02-16T13-58-00-123Z-00000000.json", unread);
    write(
        "ipc/bot-messages/commander/outbox/2026-02-15T13-58-00-123Z-00000000.json",
        "{'id':'b','from':'commander','to':'engineer','content':'read long"
            + " ago','timestamp':'2026-02-15T13:58:00.123Z'}");

    JsonObject summary = imported(hub, file("ipc/bot-messages"));

    assertThat(summary.number("added", 0)).isEqualTo(2);
    assertThat(summary.number("present", 0)).isEqualTo(1);
    assertThat(hub.run("inbox", "engineer", "--json", "--peek").out())
        .contains("dig")
        .doesNotContain("read long ago");
    assertThat(hub.run("history", "engineer").out()).contains("read long ago");
  }
}
