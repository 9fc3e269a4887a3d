package dev.parley.apps.manifest;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a permission lets an app do, in words for the person who is asked for it.
 *
 * @param permission as manifests write it
 * @param sensitive whether it lets the app at what is the owner's, or out of this machine: worth a
 *     second look
 */
public record PermissionText(String permission, String text, boolean sensitive)
    implements Comparable<PermissionText> {

  private static final Map<String, String> TEXTS = new HashMap<>();
  private static final Set<String> SENSITIVE =
      Set.of("network", "filesystem", "shell", "user", "oauth", "browser", "database", "voice");
  private static final Set<String> SENSITIVE_ALONE =
      Set.of("tool:shell", "tool:file", "session:write", "memory:write", "hook:tool.pre_execute");

  static {
    say("network:*", "Connect to any server on the internet and in your network");
    say("filesystem:read", "Read your files");
    say("filesystem:write", "Change and delete your files");
    say("filesystem:*", "Read, change and delete your files");
    say("settings:read", "Read settings of the hub");
    say("settings:write", "Change settings of the hub");
    say("settings:*", "Read and change settings of the hub");
    say("capability:register", "Offer more than it does now while it runs");
    say("memory:read", "Read what your agents remember");
    say("memory:write", "Change what your agents remember");
    say("memory:*", "Read and change what your agents remember");
    say("session:read", "Read what was said in sessions of your agents");
    say("session:write", "Write into sessions of your agents");
    say("session:create", "Begin sessions of your agents");
    say("session:*", "Read, write and begin sessions of your agents");
    say("context:read", "Read what your agents are shown before they answer");
    say("tool:file", "Use the tool that reads and writes files");
    say("tool:shell", "Use the tool that runs commands on this machine");
    say("tool:web", "Use the tool that fetches pages of the web");
    say("tool:agent", "Use the tool that gives work to other agents");
    say("tool:skill", "Use the tool that applies skills");
    say("tool:*", "Use every tool that your agents have");
    say("shell:exec", "Run commands on this machine");
    say("subagent:spawn", "Start further agents");
    say("lane:enqueue", "Put work into the queues of your agents");
    say("channel:send", "Send messages to people over a chat service");
    say("channel:receive", "Receive messages of people from a chat service");
    say("channel:*", "Send and receive messages over a chat service");
    say("comm:send", "Send messages to agents elsewhere");
    say("comm:receive", "Receive messages of agents elsewhere");
    say("comm:*", "Exchange messages with agents elsewhere");
    say("notification:send", "Send you notifications");
    say("embedding:search", "Search by meaning in what is indexed");
    say("embedding:store", "Add to what is searched by meaning");
    say("embedding:*", "Search by meaning, and add to what is searched");
    say("skill:invoke", "Apply skills of your agents");
    say("advisor:consult", "Ask advisors of your agents");
    say("model:chat", "Ask language models, at your cost");
    say("model:embed", "Have text turned into numbers by models, at your cost");
    say("model:*", "Use models, at your cost");
    say("mcp:connect", "Connect to tool servers (MCP)");
    say("database:query", "Query the hub's database");
    say("database:read", "Read the hub's database");
    say("database:write", "Change the hub's database");
    say("database:*", "Read and change the hub's database");
    say("storage:read", "Read files that agents have exchanged");
    say("storage:write", "Store files for agents");
    say("storage:*", "Read and store files of agents");
    say("schedule:create", "Plan work for later");
    say("schedule:delete", "Delete planned work");
    say("schedule:list", "See what work is planned");
    say("schedule:*", "See, plan and delete work for later");
    say("voice:record", "Record sound with the microphone");
    say("browser:navigate", "Visit pages in a browser on your behalf");
    say("oauth:*", "Use every account that you have connected");
    say("user:token", "Get a token with which it can act as you at this hub");
    say("user:id", "Know who you are");
    say("user:*", "Know who you are, and get a token with which it can act as you");
    say("hook:tool.pre_execute", "See every use of a tool before it happens, change or stop it");
    say("hook:tool.post_execute", "See and change what tools answer");
    say("hook:message.pre_send", "See and change what models are told to be");
    say("hook:message.post_receive", "See and change what models answer");
    say("hook:memory.pre_store", "See and change what agents remember, before it is kept");
    say("hook:memory.pre_recall", "See and change what agents look for in their memory");
    say("hook:session.message_append", "See every message of every session");
    say("hook:prompt.system_sections", "See and change what every prompt begins with");
    say("hook:steering.generate", "See and change how agents are steered");
    say("hook:response.stream", "See and change answers while they are written");
    say("hook:*", "See and change all that your agents think, do and remember");
  }

  private static void say(String permission, String text) {
    TEXTS.put(permission, text);
  }

  /** Of any permission; of one that is not known its own name. */
  public static PermissionText of(String permission) {
    int colon = permission.indexOf(':');
    String prefix = colon < 0 ? permission : permission.substring(0, colon);
    boolean sensitive =
        SENSITIVE.contains(prefix)
            || SENSITIVE_ALONE.contains(permission)
            || permission.endsWith(":*");
    return new PermissionText(permission, words(permission, prefix, colon), sensitive);
  }

  private static String words(String permission, String prefix, int colon) {
    String known = TEXTS.get(permission);
    if (known != null) {
      return known;
    }
    String what = permission.substring(colon + 1);
    return switch (prefix) {
      case "network" -> "Connect to " + what;
      case "oauth" -> "Use your account at " + what;
      default -> what.equals("*") ? "Everything of '" + prefix + "'" : "'" + permission + "'";
    };
  }

  /** What deserves a second look comes first. */
  @Override
  public int compareTo(PermissionText other) {
    int bySensitivity = Boolean.compare(other.sensitive, sensitive);
    return bySensitivity != 0 ? bySensitivity : permission.compareTo(other.permission);
  }
}
