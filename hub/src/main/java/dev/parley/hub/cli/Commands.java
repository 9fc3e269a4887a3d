package dev.parley.hub.cli;

import dev.parley.hub.cli.account.LoginCommand;
import dev.parley.hub.cli.account.LogoutCommand;
import dev.parley.hub.cli.account.PasswordCommand;
import dev.parley.hub.cli.account.RegisterCommand;
import dev.parley.hub.cli.account.WhoamiCommand;
import dev.parley.hub.cli.apps.AppsCommand;
import dev.parley.hub.cli.completion.CompletionCommand;
import dev.parley.hub.cli.join.JoinCommand;
import dev.parley.hub.cli.join.LeaveCommand;
import dev.parley.hub.cli.mailboxes.FilesCommand;
import dev.parley.hub.cli.mcp.McpCommand;
import dev.parley.hub.cli.messages.HistoryCommand;
import dev.parley.hub.cli.messages.InboxCommand;
import dev.parley.hub.cli.messages.ListenCommand;
import dev.parley.hub.cli.messages.ReplyCommand;
import dev.parley.hub.cli.messages.RequestCommand;
import dev.parley.hub.cli.messages.SendCommand;
import dev.parley.hub.cli.messages.StatusCommand;
import dev.parley.hub.cli.messages.ThreadCommand;
import dev.parley.hub.cli.operations.BackupCommand;
import dev.parley.hub.cli.operations.BenchCommand;
import dev.parley.hub.cli.operations.DeadLettersCommand;
import dev.parley.hub.cli.operations.DoctorCommand;
import dev.parley.hub.cli.operations.MigrateCommand;
import dev.parley.hub.cli.operations.PresenceCommand;
import dev.parley.hub.cli.operations.RestoreCommand;
import dev.parley.hub.cli.operations.StatsCommand;
import dev.parley.hub.cli.registry.AgentsCommand;
import dev.parley.hub.cli.registry.GroupsCommand;
import dev.parley.hub.cli.registry.SessionsCommand;
import dev.parley.hub.cli.registry.SubsCommand;
import dev.parley.hub.cli.rest.AccessCommand;
import dev.parley.hub.cli.rest.ApprovalsCommand;
import dev.parley.hub.cli.rest.AuditCommand;
import dev.parley.hub.cli.rest.BlobsCommand;
import dev.parley.hub.cli.rest.CommCommand;
import dev.parley.hub.cli.rest.DashboardCommand;
import dev.parley.hub.cli.rest.GovernorCommand;
import dev.parley.hub.cli.rest.GrantsCommand;
import dev.parley.hub.cli.rest.HookCommand;
import dev.parley.hub.cli.rest.KeysCommand;
import dev.parley.hub.cli.rest.LogsCommand;
import dev.parley.hub.cli.rest.LoopsCommand;
import dev.parley.hub.cli.rest.MemoryCommand;
import dev.parley.hub.cli.rest.OwnersCommand;
import dev.parley.hub.cli.rest.RetentionCommand;
import dev.parley.hub.cli.rest.SchedulesCommand;
import dev.parley.hub.cli.rest.SearchCommand;
import dev.parley.hub.cli.rest.TasksCommand;
import dev.parley.hub.cli.rest.UsageCommand;
import dev.parley.hub.cli.rest.WakeCommand;
import dev.parley.hub.cli.run.DemoCommand;
import dev.parley.hub.cli.run.UpCommand;
import dev.parley.hub.cli.transfer.ExportCommand;
import dev.parley.hub.cli.transfer.ImportCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** The commands there are, in the order and under the headings of the help. */
final class Commands {
  private static final SequencedMap<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put(
        "Running a hub",
        List.of(
            "up",
            "demo",
            "dashboard",
            "doctor",
            "backup",
            "restore",
            "export",
            "import",
            "migrate",
            "bench"));
    GROUPS.put(
        "Messages",
        List.of(
            "send", "request", "reply", "inbox", "listen", "history", "thread", "status", "search",
            "blobs"));
    GROUPS.put(
        "Participants",
        List.of(
            "agents",
            "keys",
            "sessions",
            "subs",
            "groups",
            "loops",
            "access",
            "schedules",
            "memory",
            "retention",
            "presence"));
    GROUPS.put(
        "Accounts",
        List.of("register", "login", "logout", "password", "whoami", "grants", "owners"));
    GROUPS.put("Apps", List.of("apps"));
    GROUPS.put("Elsewhere", List.of("comm"));
    GROUPS.put("Other programs", List.of("join", "leave", "mcp", "wake", "hook"));
    GROUPS.put(
        "Looking after it",
        List.of(
            "dead-letters",
            "stats",
            "tasks",
            "logs",
            "approvals",
            "governor",
            "usage",
            "audit",
            "files",
            "completion"));
  }

  private Commands() {}

  static List<String> names() {
    return GROUPS.values().stream().flatMap(List::stream).toList();
  }

  /** The commands it takes to understand the arguments: one mostly, sometimes all of them. */
  static List<String> named(List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.equals("--version") || argument.equals("-V")) {
        return List.of();
      }
      if (Globals.WITH_VALUE.contains(argument)) {
        i++;
      } else if (!argument.equals("--json") && !argument.matches("--[a-z-]+=.*")) {
        // Completion describes all of them.
        boolean one = names().contains(argument) && !argument.equals("completion");
        return one ? List.of(argument) : names();
      }
    }
    return names();
  }

  static void add(CommandLine parent, String name, Cli cli) {
    Object command = make(name, cli);
    var line = new CommandLine(command);
    if (command instanceof CommandGroup group) {
      group.commands().forEach(line::addSubcommand);
    }
    parent.addSubcommand(name, line);
  }

  private static Object make(String name, Cli cli) {
    return switch (name) {
      case "up" -> new UpCommand(cli);
      case "demo" -> new DemoCommand(cli);
      case "doctor" -> new DoctorCommand(cli);
      case "backup" -> new BackupCommand(cli);
      case "restore" -> new RestoreCommand(cli);
      case "export" -> new ExportCommand(cli);
      case "import" -> new ImportCommand(cli);
      case "migrate" -> new MigrateCommand(cli);
      case "bench" -> new BenchCommand(cli);
      case "send" -> new SendCommand(cli);
      case "request" -> new RequestCommand(cli);
      case "reply" -> new ReplyCommand(cli);
      case "inbox" -> new InboxCommand(cli);
      case "listen" -> new ListenCommand(cli);
      case "history" -> new HistoryCommand(cli);
      case "thread" -> new ThreadCommand(cli);
      case "status" -> new StatusCommand(cli);
      case "agents" -> new AgentsCommand(cli);
      case "keys" -> new KeysCommand(cli);
      case "sessions" -> new SessionsCommand(cli);
      case "subs" -> new SubsCommand(cli);
      case "groups" -> new GroupsCommand(cli);
      case "loops" -> new LoopsCommand(cli);
      case "register" -> new RegisterCommand(cli);
      case "login" -> new LoginCommand(cli);
      case "logout" -> new LogoutCommand(cli);
      case "password" -> new PasswordCommand(cli);
      case "whoami" -> new WhoamiCommand(cli);
      case "grants" -> new GrantsCommand(cli);
      case "owners" -> new OwnersCommand(cli);
      case "access" -> new AccessCommand(cli);
      case "memory" -> new MemoryCommand(cli);
      case "schedules" -> new SchedulesCommand(cli);
      case "retention" -> new RetentionCommand(cli);
      case "presence" -> new PresenceCommand(cli);
      case "dead-letters" -> new DeadLettersCommand(cli);
      case "stats" -> new StatsCommand(cli);
      case "usage" -> new UsageCommand(cli);
      case "governor" -> new GovernorCommand(cli);
      case "approvals" -> new ApprovalsCommand(cli);
      case "tasks" -> new TasksCommand(cli);
      case "logs" -> new LogsCommand(cli);
      case "dashboard" -> new DashboardCommand(cli);
      case "search" -> new SearchCommand(cli);
      case "blobs" -> new BlobsCommand(cli);
      case "audit" -> new AuditCommand(cli);
      case "files" -> new FilesCommand(cli);
      case "apps" -> new AppsCommand(cli);
      case "comm" -> new CommCommand(cli);
      case "wake" -> new WakeCommand(cli);
      case "hook" -> new HookCommand(cli);
      case "join" -> new JoinCommand(cli);
      case "leave" -> new LeaveCommand(cli);
      case "mcp" -> new McpCommand(cli);
      case "completion" -> new CompletionCommand(cli);
      default -> throw new IllegalArgumentException("no command " + name);
    };
  }

  /** The command list of the root's help, under headings. */
  static String list(Help help) {
    Map<String, Help> all = help.subcommands();
    var list = new StringBuilder();
    GROUPS.forEach(
        (heading, names) -> {
          list.append('\n').append(heading).append(":\n");
          for (String name : names) {
            Help command = all.get(name);
            if (command != null) {
              String[] description = command.commandSpec().usageMessage().description();
              list.append("  ").append(name).repeat(' ', 14 - name.length());
              list.append(description.length == 0 ? "" : description[0]).append('\n');
            }
          }
        });
    return list.toString();
  }
}
