package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.hostile.Attack;
import dev.parley.bench.load.NatsConsumers;
import dev.parley.bench.load.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What the command line decided.
 *
 * @param messages a round of the end-to-end load sends this many
 * @param rounds measured rounds of everything that is repeated
 * @param requests a round of request/reply asks this many times
 * @param stored messages in the big inbox
 * @param agents inboxes that one message is sent to at once
 * @param listeners agents that a broadcast reaches
 * @param idle connections that do nothing
 * @param bots of the gateway, in channels of ten
 * @param returning bots that come back to a hub at once
 * @param rest how long they do nothing
 * @param memories of one agent
 * @param harm how long an agent means harm, after as long without it
 * @param attacks what it does meanwhile
 * @param natsConsumers how JetStream's consumers are cut
 * @param alone beside no other system, to look at the hub
 * @param parley the command that starts a hub
 * @param fake measure the fake hub instead, to look at the generator itself
 */
public record Settings(
    long messages,
    int rounds,
    int requests,
    long stored,
    int agents,
    int listeners,
    int idle,
    int bots,
    int returning,
    Duration rest,
    int memories,
    Duration harm,
    List<Attack> attacks,
    Workload workload,
    NatsConsumers natsConsumers,
    boolean alone,
    Path parley,
    boolean fake) {

  boolean beside(String server) {
    return !alone && Target.installed(server).isPresent();
  }
}
