package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Participants;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.Principal;
import dev.parley.identity.access.AccessRules;
import dev.parley.identity.access.Action;
import dev.parley.identity.access.Effect;
import dev.parley.identity.access.Rule;
import dev.parley.identity.access.Subject;
import dev.parley.identity.access.Verdict;
import dev.parley.identity.audit.AuditLog;
import dev.parley.identity.authority.Identity;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The access rules: for the owner alone. */
final class AccessOperations {
  private static final String RULES = "/api/access";

  private final AccessRules rules;
  private final AuditLog audit;
  private final Participants participants;

  AccessOperations(Identity identity, Participants participants) {
    this.rules = identity.authority().rules();
    this.audit = identity.audit();
    this.participants = participants;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(RULES, "listAccessRules", "All access rules, the most specific first")
            .by(Access.OWNER)
            .answering("AccessRules")
            .doing(_ -> list()),
        Operation.of(HttpMethod.PUT, RULES, "putAccessRule", "Allow or deny something")
            .by(Access.OWNER)
            .taking("NewAccessRule")
            .answering("AccessRuleAnswer")
            .doing(this::put),
        Operation.delete(RULES, "removeAccessRule", "Remove a rule")
            .by(Access.OWNER)
            .query(QueryParameter.SUBJECT, QueryParameter.ACTION, QueryParameter.PATH)
            .answering("AccessRuleAnswer")
            .doing(this::remove),
        Operation.get(RULES + "/why", "explainAccess", "What would be decided, and by which rule")
            .by(Access.OWNER)
            .query(QueryParameter.SUBJECT, QueryParameter.ACTION, QueryParameter.PATH)
            .answering("AccessVerdict")
            .doing(this::why));
  }

  private CompletableFuture<Reply> list() {
    return Reply.ok(
            out -> {
              out.ascii("{\"rules\":");
              Shapes.list(out, rules.all(), (to, rule) -> rule.writeTo(to));
              out.ascii("}");
            })
        .now();
  }

  private CompletableFuture<Reply> put(RestCall call) {
    Request request = call.request();
    Effect effect = Effect.parse(request.requireText(Field.EFFECT));
    Subject subject = Subject.parse(request.requireText(Field.SUBJECT));
    Action action = Action.parse(request.requireText(Field.ACTION));
    Pattern on = request.address(Field.PATH, Pattern::parse);
    return rules
        .put(effect, subject, action, on)
        .thenApply(
            rule -> {
              audit.done(call.visit(), "access." + effect.wireName(), rule.text(), null);
              return shown(rule);
            });
  }

  private CompletableFuture<Reply> remove(RestCall call) {
    return rules
        .remove(
            subject(call), action(call), Request.address(Field.PATH, path(call), Pattern::parse))
        .thenApply(
            rule -> {
              audit.done(call.visit(), "access.remove", rule.text(), null);
              return shown(rule);
            });
  }

  private CompletableFuture<Reply> why(RestCall call) {
    Principal who =
        switch (subject(call)) {
          case Subject.Owner _ -> new Principal.Owner();
          case Subject.OfAgent(AgentId agent) -> {
            participants.requireAgent(agent);
            yield new Principal.AgentPrincipal(agent);
          }
          case Subject.Everyone _, Subject.OfGroup _ ->
              throw new Refused(
                  ErrorCode.BAD_REQUEST, "'subject' must be owner or an agent here: one who acts");
        };
    Verdict verdict = rules.why(who, action(call), path(call));
    return Reply.ok(
            out -> {
              out.ascii("{\"allowed\":").bool(verdict.allowed());
              out.ascii(",\"reason\":").string(verdict.reason());
              Rule rule = verdict.rule();
              if (rule != null) {
                rule.writeTo(out.ascii(",\"rule\":"));
              }
              out.ascii("}");
            })
        .now();
  }

  private static Reply shown(Rule rule) {
    return Reply.ok(
        out -> {
          rule.writeTo(out.ascii("{\"rule\":"));
          out.ascii("}");
        });
  }

  private static Subject subject(RestCall call) {
    return Subject.parse(required(call, QueryParameter.SUBJECT));
  }

  private static Action action(RestCall call) {
    return Action.parse(required(call, QueryParameter.ACTION));
  }

  private static String path(RestCall call) {
    return required(call, QueryParameter.PATH);
  }

  private static String required(RestCall call, QueryParameter parameter) {
    String text = call.query(parameter);
    if (text == null) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "'" + parameter.wireName() + "' is missing in the query");
    }
    return text;
  }
}
