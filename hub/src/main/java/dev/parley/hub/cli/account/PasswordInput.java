package dev.parley.hub.cli.account;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import java.io.IOException;
import picocli.CommandLine.Option;

/**
 * Where passwords come from: the terminal, which does not show them, or standard input. Never an
 * argument, which others on the machine can see.
 */
final class PasswordInput {
  @Option(names = "--password-stdin", description = "Read the password from standard input.")
  private boolean piped;

  String known(Cli cli) throws IOException {
    return piped ? read(cli) : asked(cli, "Password: ");
  }

  /** A new one, asked for twice, for nobody sees what is typed. */
  String chosen(Cli cli) throws IOException {
    if (piped) {
      return read(cli);
    }
    String first = asked(cli, "Choose a password (10 characters or more): ");
    if (!asked(cli, "The same again: ").equals(first)) {
      throw CliError.usage("these are two different passwords; nothing was done");
    }
    return first;
  }

  /** From one password to another. */
  record Change(String present, String chosen) {
    @Override
    public String toString() {
      return "Change"; // passwords stay out of logs
    }
  }

  /** The present one, and another. */
  Change change(Cli cli) throws IOException {
    if (!piped) {
      return new Change(asked(cli, "Present password: "), chosen(cli));
    }
    String[] lines = cli.console().input().split("\\R", -1);
    if (lines.length < 2 || lines[0].isEmpty() || lines[1].isEmpty()) {
      throw CliError.usage(
          "--password-stdin: two lines are read, the present password and the new one");
    }
    return new Change(lines[0], lines[1]);
  }

  private static String read(Cli cli) throws IOException {
    String line = cli.console().input().replaceFirst("\\R\\z", "");
    if (line.isEmpty()) {
      throw CliError.usage("--password-stdin: there is no password on standard input");
    }
    return line;
  }

  private static String asked(Cli cli, String question) throws IOException {
    String answer = cli.console().askSecret(question);
    if (answer == null) {
      throw CliError.usage("there is no terminal to ask for the password; use --password-stdin");
    }
    if (answer.isEmpty()) {
      throw CliError.usage("no password was given; nothing was done");
    }
    return answer;
  }
}
