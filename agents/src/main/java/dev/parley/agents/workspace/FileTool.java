package dev.parley.agents.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.folders.AgentFolders;
import dev.parley.agents.tools.Action;
import dev.parley.agents.tools.Arguments;
import dev.parley.agents.tools.Parameter;
import dev.parley.agents.tools.Tool;
import dev.parley.agents.tools.ToolUse;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** {@code file}: reads and changes what is in the agent's own folder. */
public final class FileTool {
  /** Of all files of an agent, beyond which it writes no more. */
  public static final long BYTES_MAX = 512L << 20;

  static final int FILES_MAX = 20_000;
  private static final int LINES = 400;
  private static final int LINES_MAX = 2_000;
  private static final int LISTED_MAX = 500;
  private static final int FOUND_MAX = 100;
  private static final int SHOWN_CHARS_MAX = 300;
  private static final int SEARCHED_BYTES_MAX = 1 << 20;
  private static final Parameter PATH =
      Parameter.text("path", "from your folder on, such as notes/today.md");

  private final Broker broker;
  private final AgentFolders folders;
  private final Leave leave;

  public FileTool(Broker broker, AgentFolders folders, Leave leave) {
    this.broker = broker;
    this.folders = folders;
    this.leave = leave;
  }

  public Tool tool() {
    return Tool.of(
        "file",
        "The files in your own folder, in which shell works as well.",
        Action.of(
                "read",
                "shows a file, its lines numbered",
                this::read,
                PATH,
                Parameter.number("line", "from which on; 1 without it").optional(),
                Parameter.number("lines", "how many; " + LINES + " without it").optional())
            .forOwner(),
        Action.of(
                "write",
                "makes a file, or replaces all that is in it",
                this::write,
                PATH,
                Parameter.text("text", "what is to be in it"))
            .forOwner(),
        Action.of(
                "edit",
                "replaces a part of a file",
                this::edit,
                PATH,
                Parameter.text("old", "what is there, exactly and once"),
                Parameter.text("new", "what is to be there; nothing without it").optional())
            .forOwner(),
        Action.of("list", "what is in a folder", this::list, PATH.optional()).forOwner(),
        Action.of(
                "search",
                "where words stand in files",
                this::search,
                Parameter.text("words", "exactly as they are written"),
                PATH.optional())
            .forOwner());
  }

  private Workspace workspace(ToolUse use) {
    return new Workspace(folders.of(broker.participants().requireAgent(use.agent())));
  }

  private String read(ToolUse use, Arguments told) throws InterruptedException {
    String path = told.text("path");
    leave.require(use, "file", "read " + path);
    int first = told.number("line", 1, Integer.MAX_VALUE);
    int count = told.number("lines", LINES, LINES_MAX);
    String text = workspace(use).read(path);
    if (text.isEmpty()) {
      return "'" + path + "' is empty";
    }
    List<String> lines = text.lines().toList();
    StringBuilder shown = new StringBuilder();
    int end = (int) Math.min(lines.size(), first - 1L + count);
    for (int i = first - 1; i < end; i++) {
      shown.append(i + 1).append('\t').append(lines.get(i)).append('\n');
    }
    return shown.isEmpty()
        ? "'" + path + "' has " + lines.size() + " lines"
        : end < lines.size() ? shown + "[" + (lines.size() - end) + " more]" : shown.toString();
  }

  private String write(ToolUse use, Arguments told) throws InterruptedException {
    String path = told.text("path");
    String text = told.text("text");
    leave.require(use, "file", "write " + path + "\n" + text);
    return put(workspace(use), path, text);
  }

  private static String put(Workspace workspace, String path, String text) {
    int bytes = text.getBytes(UTF_8).length;
    if (bytes > Workspace.FILE_BYTES_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE, "a file has at most " + Workspace.FILE_BYTES_MAX + " bytes");
    }
    requireRoom(workspace);
    workspace.write(path, text);
    return "'" + path + "' has " + bytes + " bytes now";
  }

  /**
   * @throws Refused when an agent has as much as it may
   */
  static void requireRoom(Workspace workspace) {
    Workspace.Extent all = workspace.walk("", (_, _) -> {});
    if (all.bytes() > BYTES_MAX || all.files() >= FILES_MAX) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "your folder is full (%d files, %d MiB): delete something first"
              .formatted(all.files(), all.bytes() >> 20));
    }
  }

  private String edit(ToolUse use, Arguments told) throws InterruptedException {
    String path = told.text("path");
    String old = told.text("old");
    String next = told.optionalText("new").orElse("");
    leave.require(use, "file", "edit " + path + "\n- " + old + "\n+ " + next);
    Workspace workspace = workspace(use);
    String text = workspace.read(path);
    int at = text.indexOf(old);
    if (at < 0) {
      throw new Refused(ErrorCode.NOT_FOUND, "'old' does not stand in '" + path + "'");
    }
    if (text.indexOf(old, at + 1) >= 0) {
      throw new Refused(
          ErrorCode.CONFLICT, "'old' stands in '" + path + "' more than once: say more of it");
    }
    return put(workspace, path, text.substring(0, at) + next + text.substring(at + old.length()));
  }

  private String list(ToolUse use, Arguments told) throws InterruptedException {
    String path = told.optionalText("path").orElse("");
    leave.require(use, "file", "list " + path);
    List<Workspace.Entry> entries = workspace(use).list(path, LISTED_MAX + 1);
    String shown =
        entries.stream()
            .limit(LISTED_MAX)
            .map(
                entry ->
                    entry.kind().equals("file")
                        ? entry.name() + "\t" + entry.bytes()
                        : entry.name() + "\t(" + entry.kind() + ")")
            .collect(Collectors.joining("\n"));
    return shown.isEmpty()
        ? "nothing is there"
        : entries.size() > LISTED_MAX ? shown + "\n[and more]" : shown;
  }

  private String search(ToolUse use, Arguments told) throws InterruptedException {
    String words = told.text("words");
    leave.require(use, "file", "search");
    Workspace workspace = workspace(use);
    List<String> files = new ArrayList<>();
    var _ =
        workspace.walk(
            told.optionalText("path").orElse(""),
            (path, size) -> {
              if (size <= SEARCHED_BYTES_MAX) {
                files.add(path);
              }
            });
    List<String> found = new ArrayList<>();
    for (String path : files) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      add(workspace, path, words, found);
      if (found.size() > FOUND_MAX) {
        return String.join("\n", found.subList(0, FOUND_MAX)) + "\n[and more]";
      }
    }
    return found.isEmpty() ? "nowhere" : String.join("\n", found);
  }

  private static void add(Workspace workspace, String path, String words, List<String> found) {
    List<String> lines;
    try {
      lines = workspace.read(path).lines().toList();
    } catch (Refused e) {
      return; // gone meanwhile, or no file any more
    }
    for (int i = 0; i < lines.size() && found.size() <= FOUND_MAX; i++) {
      String line = lines.get(i);
      if (line.contains(words)) {
        found.add(
            path
                + ":"
                + (i + 1)
                + ": "
                + line.substring(0, Math.min(SHOWN_CHARS_MAX, line.length())));
      }
    }
  }
}
