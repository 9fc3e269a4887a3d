package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which agent's token has which hash. Read from any thread, kept up on the committer's. */
final class TokenHolders {
  private final Map<String, AgentId> byHash = new ConcurrentHashMap<>();

  Optional<AgentId> find(String tokenHash) {
    return Optional.ofNullable(byHash.get(tokenHash));
  }

  void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was != null && was.tokenHash() != null) {
      byHash.remove(was.tokenHash());
    }
    if (now != null && now.tokenHash() != null) {
      byHash.put(now.tokenHash(), now.id());
    }
  }
}
