package dev.parley.doors.oauth;

import dev.parley.doors.http.OwnAddress;
import dev.parley.identity.authority.Identity;
import java.time.Duration;

/**
 * Everything that the door opens on.
 *
 * @param bodyPatience how long a client may take to send a body
 */
public record OAuthServices(Identity identity, OwnAddress address, Duration bodyPatience) {}
