package dev.parley.hub.cli;

import dev.parley.client.ParleyException;
import dev.parley.client.json.JsonWriter;
import dev.parley.core.store.StoreException;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.config.BadConfig;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever went wrong into one line on err and an exit code. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private final Cli cli;

  Failures(Cli cli) {
    this.cli = cli;
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    return switch (failure) {
      case CliError error -> told(error.exitCode(), error.code(), message(error));
      case ParleyException refusal -> told(exitCode(refusal), refusal.code(), hinted(refusal));
      case BadConfig bad -> told(Exit.USAGE, "bad_config", message(bad));
      case StoreException e -> told(Exit.FAILED, "store", message(e));
      case IllegalArgumentException bad -> told(Exit.USAGE, "usage", message(bad));
      case IOException e ->
          told(Exit.FAILED, "io", e.getClass().getSimpleName() + ": " + message(e));
      default -> {
        int code = told(Exit.FAILED, "internal", "a bug: " + failure);
        failure.printStackTrace(cli.console().err());
        yield code;
      }
    };
  }

  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    String name = failure.getCommandLine().getCommandSpec().qualifiedName();
    String suggestion = "";
    if (failure instanceof UnmatchedArgumentException unmatched) {
      List<String> near = unmatched.getSuggestions();
      suggestion = near.isEmpty() ? "" : "; did you mean " + near.getFirst() + "?";
    }
    return told(Exit.USAGE, "usage", message(failure) + suggestion + " (see " + name + " --help)");
  }

  private static String message(Exception failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  private static int exitCode(ParleyException refusal) {
    return refusal.code().equals(ParleyException.UNREACHABLE) ? Exit.NO_HUB : Exit.FAILED;
  }

  private static String hinted(ParleyException refusal) {
    String hint =
        switch (refusal.code()) {
          case ParleyException.UNAUTHORIZED ->
              "; give the right one with --token-file, or get a new one with: parley agents token";
          case ParleyException.CONNECTION_LOST -> "; see what happened with: parley doctor";
          default -> "";
        };
    return message(refusal) + hint;
  }

  private int told(int exitCode, String code, String message) {
    if (cli.isJson()) {
      cli.console()
          .note(
              Escaped.json(
                  new JsonWriter()
                      .put("error", Map.of("code", code, "message", message))
                      .toObject()
                      .raw()));
    } else {
      cli.console().note("parley: " + Escaped.line(message));
    }
    return exitCode;
  }
}
