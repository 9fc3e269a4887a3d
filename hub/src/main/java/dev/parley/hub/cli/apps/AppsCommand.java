package dev.parley.hub.cli.apps;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CommandGroup;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import picocli.CommandLine.Command;

@Command(
    name = "apps",
    description = "Install, run and publish apps: programs that give agents tools and more.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley apps new calculator --lang go",
      "  parley apps list",
      "  parley apps run ./calculator",
      "  parley apps pack ./calculator",
      "  parley apps install calculator.napp",
      "  parley apps install com.example.calculator --yes",
      "  parley apps settings com.example.weather city=Oslo --secret api_key",
      "  parley apps logs com.example.weather --follow",
      "  parley apps publish ./calculator --binary linux-amd64=build/calculator",
      "  parley apps reviews"
    })
public final class AppsCommand extends CommandGroup {
  private final Cli cli;

  public AppsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("new", new NewCommand(cli));
    commands.put("list", new ListCommand(cli));
    commands.put("show", new ShowCommand(cli));
    commands.put("run", new RunCommand(cli));
    commands.put("install", new InstallCommand(cli));
    commands.put("pack", new PackCommand(cli));
    commands.put("verify", new VerifyCommand(cli));
    commands.put("update", new ActCommand.Update(cli));
    commands.put("approve", new ApproveCommand(cli));
    commands.put("uninstall", new UninstallCommand(cli));
    commands.put("launch", new ActCommand.Launch(cli));
    commands.put("stop", new ActCommand.Stop(cli));
    commands.put("restart", new ActCommand.Restart(cli));
    commands.put("logs", new LogsCommand(cli));
    commands.put("settings", new SettingsCommand(cli));
    commands.put("connect", new ConnectCommand(cli));
    commands.put("publish", new PublishCommand(cli));
    commands.put("submit", new SubmitCommand(cli));
    commands.put("status", new StatusCommand(cli));
    commands.put("reviews", new ReviewsCommand(cli));
    commands.put("review", new ReviewCommand(cli));
    return commands;
  }
}
