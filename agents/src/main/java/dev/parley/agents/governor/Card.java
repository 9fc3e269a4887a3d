package dev.parley.agents.governor;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Priority;
import java.util.List;

/** What a person is told of something that was stopped. */
final class Card {
  private Card() {}

  static Draft to(AgentId person, Stop stop) {
    JsonBuffer payload = new JsonBuffer(512).ascii("{\"stopId\":").string(stop.id());
    payload.ascii(",\"kind\":").string(stop.kind().wireName());
    texts(payload.ascii(",\"agents\":"), stop.agents());
    texts(payload.ascii(",\"chain\":"), stop.chain());
    payload.ascii(",\"why\":").string(stop.why());
    payload.ascii(",\"allow\":{\"method\":\"POST\",\"path\":");
    payload.string("/api/governor/" + stop.id() + "/allow").ascii("}}");
    return Draft.from("system")
        .to(Path.agent(person))
        .command("governor.stopped")
        .type(MessageType.INFO)
        .priority(Priority.HIGH)
        .content(stop.why() + ". It goes on when you say so: parley governor allow " + stop.id())
        .payload(payload.toBytes())
        .build();
  }

  static void texts(JsonBuffer out, List<String> values) {
    out.ascii("[");
    String before = "";
    for (String value : values) {
      out.ascii(before).string(value);
      before = ",";
    }
    out.ascii("]");
  }
}
