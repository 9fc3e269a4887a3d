package dev.parley.core.proposals;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** What proposals and votes look like in payloads, and how a tally is kept in the store. */
final class ProposalJson {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int OPTIONS_MAX = 100;

  private ProposalJson() {}

  /** The question as it was asked. */
  record Question(String text, List<String> options, int quorum, long deadline) {}

  static Question question(byte @Nullable [] payload) {
    Fields fields = new Fields(payload == null ? new byte[] {'{', '}'} : payload);
    if (fields.question == null || fields.question.isBlank()) {
      throw bad("payload.question must be a text");
    }
    if (fields.options.size() < 2 || fields.options.size() > OPTIONS_MAX) {
      throw bad("payload.options must be 2 to " + OPTIONS_MAX + " texts");
    }
    if (fields.options.stream().distinct().count() != fields.options.size()) {
      throw bad("payload.options must differ from each other");
    }
    if (fields.quorum < (fields.hasQuorum ? 1 : 0)) {
      throw bad(
          "payload.quorum must be a whole number, at least 1; without it everybody's vote is"
              + " needed");
    }
    if (fields.deadline < (fields.hasDeadline ? 1 : 0)) {
      throw bad("payload.deadline must be a time, in milliseconds since 1970");
    }
    return new Question(fields.question, fields.options, fields.quorum, fields.deadline);
  }

  /** The option a payload votes for, or null when it is no vote; whatever else is in it. */
  static @Nullable String vote(byte @Nullable [] payload) {
    String vote = null;
    if (payload != null) {
      try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), payload)) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          boolean isVote = parser.currentName().equals("vote");
          boolean isText = parser.nextToken() == JsonToken.VALUE_STRING;
          if (isVote) {
            vote = isText ? parser.getString() : null;
          }
          parser.skipChildren();
        }
      }
    }
    return vote;
  }

  static byte[] write(Tally tally) {
    JsonBuffer out = new JsonBuffer(512).ascii("{\"question\":").string(tally.question());
    out.ascii(",\"proposer\":").string(tally.proposer());
    out.ascii(",\"path\":").string(tally.path());
    Tally.strings(out.ascii(",\"options\":"), tally.options());
    Tally.strings(out.ascii(",\"eligible\":"), tally.eligible());
    out.ascii(",\"quorum\":").number(tally.quorumAsked());
    out.ascii(",\"deadline\":").number(tally.deadline());
    Tally.strings(out.ascii(",\"voters\":"), List.copyOf(tally.votes().keySet()));
    Tally.strings(out.ascii(",\"choices\":"), List.copyOf(tally.votes().values()));
    if (tally.outcome() != null) {
      out.ascii(",\"outcome\":").string(tally.outcome());
    }
    return out.ascii("}").toBytes();
  }

  static Tally read(String id, byte[] json) {
    Fields f = new Fields(json);
    Map<String, String> votes = new LinkedHashMap<>();
    for (int i = 0; i < f.voters.size(); i++) {
      votes.put(f.voters.get(i), f.choices.get(i));
    }
    String question = f.question == null ? "" : f.question;
    return new Tally(
        MessageId.parse(id),
        f.proposer,
        f.path,
        question,
        f.options,
        f.eligible,
        f.quorum,
        f.deadline,
        votes,
        f.outcome);
  }

  private static Refused bad(String what) {
    return new Refused(ErrorCode.BAD_REQUEST, what);
  }

  private static final class Fields {
    private @Nullable String question;
    private @Nullable String outcome;
    private String proposer = "";
    private String path = "";
    private int quorum;
    private boolean hasQuorum;
    private long deadline;
    private boolean hasDeadline;
    private final List<String> options = new ArrayList<>();
    private final List<String> eligible = new ArrayList<>();
    private final List<String> voters = new ArrayList<>();
    private final List<String> choices = new ArrayList<>();

    Fields(byte[] json) {
      try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = parser.currentName();
          read(name, parser, parser.nextToken());
        }
      }
    }

    private void read(String name, JsonParser parser, JsonToken value) {
      switch (name) {
        case "question" -> question = value == JsonToken.VALUE_STRING ? parser.getString() : null;
        case "outcome" -> outcome = value == JsonToken.VALUE_STRING ? parser.getString() : null;
        case "proposer" -> proposer = value == JsonToken.VALUE_STRING ? parser.getString() : "";
        case "path" -> path = value == JsonToken.VALUE_STRING ? parser.getString() : "";
        case "quorum" -> {
          quorum = (int) number(parser, value, Integer.MAX_VALUE);
          hasQuorum = true;
        }
        case "deadline" -> {
          deadline = number(parser, value, Long.MAX_VALUE);
          hasDeadline = true;
        }
        case "options" -> strings(parser, value, options);
        case "eligible" -> strings(parser, value, eligible);
        case "voters" -> strings(parser, value, voters);
        case "choices" -> strings(parser, value, choices);
        default -> {}
      }
      if (value.isStructStart() && !parser.currentToken().isStructEnd()) {
        parser.skipChildren();
      }
    }

    /** A whole number up to a limit, or -1 for anything else. */
    private static long number(JsonParser parser, JsonToken value, long max) {
      if (value != JsonToken.VALUE_NUMBER_INT
          || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
          || parser.getLongValue() > max) {
        return -1;
      }
      return Math.max(-1, parser.getLongValue());
    }

    private static void strings(JsonParser parser, JsonToken value, List<String> into) {
      if (value != JsonToken.START_ARRAY) {
        return;
      }
      for (JsonToken next = parser.nextToken();
          next != JsonToken.END_ARRAY;
          next = parser.nextToken()) {
        if (next != JsonToken.VALUE_STRING) {
          throw bad("payload.options must be texts");
        }
        into.add(parser.getString());
      }
    }
  }
}
