package dev.parley.hub.cli.completion;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    description = "Print a completion script for your shell.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(parley completion bash)                                    in ~/.bashrc",
      "  source <(parley completion zsh)                                     in ~/.zshrc",
      "  parley completion fish > ~/.config/fish/completions/parley.fish"
    })
public final class CompletionCommand implements Callable<Integer> {
  private final Cli cli;

  /** The shells there are scripts for. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell;

  @Spec private CommandSpec spec;

  public CompletionCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    cli.console()
        .line(
            switch (shell) {
              // One script serves both: in zsh it turns bash's completion on.
              case BASH, ZSH -> AutoComplete.bash("parley", root);
              case FISH -> FishScript.of(root);
            });
    return Exit.OK;
  }
}
