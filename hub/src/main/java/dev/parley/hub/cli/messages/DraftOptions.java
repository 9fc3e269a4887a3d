package dev.parley.hub.cli.messages;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Durations;
import dev.parley.hub.cli.rest.StoredFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said of any message that is sent. */
final class DraftOptions {
  private static final Duration ESCALATE_AFTER = Duration.ofHours(1);

  @Option(
      names = "--from",
      paramLabel = "AGENT",
      description = "The sender (default: --as, else developer).")
  @Nullable String from;

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "A JSON object; - reads it from stdin.")
  @Nullable String payload;

  @Option(names = "--command", description = "What to do (default: message).")
  @Nullable String command;

  @Option(
      names = "--type",
      description = "message, mention, proposal, command, info, task, task_result, task_status.")
  @Nullable String type;

  @Option(names = "--priority", description = "high, normal or low.")
  @Nullable String priority;

  @Option(
      names = "--conversation",
      paramLabel = "ID",
      description = "The conversation it belongs to.")
  @Nullable String conversation;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "Expires after this long: 500ms, 10s, 5m, 2h.")
  @Nullable Duration ttl;

  @Option(
      names = "--escalate-to",
      paramLabel = "AGENT",
      description = "Tell this agent or person when it is overdue (see --escalate-after).")
  @Nullable String escalateTo;

  @Option(
      names = "--escalate-after",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long the recipients have: 1s to 30d (default: 1h).")
  @Nullable Duration escalateAfter;

  @Option(
      names = "--escalate-unless",
      paramLabel = "STATE",
      description = "What they have to come to: delivered, read, turn_started, answered (default).")
  @Nullable String escalateUnless;

  @Option(
      names = "--id",
      paramLabel = "UUID",
      description = "The message's id; the hub delivers an id once, so retrying by hand is safe.")
  @Nullable String id;

  @Option(
      names = "--attach",
      paramLabel = "FILE",
      description = "Store this file and attach it; may be given several times.")
  List<Path> attached = List.of();

  /** The draft with all of it, and the words as its text; a lone dash reads the text from stdin. */
  Draft fill(Draft draft, List<String> words, Cli cli) throws IOException {
    boolean textPiped = words.size() == 1 && words.getFirst().equals("-");
    boolean payloadPiped = "-".equals(payload);
    if (textPiped && payloadPiped) {
      throw CliError.usage("stdin can be the text or the payload, not both");
    }
    if (ttl != null && ttl.toMillis() == 0) {
      throw CliError.usage("--ttl must be at least 1ms: nobody could receive the message");
    }
    if (escalateTo == null && (escalateAfter != null || escalateUnless != null)) {
      throw CliError.usage("--escalate-to is missing: say who is to be told");
    }
    String text =
        words.isEmpty()
            ? null
            : textPiped ? cli.console().input().stripTrailing() : String.join(" ", words);
    String json = payloadPiped ? cli.console().input() : payload;
    if (text == null && json == null && command == null && attached.isEmpty()) {
      throw CliError.usage(
          "there is nothing to send: give a text, --payload, --command or --attach");
    }
    attached.forEach(StoredFile::require);
    return escalating(draft)
        .from(from == null ? cli.agent() : from)
        .content(text)
        .payload(json == null ? null : parsed(json))
        .command(command)
        .messageType(type)
        .priority(priority)
        .conversation(conversation)
        .expiresAfter(ttl)
        .id(id);
  }

  private Draft escalating(Draft draft) {
    return escalateTo == null
        ? draft
        : draft.escalate(
            escalateUnless == null ? "answered" : escalateUnless,
            escalateAfter == null ? ESCALATE_AFTER : escalateAfter,
            escalateTo);
  }

  /** The draft with the files, which are stored in the hub by that. */
  Draft attach(Draft draft, Cli cli) throws IOException {
    if (attached.isEmpty()) {
      return draft;
    }
    List<Map<String, Object>> attachments = new ArrayList<>();
    for (Path file : attached) {
      attachments.add(StoredFile.attachment(cli, file));
    }
    return draft.with(EnvelopeField.ATTACHMENTS, attachments);
  }

  private static JsonObject parsed(String json) {
    try {
      return JsonObject.parse(json);
    } catch (JsonException e) {
      throw CliError.usage("--payload: not a JSON object: " + e.getMessage());
    }
  }
}
