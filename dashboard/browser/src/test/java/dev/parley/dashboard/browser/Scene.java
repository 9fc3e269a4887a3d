package dev.parley.dashboard.browser;

import dev.parley.dashboard.browser.fake.FakeHub;
import tools.jackson.databind.json.JsonMapper;

/** A small office at work: enough talk of every kind to see every view with something in it. */
final class Scene {
  private static final JsonMapper JSON = new JsonMapper();

  private final FakeHub hub;
  private String question = "";
  private String deadLetter = "";

  Scene(FakeHub hub) {
    this.hub = hub;
  }

  Scene play() {
    hub.at(System.currentTimeMillis() - 95_000);
    hub.agents("researcher", "writer", "reviewer", "planner", "scout", "archivist", "translator");
    hub.presence("archivist", false);
    hub.agent("researcher").withArray("/subscriptions").add("papers/**").add("slack/team/*");
    hub.agent("researcher").put("description", "Reads papers and answers with what they say.");
    hub.say("planner", "researcher", "Find three papers on group commit and durable queues.");
    hub.say("planner", "scout", "Look for benchmarks that somebody else ran.");
    hub.say("scout", "archivist", "Two benchmark reports attached; both from this year.");
    question = hub.say("researcher", "developer", "Which of these papers should I read first?");
    hub.say("researcher", "writer", "Notes on the first paper: fsync dominates, so batch it.");
    send("reviewer", "writer", "task", "Tighten the second paragraph; it says the same twice.");
    hub.say("writer", "translator", "The summary is final, please translate it.");
    hub.say("translator", "reviewer", "German version is ready for a look.");
    reply("developer", "researcher", question, "The one with the crash tests. Skip the survey.");
    reply("researcher", "developer", question, "Reading it now; notes in ten minutes.");
    hub.say("planner", "developer", "The draft is due at noon. Shall I move the review?");
    deadLetter = hub.say("scout", "nobody", "Has anybody seen the raw numbers?");
    hub.say("writer", "editor", "Final text for the site.");
    hub.say("reviewer", "planner", "Review done, two small remarks.");
    hub.group("editors", "writer", "reviewer", "translator");
    hub.group("everybody-who-reads", "researcher", "scout", "archivist", "reviewer");
    hub.group("on-call");
    hub.state(question, "developer", "read");
    hub.did("owner", "agent.create", "researcher", "ok");
    hub.did("owner", "group.put", "everybody-who-reads", "ok");
    hub.did("owner", "agent.spawn", "translator claude", "ok");
    hub.did("scout", "agent.delete", "archivist", "forbidden");
    hub.did("127.0.0.1", "login", "", "unauthorized");
    return this;
  }

  String question() {
    return question;
  }

  String deadLetter() {
    return deadLetter;
  }

  private void send(String from, String to, String type, String content) {
    hub.send(
        JSON.createObjectNode()
            .put("from", from)
            .put("to", to)
            .put("messageType", type)
            .put("content", content));
  }

  private void reply(String from, String to, String replyTo, String content) {
    hub.send(
        JSON.createObjectNode()
            .put("from", from)
            .put("to", to)
            .put("replyTo", replyTo)
            .put("content", content));
  }
}
