package dev.parley.doors.rest;

import dev.parley.agents.usage.Counts;
import dev.parley.agents.usage.Usage;
import dev.parley.agents.usage.UsageReport;
import dev.parley.agents.usage.UsageReport.By;
import dev.parley.agents.usage.Used;
import dev.parley.core.address.AgentId;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.Principal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What agents use of models: said by those who know, added up for those who may know. */
final class UsageOperations {
  private static final int DAYS_DEFAULT = 30;

  private final Usage usage;

  UsageOperations(Usage usage) {
    this.usage = usage;
  }

  List<Operation> operations() {
    return List.of(
        Operation.post("/api/usage", "recordUsage", "Say what an agent has used of a model")
            .by(Access.ANYONE)
            .taking("UsageEntry")
            .answering("UsageCounted")
            .doing(this::record),
        Operation.get("/api/usage", "reportUsage", "What was used: one's own, one's agents', all")
            .by(Access.ANYONE)
            .query(
                QueryParameter.FROM_DAY,
                QueryParameter.TO_DAY,
                QueryParameter.BY,
                QueryParameter.AGENT)
            .answering("UsageReport")
            .doing(this::report));
  }

  private CompletableFuture<Reply> record(RestCall call) {
    Request request = call.request();
    String named = request.text(Field.AGENT_ID);
    AgentId agent =
        named == null && call.principal() instanceof Principal.AgentPrincipal(AgentId self)
            ? self
            : request.address(Field.AGENT_ID, AgentId::new);
    Used used =
        new Used(
            request.requireText(Field.ID),
            request.requireText(Field.MODEL),
            new Counts(
                request.number(Field.CALLS, 1),
                request.number(Field.INPUT_TOKENS, 0),
                request.number(Field.OUTPUT_TOKENS, 0),
                request.number(Field.COST_MICROS, 0)));
    return usage
        .record(call.visit(), agent, used, request.messageId(Field.MESSAGE_ID))
        .thenApply(counted -> Reply.ok(out -> out.ascii("{\"counted\":").bool(counted).ascii("}")));
  }

  private CompletableFuture<Reply> report(RestCall call) {
    LocalDate to = day(call, QueryParameter.TO_DAY, usage.today());
    LocalDate from = day(call, QueryParameter.FROM_DAY, to.minusDays(DAYS_DEFAULT - 1));
    if (from.isAfter(to)) {
      throw RestCall.wrong(QueryParameter.FROM_DAY, "a day that is not after 'to'");
    }
    String by = call.query(QueryParameter.BY);
    By sums =
        By.named(by == null ? By.BOT.wireName() : by)
            .orElseThrow(
                () -> RestCall.wrong(QueryParameter.BY, "'owner', 'bot', 'model' or 'day'"));
    String named = call.query(QueryParameter.AGENT);
    AgentId of = named == null ? null : RestCall.agent(QueryParameter.AGENT, named);
    return usage
        .report(call.visit(), from, to, sums, of)
        .thenApply(report -> Reply.ok(out -> write(out, report)));
  }

  private static LocalDate day(RestCall call, QueryParameter name, LocalDate otherwise) {
    String text = call.query(name);
    try {
      return text == null ? otherwise : LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw RestCall.wrong(name, "a day such as 2026-01-31");
    }
  }

  private void write(JsonBuffer out, UsageReport report) {
    out.ascii("{\"from\":").string(report.from().toString());
    out.ascii(",\"to\":").string(report.to().toString());
    out.ascii(",\"by\":").string(report.by().wireName());
    out.ascii(",\"rows\":");
    Shapes.list(
        out,
        report.rows(),
        (to, row) -> {
          to.ascii("{\"key\":").string(row.key()).ascii(",");
          counts(to, row.counts());
          to.ascii("}");
        });
    out.ascii(",\"more\":").bool(report.more()).ascii(",\"total\":{");
    counts(out, report.total());
    out.ascii("},\"daysKept\":").number(usage.daysKept()).ascii("}");
  }

  private static void counts(JsonBuffer out, Counts counts) {
    out.ascii("\"calls\":").number(counts.calls());
    out.ascii(",\"inputTokens\":").number(counts.inputTokens());
    out.ascii(",\"outputTokens\":").number(counts.outputTokens());
    out.ascii(",\"costMicros\":").number(counts.costMicros());
  }
}
