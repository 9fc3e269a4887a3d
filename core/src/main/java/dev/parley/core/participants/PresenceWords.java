package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.participants.Presence.Status;
import dev.parley.core.store.Neighbours;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What hubs tell each other about who is connected: a letter, numbers of 8 or 4 bytes, and agents,
 * each as its name (UTF-8 behind 2 bytes for its length), connections, listeners (4 bytes each) and
 * when it came or went (8 bytes), up to the end.
 */
sealed interface PresenceWords {
  /** Version N of what this hub knows: these agents are like this now. */
  record Changes(long version, Map<AgentId, Status> agents) implements PresenceWords {}

  /** This hub is at version N; who has not heard it all should ask. */
  record Digest(long version) implements PresenceWords {}

  /** That hub should tell all. */
  record Ask(String node) implements PresenceWords {}

  /** All who are connected at version N, in parts. */
  record All(long version, int part, int parts, Map<AgentId, Status> agents)
      implements PresenceWords {}

  /** Agents whose words fit into one message, whatever they are called. */
  int AGENTS_MAX = Neighbours.WORDS_BYTES_MAX / 160;

  /** One map at least, and none with more agents than may be told at once. */
  static List<Map<AgentId, Status>> parts(Map<AgentId, Status> agents) {
    List<Map<AgentId, Status>> parts = new ArrayList<>();
    Map<AgentId, Status> last = new LinkedHashMap<>();
    parts.add(last);
    for (Map.Entry<AgentId, Status> agent : agents.entrySet()) {
      if (last.size() == AGENTS_MAX) {
        last = new LinkedHashMap<>();
        parts.add(last);
      }
      last.put(agent.getKey(), agent.getValue());
    }
    return parts;
  }

  default byte[] bytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      switch (this) {
        case Changes(long version, Map<AgentId, Status> agents) -> {
          out.writeByte('c');
          out.writeLong(version);
          write(agents, out);
        }
        case Digest(long version) -> {
          out.writeByte('d');
          out.writeLong(version);
        }
        case Ask(String node) -> {
          out.writeByte('q');
          out.writeUTF(node);
        }
        case All(long version, int part, int parts, Map<AgentId, Status> agents) -> {
          out.writeByte('a');
          out.writeLong(version);
          out.writeInt(part);
          out.writeInt(parts);
          write(agents, out);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a buffer in memory does not fail
    }
    return bytes.toByteArray();
  }

  /** Empty for what cannot be understood, such as the words of a newer hub. */
  static Optional<PresenceWords> read(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return switch (in.readByte()) {
        case 'c' -> Optional.of(new Changes(in.readLong(), agents(in)));
        case 'd' -> Optional.of(new Digest(in.readLong()));
        case 'q' -> Optional.of(new Ask(in.readUTF()));
        case 'a' -> Optional.of(new All(in.readLong(), in.readInt(), in.readInt(), agents(in)));
        default -> Optional.empty();
      };
    } catch (IOException | InvalidAddress e) {
      return Optional.empty();
    }
  }

  private static void write(Map<AgentId, Status> agents, DataOutputStream out) throws IOException {
    for (Map.Entry<AgentId, Status> agent : agents.entrySet()) {
      out.writeUTF(agent.getKey().value());
      out.writeInt(agent.getValue().connections());
      out.writeInt(agent.getValue().listeners());
      out.writeLong(agent.getValue().lastSeenAt());
    }
  }

  private static Map<AgentId, Status> agents(DataInputStream in) throws IOException {
    Map<AgentId, Status> agents = new LinkedHashMap<>();
    while (in.available() > 0) {
      AgentId agent = new AgentId(in.readUTF());
      int connections = Math.max(0, in.readInt());
      int listeners = Math.max(0, in.readInt());
      agents.put(agent, new Status(connections, listeners, in.readLong()));
    }
    return agents;
  }
}
