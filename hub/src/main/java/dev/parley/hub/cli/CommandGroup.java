package dev.parley.hub.cli;

import java.io.IOException;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only holds others, such as {@code parley agents}. Alone it shows them. */
@Command
public abstract class CommandGroup implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** The commands under it, by name. */
  public abstract SequencedMap<String, Object> commands();

  @Override
  public Integer call() throws IOException {
    spec.commandLine().usage(spec.commandLine().getErr());
    return Exit.USAGE;
  }
}
