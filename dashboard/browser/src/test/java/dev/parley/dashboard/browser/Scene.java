package dev.parley.dashboard.browser;

import dev.parley.apps.host.AppStatus;
import dev.parley.dashboard.browser.fake.FakeAppHost;
import dev.parley.dashboard.browser.fake.FakeDesk;
import dev.parley.dashboard.browser.fake.FakeHub;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/** A small office at work: enough talk of every kind to see every view with something in it. */
final class Scene {
  private static final JsonMapper JSON = new JsonMapper();

  private final FakeHub hub;
  private String question = "";
  private String deadLetter = "";
  private String task = "";
  private String approval = "";

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
    work(hub.desk());
    apps();
    hub.did("owner", "agent.create", "researcher", "ok");
    hub.did("owner", "group.put", "everybody-who-reads", "ok");
    hub.did("owner", "agent.spawn", "translator claude", "ok");
    hub.did("scout", "agent.delete", "archivist", "forbidden");
    hub.did("127.0.0.1", "login", "", "unauthorized");
    return this;
  }

  private void apps() {
    FakeAppHost apps = hub.apps();
    String weather = "com.example.weather";
    apps.put(
        FakeAppHost.manifest(weather, "1.4.0", "ui", "network:api.weather.example", "memory:read"),
        AppStatus.State.RUNNING,
        "");
    apps.put(
        FakeAppHost.manifest("com.example.calculator", "1.0.0", "tool:calculator"),
        AppStatus.State.UNHEALTHY,
        "it was started again five times within the hour");
    apps.waits(
        FakeAppHost.manifest(
            weather,
            "2.0.0",
            "ui",
            "network:api.weather.example",
            "memory:read",
            "filesystem:read"));
    apps.offer(
        FakeAppHost.manifest(
            "com.example.news", "0.9.0", "tool:news", "network:*", "notification:send"));
    apps.set(weather, Map.of("city", "Oslo", "api_key", "hush"), Set.of("api_key"));
    apps.page(weather, "index.html", "<!doctype html><title>Weather</title><h1>Sunny</h1>");
  }

  private void work(FakeDesk desk) {
    desk.moved(
        desk.task("planner", "scout", "Collect the raw numbers of both benchmark reports."),
        "scout",
        "failed",
        "The second report has no raw numbers.");
    desk.moved(
        desk.task("writer", "translator", "Translate the summary into German and Dutch."),
        "translator",
        "completed",
        "Both are in the shared folder.");
    task = desk.task("planner", "researcher", "Compare the three papers in a table of one page.");
    desk.moved(task, "researcher", "working", "'researcher' works on it");
    desk.moved(
        task, "researcher", "input-required", "Which of the two hardware setups shall I use?");
    desk.task("developer", "reviewer", "Read the table before noon and say what is missing.");
    approval =
        desk.ask(
            "researcher",
            "Run the benchmark of the second paper again",
            "{'tool':'shell','command':'make bench RUNS=5','folder':'/work/papers/two'}");
    desk.schedule("planner", "standup", "30 8 * * MON-FRI", "What did you do, and what is next?");
    desk.schedule("researcher", "digest", "0 18 * * *", "Sum up today's papers for developer.");
    desk.ran("researcher", "digest", "sent", "");
    desk.ran("researcher", "digest", "failed", "no agent of this name is there");
    desk.ran("researcher", "digest", "triggered", "");
    desk.memory("researcher", "tacit", "", "Short tables are read; long reports are not.");
    desk.memory("researcher", "entity", "planner", "Wants drafts a day before they are due.");
    desk.memory("researcher", "daily", "2026-11-16", "Read the first paper; notes sent to writer.");
    desk.budget(5_000_000, 0);
    desk.lane("researcher", "main", 1, 1, 0);
    desk.lane("researcher", "comm", 2, 5, 3);
    desk.program("researcher")
        .write(
            """
            researcher 2.1 starting, model genius
            connected to the hub as researcher
            \u001b[32mok\u001b[0m  read papers/one.pdf (412 kB)
            \u001b[32mok\u001b[0m  read papers/two.pdf (388 kB)
            \u001b[31merr\u001b[0m papers/three.pdf: no text layer, trying OCR
            """);
    long asked = System.currentTimeMillis() - 60_000;
    desk.waterfall(
        question,
        """
        {'messageId':'%1$s','from':'researcher','acceptedAt':%2$d,
        'copies':[{'box':{'kind':'agent','name':'developer'},'state':'answered','pushedAt':%3$d,'deliveredAt':%4$d}],
        'turns':[{'agentId':'developer','queuedAt':%3$d,'startedAt':%5$d,'session':'main','turnId':'t9',
        'triage':{'startedAt':%5$d,'endedAt':%6$d},'calledAt':%6$d,'firstAt':%7$d,
        'tools':[{'call':'c1','tool':'search','startedAt':%8$d,'endedAt':%9$d,'failed':false},
        {'call':'c2','tool':'file','startedAt':%9$d,'endedAt':%10$d,'failed':true}],
        'endedAt':%11$d,'outcome':'answered','answers':['%1$s']}],
        'replies':[{'messageId':'%1$s','from':'developer','acceptedAt':%11$d}]}
        """
            .formatted(
                question,
                asked,
                asked + 3,
                asked + 5,
                asked + 800,
                asked + 1_300,
                asked + 2_100,
                asked + 2_400,
                asked + 3_500,
                asked + 3_900,
                asked + 5_200));
    hub.turns(
        "researcher",
        "{'autoRun':{'enabled':true,'brain':'genius','debounceMs':0,'maxBatchSize':20,'maxTurnMs':600000},"
            + "'open':[{'session':'main','waiting':['m1'],'startedAt':"
            + (System.currentTimeMillis() - 20_000)
            + ",'turnId':'t1','steps':[{'kind':'text','text':'I compare the setups"
            + " first.'},{'kind':'tool','call':'c1','tool':'search','text':'{}','result':'3"
            + " papers','failed':false},"
            + "{'kind':'tool','call':'c2','tool':'file','text':'{}'}]}],'turns':[]}");
  }

  String task() {
    return task;
  }

  String approval() {
    return approval;
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
