package dev.parley.hub.cli.registry;

import dev.parley.client.Agents;
import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliError;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said of an agent. */
final class AgentDetails {
  @Option(names = "--name", description = "A name for people.")
  private @Nullable String name;

  @Option(names = "--description", description = "What it is for.")
  private @Nullable String description;

  @Option(names = "--metadata", paramLabel = "JSON", description = "A JSON object of your own.")
  private @Nullable String metadata;

  Agents.Details details() {
    try {
      JsonObject parsed = metadata == null ? null : JsonObject.parse(metadata);
      return new Agents.Details(name, description, parsed);
    } catch (JsonException e) {
      throw CliError.usage("--metadata: not a JSON object: " + e.getMessage());
    }
  }
}
