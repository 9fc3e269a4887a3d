package dev.parley.doors.rest;

import dev.parley.apps.store.Catalogue;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.Callers;
import dev.parley.doors.json.Access;
import dev.parley.identity.Principal;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of apps that clients of the gateway look at and install from. What is public
 * anybody may look at; skills there are none.
 */
final class CatalogueOperations {
  private static final String APPS = "/api/v1/apps";
  private static final String APP = APPS + "/{id}";
  private static final String SKILLS = "/api/v1/skills";
  private static final int PAGE_SIZE_DEFAULT = 20;
  private static final int PAGE_SIZE_MAX = 100;

  private final Catalogue catalogue;
  private final StoreDesk desk;
  private final Bots bots;
  private final Callers callers;

  CatalogueOperations(Catalogue catalogue, StoreDesk desk, Bots bots, Callers callers) {
    this.catalogue = catalogue;
    this.desk = desk;
    this.bots = bots;
    this.callers = callers;
  }

  List<Operation> operations() {
    return List.of(
        list(APPS, "listApps", "Published apps"),
        list(APPS + "/featured", "listFeaturedApps", "Those that most have installed"),
        Operation.get(APPS + "/signing-key", "getSigningKey", "With what the store signs")
            .answering("SigningKey")
            .doing(_ -> desk.ask(() -> StoreShapes.raw(catalogue.signingKey()))),
        Operation.get(APPS + "/revocations", "listRevocations", "What may run no more")
            .answering("Revocations")
            .doing(_ -> desk.ask(() -> StoreShapes.raw(catalogue.revocations()))),
        Operation.get(APP, "getApp", "A published app, by its id, slug or manifest's id")
            .answering("CatalogueItem")
            .doing(seen(this::detail)),
        Operation.get(APP + "/reviews", "listAppReviews", "What users say of it: nothing yet")
            .query(QueryParameter.PAGE, QueryParameter.PAGE_SIZE)
            .answering("AppReviews")
            .doing(seen(this::reviews)),
        Operation.post(APP + "/install", "installStoreApp", "Note that a bot has an app")
            .by(Access.ANYONE)
            .taking("BotOrder")
            .answering("StoreInstallation")
            .audited("store.install")
            .doing(this::install),
        Operation.of(HttpMethod.DELETE, APP + "/install", "uninstallStoreApp", "It has it no more")
            .by(Access.ANYONE)
            .taking("BotOrder")
            .answering(204, null)
            .audited("store.uninstall")
            .doing(this::uninstall),
        noSkills(SKILLS, "listSkills"),
        noSkills(SKILLS + "/top", "listTopSkills"),
        noSkill(Operation.get(SKILLS + "/{id}", "getSkill", "Not found: there are no skills")),
        noSkill(
            Operation.post(
                SKILLS + "/{id}/install", "installSkill", "Not found: there are no skills")),
        noSkill(
            Operation.delete(
                SKILLS + "/{id}/install/{bot}", "uninstallSkill", "Not found, likewise")));
  }

  /** Asks something that is for everybody, and more for those who say who they are. */
  private interface Question {
    Reply answer(@Nullable Principal who, RestCall call);
  }

  private Operation.Handler seen(Question question) {
    return call -> {
      Principal who = visitor(call);
      return desk.ask(() -> question.answer(who, call));
    };
  }

  private @Nullable Principal visitor(RestCall call) {
    return Visitor.of(callers, call.http());
  }

  private Operation list(String path, String id, String summary) {
    return Operation.get(path, id, summary)
        .query(
            QueryParameter.Q,
            QueryParameter.CATEGORY,
            QueryParameter.PAGE,
            QueryParameter.PAGE_SIZE)
        .answering("AppPage")
        .doing(seen(this::page));
  }

  private Reply page(@Nullable Principal who, RestCall call) {
    int page = (int) call.number(QueryParameter.PAGE, 1, 1, Integer.MAX_VALUE);
    int size = size(call);
    return StoreShapes.reply(
        200,
        StoreShapes.page(
            "apps",
            catalogue.list(
                who, call.query(QueryParameter.Q), call.query(QueryParameter.CATEGORY), page, size),
            page,
            size));
  }

  private static int size(RestCall call) {
    return (int) call.number(QueryParameter.PAGE_SIZE, PAGE_SIZE_DEFAULT, 1, PAGE_SIZE_MAX);
  }

  private static String id(RestCall call) {
    return call.segment("id", text -> text);
  }

  private Reply detail(@Nullable Principal who, RestCall call) {
    Catalogue.Item item = catalogue.find(who, id(call));
    return StoreShapes.reply(200, StoreShapes.detail(item, catalogue.manifest(item.release())));
  }

  private Reply reviews(@Nullable Principal who, RestCall call) {
    Catalogue.Item _ = catalogue.find(who, id(call));
    return StoreShapes.reply(200, StoreShapes.noReviews());
  }

  private CompletableFuture<Reply> install(RestCall call) {
    Bots.Acting acting = bots.inBody(call);
    return desk.ask(
        () -> {
          Catalogue.Installed installed =
              catalogue.install(call.principal(), id(call), acting.bot());
          return StoreShapes.reply(
              200,
              StoreShapes.installed(installed, catalogue.manifest(installed.item().release())));
        });
  }

  private CompletableFuture<Reply> uninstall(RestCall call) {
    Bots.Acting acting = bots.inBody(call);
    return desk.ask(
        () -> {
          catalogue.uninstall(id(call), acting.bot());
          return Reply.nothing();
        });
  }

  private static Operation noSkills(String path, String id) {
    return Operation.get(path, id, "There are none: this hub has apps only")
        .by(Access.ANYONE)
        .query(
            QueryParameter.Q,
            QueryParameter.CATEGORY,
            QueryParameter.PAGE,
            QueryParameter.PAGE_SIZE)
        .answering("SkillPage")
        .doing(
            call -> {
              int page = (int) call.number(QueryParameter.PAGE, 1, 1, Integer.MAX_VALUE);
              Catalogue.Page none = new Catalogue.Page(List.of(), 0);
              return StoreShapes.reply(200, StoreShapes.page("skills", none, page, size(call)))
                  .now();
            });
  }

  private static Operation noSkill(Operation.Draft draft) {
    return draft
        .by(Access.ANYONE)
        .answering("CatalogueItem")
        .doing(
            _ -> {
              throw new Refused(ErrorCode.NOT_FOUND, "there is no such skill: there are none here");
            });
  }
}
