package dev.parley.hub.cli.operations;

import dev.parley.client.Agents;
import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.ReceivedMessage;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.output.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What takes a running hub to check: is it there, does it know us, does a message get through. */
final class HubChecks {
  private static final Duration SLOW = Duration.ofSeconds(1);
  private static final Duration SKEW_MAX = Duration.ofSeconds(5);

  private final Cli cli;

  HubChecks(Cli cli) {
    this.cli = cli;
  }

  List<Finding> run() {
    List<Finding> findings = new ArrayList<>();
    try (ParleyClient client = cli.connect()) {
      findings.add(Finding.ok("hub", "answers in " + Times.span(client.hub().ping())));
      String who = client.principal().isOwner() ? "the owner" : client.principal().agentId();
      findings.add(Finding.ok("token", "is that of " + who));
      if (client.principal().isOwner()) {
        addRoundTrip(client, findings);
        findings.add(followers(client));
        findings.add(otherClocks(client));
      }
    } catch (CliError e) {
      findings.add(Finding.fail("hub", String.valueOf(e.getMessage()), "parley up"));
    } catch (ParleyException e) {
      String check = e.code().equals(ParleyException.UNAUTHORIZED) ? "token" : "hub";
      String advice =
          check.equals("token")
              ? "give the right one with --token-file"
              : "look into the hub's log";
      findings.add(Finding.fail(check, String.valueOf(e.getMessage()), advice));
    }
    return findings;
  }

  /** From an agent of its own to itself: with the agent, both boxes are gone afterwards. */
  private static void addRoundTrip(ParleyClient client, List<Finding> findings) {
    String agent = "doctor-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    client.agents().create(agent, Agents.Details.NONE);
    try {
      long before = System.nanoTime();
      String id = client.send(Draft.to(agent).from(agent).content("are you there?")).messageId();
      List<ReceivedMessage> received = client.mailbox(Inbox.of(agent)).receive(10).messages();
      Duration took = Duration.ofNanos(System.nanoTime() - before);
      if (received.size() != 1 || !received.getFirst().id().equals(id)) {
        findings.add(
            Finding.fail("round trip", "a message did not arrive", "look into the hub's log"));
        return;
      }
      findings.add(
          took.compareTo(SLOW) < 0
              ? Finding.ok("round trip", "a message got through in " + Times.span(took))
              : Finding.warn(
                  "round trip", "took " + Times.span(took), "is the disk or the machine busy?"));
      findings.add(clock(received.getFirst()));
    } finally {
      client.agents().delete(agent);
    }
  }

  private static Finding followers(ParleyClient client) {
    long failing = client.hub().statistics().number("followersFailing", 0);
    return failing == 0
        ? Finding.ok("followers", "search and the others keep up with the messages")
        : Finding.warn(
            "followers",
            failing + " of those who follow the messages fail and try again",
            "look into the hub's log for 'cannot follow the journal'");
  }

  private static Finding otherClocks(ParleyClient client) {
    JsonObject numbers = client.hub().statistics();
    Duration ahead = Duration.ofMillis(numbers.number("clockAheadMillis", 0));
    return numbers.number("clockAgreed", 1) == 1
        ? Finding.ok("clocks", "this hub goes by its own")
        : Finding.warn(
            "clocks",
            "the other hubs' are "
                + Times.span(ahead.abs())
                + (ahead.isNegative() ? " ahead" : " behind")
                + ": nothing expires here, and nothing is forgotten",
            "synchronise the clocks of all machines, see docs/operations.md");
  }

  private static Finding clock(ReceivedMessage message) {
    Duration skew = Duration.ofMillis(Math.abs(System.currentTimeMillis() - message.timestamp()));
    return skew.compareTo(SKEW_MAX) < 0
        ? Finding.ok("hub's clock", "agrees with this machine's")
        : Finding.warn("hub's clock", "is off by " + Times.span(skew), "synchronise the clocks");
  }
}
