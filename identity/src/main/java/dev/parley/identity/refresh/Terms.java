package dev.parley.identity.refresh;

import dev.parley.core.address.AgentId;
import dev.parley.identity.Audience;
import java.util.List;

/**
 * On what terms somebody has let a program in: what the consent page said. No part has a line
 * break, for a record is lines.
 *
 * @param client the program's id
 * @param clientName what it calls itself, for the list of sessions
 * @param agent as which it acts
 * @param credential of that agent at the time, as for {@code Logins}: when it changes, the session
 *     is over
 * @param scope what it may do, in the words of the protocol
 * @param issuer the {@code iss} of its access tokens, the hub's address as it was called then
 * @param resource the {@code aud} of its access tokens
 * @param audience which doors they open
 */
public record Terms(
    String client,
    String clientName,
    AgentId agent,
    String credential,
    String scope,
    String issuer,
    String resource,
    Audience audience) {
  public static final int LINES = 8;

  public List<String> lines() {
    return List.of(
        client, clientName, agent.value(), credential, scope, issuer, resource, audience.name());
  }

  public static Terms of(List<String> lines) {
    return new Terms(
        lines.get(0),
        lines.get(1),
        new AgentId(lines.get(2)),
        lines.get(3),
        lines.get(4),
        lines.get(5),
        lines.get(6),
        Audience.valueOf(lines.get(7)));
  }
}
