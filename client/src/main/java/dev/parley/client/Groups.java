package dev.parley.client;

import dev.parley.client.json.JsonObject;
import dev.parley.client.registry.GroupInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Named sets of agents. */
public final class Groups {
  private final Operations operations;

  Groups(Operations operations) {
    this.operations = operations;
  }

  /** Makes the group, or gives it these members instead of those it had. */
  public GroupInfo put(String name, List<String> members) {
    return putting(name, members).now();
  }

  public CompletableFuture<GroupInfo> putAsync(String name, List<String> members) {
    return putting(name, members).later();
  }

  private Operation<GroupInfo> putting(String name, List<String> members) {
    return operations.of(
        Request.repeatable("group.put").with("name", name).with("members", members),
        Groups::groupOf);
  }

  public GroupInfo get(String name) {
    return getting(name).now();
  }

  public CompletableFuture<GroupInfo> getAsync(String name) {
    return getting(name).later();
  }

  private Operation<GroupInfo> getting(String name) {
    return operations.of(Request.repeatable("group.get").with("name", name), Groups::groupOf);
  }

  public List<GroupInfo> list() {
    return listing().now();
  }

  public CompletableFuture<List<GroupInfo>> listAsync() {
    return listing().later();
  }

  private Operation<List<GroupInfo>> listing() {
    return operations.of(
        Request.repeatable("group.list"),
        answer -> answer.objects("groups").stream().map(GroupInfo::of).toList());
  }

  public JsonObject delete(String name) {
    return deleting(name).now();
  }

  public CompletableFuture<JsonObject> deleteAsync(String name) {
    return deleting(name).later();
  }

  private Operation<JsonObject> deleting(String name) {
    return operations.of(Request.once("group.delete").with("name", name), Answers::document);
  }

  private static GroupInfo groupOf(JsonObject answer) {
    return GroupInfo.of(answer.objectOrEmpty("group"));
  }
}
