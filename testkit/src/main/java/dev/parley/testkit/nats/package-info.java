/**
 * Real NATS servers with JetStream on loopback, alone or as a cluster, that a test may kill, pause
 * and start again. Needs the program {@code nats-server} and no client library. Enter through
 * {@link dev.parley.testkit.nats.NatsServers}.
 */
@NullMarked
package dev.parley.testkit.nats;

import org.jspecify.annotations.NullMarked;
