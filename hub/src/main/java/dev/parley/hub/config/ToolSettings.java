package dev.parley.hub.config;

import dev.parley.agents.approvals.ApprovalPolicy;
import dev.parley.agents.approvals.ApprovalPolicy.Rule;
import dev.parley.agents.schedules.SchedulesConfig;
import dev.parley.agents.web.WebConfig;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What agents may do with their tools. */
public record ToolSettings(ApprovalPolicy approvals, SchedulesConfig schedules, WebConfig web) {
  private static final Pattern TOOL = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}\\*?|\\*");
  private static final int NAMES_MAX = 500;
  private static final int ANSWERING_MAX = 20;
  private static final int EXPIRY_MINUTES_MAX = 7 * 24 * 60;
  private static final int DAY_SECONDS = 86_400;

  static ToolSettings of(Settings settings) {
    return new ToolSettings(approvals(settings), schedules(settings), web(settings));
  }

  private static ApprovalPolicy approvals(Settings settings) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    rules(settings, "approvals.allow", Rule.ALLOW, rules);
    rules(settings, "approvals.ask", Rule.ASK, rules);
    rules(settings, "approvals.deny", Rule.DENY, rules);
    int minutes =
        settings.integer(
            "approvals.expiryMinutes", (int) ApprovalPolicy.DEFAULT.patience().toMinutes());
    Checks.between("approvals.expiryMinutes", minutes, 1, EXPIRY_MINUTES_MAX);
    List<String> names = settings.names("approvals.answeredBy");
    if (names.size() > ANSWERING_MAX) {
      throw new BadConfig("approvals.answeredBy", names.size(), "at most " + ANSWERING_MAX);
    }
    return new ApprovalPolicy(
        rules,
        Duration.ofMinutes(minutes),
        names.stream().distinct().map(ToolSettings::agent).toList());
  }

  private static void rules(Settings settings, String key, Rule rule, Map<String, Rule> rules) {
    List<String> names = settings.names(key);
    if (names.size() > NAMES_MAX) {
      throw new BadConfig(key, names.size(), "at most " + NAMES_MAX);
    }
    for (String name : names) {
      if (!TOOL.matcher(name).matches()) {
        throw new BadConfig(key, name, "names of tools, such as schedule.create or mcp__files__*");
      }
      Rule before = rules.put(name, rule);
      if (before != null && before != rule) {
        throw new BadConfig(key, name, "in one of the lists allow, ask and deny alone");
      }
    }
  }

  private static AgentId agent(String name) {
    try {
      return new AgentId(name);
    } catch (InvalidAddress e) {
      throw new BadConfig("approvals.answeredBy", name, "ids of agents, such as developer");
    }
  }

  private static SchedulesConfig schedules(Settings settings) {
    SchedulesConfig usual = SchedulesConfig.DEFAULT;
    return new SchedulesConfig(
        count(settings, "schedules.max", usual.max(), 0, 100_000),
        count(settings, "schedules.ownMax", usual.ownMax(), 0, 10_000),
        Duration.ofSeconds(
            count(
                settings,
                "schedules.ownSecondsApart",
                (int) usual.ownApart().toSeconds(),
                1,
                DAY_SECONDS)),
        count(settings, "schedules.catchUpMax", usual.catchUpMax(), 1, 10_000),
        count(settings, "schedules.historyMax", usual.historyMax(), 1, 1_000));
  }

  private static WebConfig web(Settings settings) {
    WebConfig usual = WebConfig.DEFAULT;
    boolean enabled = settings.flag("web.enabled", usual.enabled());
    boolean comm = settings.flag("web.comm", usual.comm());
    boolean anywhere = settings.flag("web.privateAddresses", usual.privateAddresses());
    int bytes = count(settings, "web.bytesMax", usual.bytesMax(), 1_024, 64 << 20);
    int millis =
        count(settings, "web.timeoutMs", (int) usual.patience().toMillis(), 1_000, 600_000);
    String search = settings.text("web.searchUrl", "");
    if (!search.isEmpty()
        && (!search.matches("https?://[^/@]+/.*") || !search.contains(WebConfig.QUERY))) {
      throw new BadConfig(
          "web.searchUrl", search, "an address such as https://search.example/?q={query}");
    }
    return new WebConfig(
        enabled,
        comm,
        anywhere,
        bytes,
        Duration.ofMillis(millis),
        search.isEmpty() ? null : search);
  }

  private static int count(Settings settings, String key, int otherwise, int least, int most) {
    int count = settings.integer(key, otherwise);
    Checks.between(key, count, least, most);
    return count;
  }
}
