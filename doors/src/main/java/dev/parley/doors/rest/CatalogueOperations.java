package dev.parley.doors.rest;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.json.Access;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The catalogue of apps and skills that clients of the gateway look at: this hub has none. */
final class CatalogueOperations {
  private static final String APPS = "/api/v1/apps";
  private static final String SKILLS = "/api/v1/skills";
  private static final int PAGE_SIZE_DEFAULT = 20;
  private static final int PAGE_SIZE_MAX = 100;

  List<Operation> operations() {
    return List.of(
        list(APPS, "listApps", "apps", "AppPage"),
        list(APPS + "/featured", "listFeaturedApps", "apps", "AppPage"),
        list(SKILLS, "listSkills", "skills", "SkillPage"),
        list(SKILLS + "/top", "listTopSkills", "skills", "SkillPage"),
        item(APPS, "getApp", "an app"),
        item(SKILLS, "getSkill", "a skill"));
  }

  private static Operation list(String path, String id, String name, String schema) {
    return Operation.get(path, id, "There are none: this hub has no catalogue")
        .by(Access.ANYONE)
        .query(
            QueryParameter.Q,
            QueryParameter.CATEGORY,
            QueryParameter.PAGE,
            QueryParameter.PAGE_SIZE)
        .answering(schema)
        .doing(call -> nothing(call, name));
  }

  private static CompletableFuture<Reply> nothing(RestCall call, String name) {
    long page = call.number(QueryParameter.PAGE, 1, 1, Integer.MAX_VALUE);
    long size = call.number(QueryParameter.PAGE_SIZE, PAGE_SIZE_DEFAULT, 1, PAGE_SIZE_MAX);
    return Reply.ok(
            out -> {
              out.ascii("{\"").ascii(name).ascii("\":[],\"totalCount\":0,\"total_count\":0");
              out.ascii(",\"page\":").number(page);
              out.ascii(",\"pageSize\":").number(size);
              out.ascii(",\"page_size\":").number(size).ascii("}");
            })
        .now();
  }

  private static Operation item(String path, String id, String what) {
    return Operation.get(path + "/{id}", id, "Not found: this hub has no catalogue")
        .by(Access.ANYONE)
        .answering("CatalogueItem")
        .doing(
            _ -> {
              throw new Refused(ErrorCode.NOT_FOUND, "there is no such thing as " + what + " here");
            });
  }
}
