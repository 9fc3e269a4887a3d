package dev.parley.hub.cli.messages;

import dev.parley.client.message.Draft;
import dev.parley.hub.cli.CliError;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where a message goes, and the words after it. */
final class Recipients {
  @Option(
      names = "--path",
      description = "Route to this path instead of to an agent; all words are then the text.")
  @Nullable String path;

  @Parameters(
      paramLabel = "TO TEXT",
      arity = "0..*",
      description = {
        "The agent (or a,b,c, or a path such as group/reviewers), then the text.",
        "A single - as the text reads it from stdin."
      })
  List<String> words = List.of();

  Draft draft() {
    if (path != null) {
      return Draft.toPath(path);
    }
    if (words.isEmpty()) {
      throw CliError.usage("say to whom: an agent, or --path PATH");
    }
    String to = words.getFirst();
    List<String> names = List.of(to.split(",", -1));
    boolean several = names.size() > 1 && names.stream().allMatch(Recipients::isName);
    return several ? Draft.to(names) : Draft.to(to);
  }

  private static boolean isName(String name) {
    return name.indexOf('/') < 0 || name.startsWith("group/");
  }

  List<String> text() {
    return path != null ? words : words.subList(1, words.size());
  }
}
