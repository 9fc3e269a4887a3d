package dev.parley.identity.keys;

import dev.parley.core.address.AgentId;
import java.nio.charset.StandardCharsets;

/**
 * What an agent signs to show over a connection that it holds a key: once, soon, at this hub.
 *
 * @param hub the Host that the client asked for, in lower case; a hub in between has another
 * @param expiresAt Unix milliseconds
 */
public record LoginChallenge(
    AgentId agent, String keyId, String hub, String nonce, long expiresAt) {

  /**
   * What is signed. It begins like nothing else that is signed with these keys: what RFC 9421 has
   * signed begins with a quotation mark.
   */
  public byte[] text() {
    return String.join(
            "\n",
            "parley-login-v1",
            "agent: " + agent,
            "key: " + keyId,
            "hub: " + hub,
            "nonce: " + nonce,
            "expires: " + expiresAt)
        .getBytes(StandardCharsets.UTF_8);
  }
}
