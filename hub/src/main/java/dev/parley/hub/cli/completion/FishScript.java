package dev.parley.hub.cli.completion;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for fish: a line a command and a line an option, each with its description. */
final class FishScript {
  private final StringBuilder script = new StringBuilder("complete -c parley -f\n");

  private FishScript() {}

  static String of(CommandLine root) {
    var fish = new FishScript();
    fish.commands(root, "__fish_use_subcommand");
    fish.options(root.getCommandSpec(), "__fish_use_subcommand");
    root.getSubcommands()
        .forEach(
            (name, command) -> {
              String seen = "__fish_seen_subcommand_from " + name;
              fish.commands(command, seen);
              fish.options(command.getCommandSpec(), seen);
              command
                  .getSubcommands()
                  .forEach(
                      (inner, nested) ->
                          fish.options(
                              nested.getCommandSpec(),
                              seen + "; and __fish_seen_subcommand_from " + inner));
            });
    return fish.script.toString();
  }

  private void commands(CommandLine parent, String condition) {
    for (Map.Entry<String, CommandLine> each : parent.getSubcommands().entrySet()) {
      String[] description = each.getValue().getCommandSpec().usageMessage().description();
      line(condition, " -a " + each.getKey(), description);
    }
  }

  private void options(CommandSpec command, String condition) {
    for (OptionSpec option : command.options()) {
      var names = new StringBuilder();
      for (String name : option.names()) {
        names.append(
            name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
      }
      line(condition, names + (option.arity().max() > 0 ? " -r" : ""), option.description());
    }
  }

  private void line(String condition, String what, String[] description) {
    String said = description.length == 0 ? "" : description[0].replace("'", "\\'");
    script
        .append("complete -c parley -n '")
        .append(condition)
        .append('\'')
        .append(what)
        .append(" -d '")
        .append(said.replaceAll("\\(default.*", "").strip())
        .append("'\n");
  }
}
