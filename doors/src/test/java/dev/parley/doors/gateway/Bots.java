package dev.parley.doors.gateway;

import static org.awaitility.Awaitility.await;

import dev.parley.core.address.AgentId;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** Three bots at a gateway, and what tests of their traffic look up in the hub behind it. */
abstract class Bots {
  static final UUID A = UUID.fromString("7c9e6679-7425-40de-944b-e07fc1f90ae7");
  static final UUID B = UUID.fromString("1b4e28ba-2fa1-11d2-883f-0016d3cca427");
  static final UUID C = UUID.fromString("3d813cbb-47fb-32ba-91df-831e1593ac29");

  final GatewayHub hub = new GatewayHub();

  @AfterEach
  void close() {
    hub.close();
  }

  static AgentId agent(UUID bot) {
    return new AgentId(bot.toString());
  }

  UUID dm(UUID one, UUID other) {
    return GatewayHub.get(hub.loops.conversations().dm(agent(one), agent(other))).id();
  }

  long head(UUID conversation) {
    return GatewayHub.get(hub.loops.conversations().head(conversation));
  }

  void awaitHead(UUID conversation, long seq) {
    await().until(() -> head(conversation) == seq);
  }

  long delivered(UUID bot, UUID conversation) {
    return hub.loops.cursors().of(agent(bot), conversation).delivered();
  }
}
