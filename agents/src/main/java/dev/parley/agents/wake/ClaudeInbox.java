package dev.parley.agents.wake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Folders;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/**
 * The socket on which a session of Claude Code takes messages of other sessions. It answers
 * nothing; what it does not like it drops. Only a socket of this user in a folder that is closed to
 * others is written to: an agent says where its own is.
 */
public final class ClaudeInbox implements Waker {
  private static final String SOCKET = "socket";
  private static final int PATH_MAX = 100;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public String kind() {
    return "claude-inbox";
  }

  @Override
  public String description() {
    return "the socket on which a session of Claude Code takes messages of other sessions";
  }

  @Override
  public Set<String> required() {
    return Set.of(SOCKET);
  }

  @Override
  public boolean agentMaySet() {
    return true;
  }

  @Override
  public void check(Map<String, String> settings) {
    String socket = settings.getOrDefault(SOCKET, "");
    if (!socket.startsWith("/") || socket.length() > PATH_MAX || socket.indexOf('\0') >= 0) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'socket' is the absolute path of a Unix socket");
    }
  }

  @Override
  public void wake(Call call) throws IOException {
    Path socket = Path.of(call.setting(SOCKET));
    requireOwn(socket);
    Object line = Map.of("type", "user", "message", Map.of("role", "user", "content", call.text()));
    ByteBuffer bytes = ByteBuffer.wrap((JSON.writeValueAsString(line) + "\n").getBytes(UTF_8));
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  private static void requireOwn(Path socket) throws IOException {
    if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("its session has ended: there is no socket any more");
    }
    Path folder = socket.getParent();
    String owner = Files.getOwner(socket, LinkOption.NOFOLLOW_LINKS).getName();
    if (folder == null
        || Folders.isOpen(folder)
        || !owner.equals(System.getProperty("user.name"))) {
      throw new IOException("the socket is not this user's alone");
    }
  }
}
