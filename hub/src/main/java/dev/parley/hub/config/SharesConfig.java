package dev.parley.hub.config;

import dev.parley.core.participants.RegistryLimits;
import dev.parley.core.sending.SendingLimits;
import dev.parley.identity.LoginLimits;

/**
 * What one agent may take of the hub, so that it cannot take what the others need. Of what all
 * share, a part is left for the owner.
 *
 * @param connectionsPerAgentMax WebSockets of one agent
 * @param eventReadersMax who reads live events
 * @param eventReadersPerAgentMax the same, of one agent
 * @param blobsMbPerAgentMax what one agent may have stored of blobs
 */
public record SharesConfig(
    RegistryLimits registry,
    SendingLimits sending,
    LoginLimits logins,
    int connectionsPerAgentMax,
    int eventReadersMax,
    int eventReadersPerAgentMax,
    int blobsMbPerAgentMax) {
  public static final SharesConfig DEFAULT =
      new SharesConfig(
          RegistryLimits.DEFAULT,
          SendingLimits.DEFAULT,
          LoginLimits.DEFAULT,
          1_000,
          256,
          16,
          1_024);

  static SharesConfig of(Settings settings) {
    return new SharesConfig(
        new RegistryLimits(
            most(
                settings,
                "limits.subscriptionsPerAgentMax",
                DEFAULT.registry.subscriptionsPerAgentMax()),
            most(settings, "limits.sessionsPerAgentMax", DEFAULT.registry.sessionsPerAgentMax()),
            most(settings, "limits.copiesPerAgentMax", DEFAULT.registry.copiesPerAgentMax()),
            most(settings, "limits.groupsMax", DEFAULT.registry.groupsMax()),
            most(settings, "limits.groupsPerAgentMax", DEFAULT.registry.groupsPerAgentMax()),
            most(settings, "limits.recordBytesMax", DEFAULT.registry.recordBytesMax())),
        new SendingLimits(
            most(settings, "limits.copiesPerMessageMax", DEFAULT.sending.copiesPerMessageMax()),
            most(settings, "limits.waitingRequestsMax", DEFAULT.sending.waitingMax()),
            most(
                settings,
                "limits.waitingRequestsPerAgentMax",
                DEFAULT.sending.waitingPerAgentMax())),
        new LoginLimits(
            most(settings, "limits.loginsMax", DEFAULT.logins.max()),
            most(settings, "limits.loginsPerAgentMax", DEFAULT.logins.perAgentMax())),
        most(settings, "limits.connectionsPerAgentMax", DEFAULT.connectionsPerAgentMax),
        most(settings, "limits.eventReadersMax", DEFAULT.eventReadersMax),
        most(settings, "limits.eventReadersPerAgentMax", DEFAULT.eventReadersPerAgentMax),
        most(settings, "limits.blobsMbPerAgentMax", DEFAULT.blobsMbPerAgentMax));
  }

  private static int most(Settings settings, String key, int usual) {
    int value = settings.integer(key, usual);
    Checks.atLeast(key, value, 1);
    return value;
  }
}
