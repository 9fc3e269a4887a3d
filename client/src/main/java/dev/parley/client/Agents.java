package dev.parley.client;

import dev.parley.client.json.JsonObject;
import dev.parley.client.registry.AgentInfo;
import dev.parley.client.registry.AgentPage;
import dev.parley.client.registry.NewAgent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The registered agents. */
public final class Agents {
  private final Operations operations;

  Agents(Operations operations) {
    this.operations = operations;
  }

  /** What may be said of an agent beside its id; null says nothing. */
  public record Details(
      @Nullable String name, @Nullable String description, @Nullable JsonObject metadata) {
    public static final Details NONE = new Details(null, null, null);

    private Request in(Request request) {
      return request.with("name", name).with("description", description).with("metadata", metadata);
    }
  }

  /** The answer holds the agent's token, which is shown this once. */
  public NewAgent create(String agentId, Details details) {
    return creating(agentId, details).now();
  }

  public CompletableFuture<NewAgent> createAsync(String agentId, Details details) {
    return creating(agentId, details).later();
  }

  private Operation<NewAgent> creating(String agentId, Details details) {
    return operations.of(
        details.in(Request.once("agent.create").with("agentId", agentId)), NewAgent::of);
  }

  public AgentInfo get(String agentId) {
    return getting(agentId).now();
  }

  public CompletableFuture<AgentInfo> getAsync(String agentId) {
    return getting(agentId).later();
  }

  private Operation<AgentInfo> getting(String agentId) {
    return operations.of(Request.repeatable("agent.get").with("agentId", agentId), Agents::agentOf);
  }

  /** Up to {@code agentsMax} agents after an id; null starts at the first. */
  public AgentPage list(int agentsMax, @Nullable String after) {
    return listing(agentsMax, after).now();
  }

  public CompletableFuture<AgentPage> listAsync(int agentsMax, @Nullable String after) {
    return listing(agentsMax, after).later();
  }

  private Operation<AgentPage> listing(int agentsMax, @Nullable String after) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("limit", agentsMax);
    if (after != null) {
      options.put("after", after);
    }
    return operations.of(Request.repeatable("agent.list").with("options", options), AgentPage::of);
  }

  public AgentInfo update(String agentId, Details details) {
    return updating(agentId, details).now();
  }

  public CompletableFuture<AgentInfo> updateAsync(String agentId, Details details) {
    return updating(agentId, details).later();
  }

  private Operation<AgentInfo> updating(String agentId, Details details) {
    return operations.of(
        details.in(Request.repeatable("agent.update").with("agentId", agentId)), Agents::agentOf);
  }

  /**
   * Publishes the card of an agent, in place of the one it had: what it is good for, for those who
   * look for agents. An agent does so once it is connected; the hub keeps it.
   *
   * @param card {@code name}, {@code description}, {@code skills} and the others of docs/rest.md
   */
  public AgentInfo publishCard(String agentId, JsonObject card) {
    return publishing(agentId, card).now();
  }

  public CompletableFuture<AgentInfo> publishCardAsync(String agentId, JsonObject card) {
    return publishing(agentId, card).later();
  }

  private Operation<AgentInfo> publishing(String agentId, JsonObject card) {
    return operations.of(
        Request.repeatable("agent.update").with("agentId", agentId).with("card", card),
        Agents::agentOf);
  }

  /** With its inbox, sessions, subscriptions and token. */
  public JsonObject delete(String agentId) {
    return deleting(agentId).now();
  }

  public CompletableFuture<JsonObject> deleteAsync(String agentId) {
    return deleting(agentId).later();
  }

  private Operation<JsonObject> deleting(String agentId) {
    return operations.of(Request.once("agent.delete").with("agentId", agentId), Answers::document);
  }

  /** A new token; the old one stops working. */
  public String token(String agentId) {
    return renewing(agentId).now();
  }

  public CompletableFuture<String> tokenAsync(String agentId) {
    return renewing(agentId).later();
  }

  private Operation<String> renewing(String agentId) {
    return operations.of(
        Request.once("agent.token").with("agentId", agentId), answer -> answer.text("token", ""));
  }

  /** Withdraws the token without making another: nobody connects as this agent until then. */
  public JsonObject revoke(String agentId) {
    return revoking(agentId).now();
  }

  public CompletableFuture<JsonObject> revokeAsync(String agentId) {
    return revoking(agentId).later();
  }

  private Operation<JsonObject> revoking(String agentId) {
    return operations.of(Request.once("agent.revoke").with("agentId", agentId), Answers::document);
  }

  private static AgentInfo agentOf(JsonObject answer) {
    return AgentInfo.of(answer.objectOrEmpty("agent"));
  }
}
