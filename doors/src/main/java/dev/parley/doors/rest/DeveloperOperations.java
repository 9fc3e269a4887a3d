package dev.parley.doors.rest;

import dev.parley.apps.store.Accounts;
import dev.parley.apps.store.Publishing;
import dev.parley.apps.store.Review;
import dev.parley.apps.store.Store;
import dev.parley.apps.store.StoreApp;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.function.Function;

/** Publishing apps in this hub's store, and reviewing what others publish. */
final class DeveloperOperations {
  static final String APP = "/api/v1/developer/apps/{id}";
  private static final String ACCOUNTS = "/api/v1/developer/accounts";
  private static final String APPS = "/api/v1/developer/apps";
  private static final String ADMIN = "/api/v1/admin/apps";

  private final Accounts accounts;
  private final Publishing publishing;
  private final Review review;
  private final StoreDesk desk;

  DeveloperOperations(Store store, StoreDesk desk) {
    this.accounts = store.accounts();
    this.publishing = store.publishing();
    this.review = store.review();
    this.desk = desk;
  }

  List<Operation> operations() {
    return List.of(
        Operation.post(ACCOUNTS, "makeDeveloperAccount", "An account to publish apps under")
            .by(Access.ANYONE)
            .takingWhole("DeveloperAccountOrder", Field.VALUES)
            .answering(201, "DeveloperAccount")
            .audited("store.account")
            .doing(asked(this::makeAccount)),
        Operation.get(ACCOUNTS, "listDeveloperAccounts", "The accounts of whoever asks")
            .by(Access.ANYONE)
            .answering("DeveloperAccounts")
            .doing(
                asked(
                    call ->
                        StoreShapes.reply(
                            200,
                            StoreShapes.list(
                                "accounts", accounts.of(call.visit()), StoreShapes::account)))),
        Operation.post(APPS, "createStoreApp", "An app that is to be published")
            .by(Access.ANYONE)
            .takingWhole("StoreAppOrder", Field.VALUES)
            .answering(201, "StoreApp")
            .audited("store.create")
            .doing(
                asked(
                    call ->
                        answer(
                            201, publishing.create(call.visit(), StoreBodies.of(call).fields())))),
        Operation.get(APPS, "listStoreApps", "The apps of whoever asks, published or not")
            .by(Access.ANYONE)
            .answering("StoreProducts")
            .doing(asked(this::mine)),
        Operation.get(APP, "getStoreApp", "An app with its binaries and reviews")
            .by(Access.ANYONE)
            .answering("StoreApp")
            .doing(asked(call -> answer(200, publishing.find(call.visit(), id(call))))),
        Operation.of(HttpMethod.PUT, APP, "updateStoreApp", "What is sent changes")
            .by(Access.ANYONE)
            .takingWhole("StoreAppOrder", Field.VALUES)
            .answering("StoreApp")
            .audited("store.update")
            .doing(
                asked(
                    call ->
                        answer(
                            200,
                            publishing.update(
                                call.visit(), id(call), StoreBodies.of(call).fields())))),
        Operation.delete(APP + "/binaries/{binaryId}", "deleteBinary", "Take a program back")
            .by(Access.ANYONE)
            .answering(204, null)
            .audited("store.binary.delete")
            .doing(asked(this::removeBinary)),
        Operation.post(APP + "/submit", "submitStoreApp", "Hand the draft in for review")
            .by(Access.ANYONE)
            .takingWhole("StoreSubmission", Field.VALUES)
            .answering("StoreApp")
            .audited("store.submit")
            .doing(
                asked(
                    call ->
                        answer(
                            200,
                            publishing.submit(
                                call.visit(), id(call), StoreBodies.of(call).text("version"))))),
        Operation.get(ADMIN, "listStoreReviews", "The apps that wait to be reviewed")
            .by(Access.OWNER)
            .answering("StoreReviews")
            .doing(
                asked(
                    call ->
                        StoreShapes.reply(
                            200,
                            StoreShapes.list(
                                "apps", review.waiting(call.visit()), StoreShapes::app)))),
        Operation.post(ADMIN + "/{id}/approve", "approveStoreApp", "Sign and publish")
            .by(Access.OWNER)
            .answering("StoreApp")
            .audited("store.approve")
            .doing(asked(call -> answer(200, review.approve(call.visit(), id(call))))),
        Operation.post(ADMIN + "/{id}/reject", "rejectStoreApp", "Back to its publisher")
            .by(Access.OWNER)
            .takingWhole("StoreReason", Field.VALUES)
            .answering("StoreApp")
            .audited("store.reject")
            .doing(asked(call -> answer(200, review.reject(call.visit(), id(call), reason(call))))),
        Operation.post(ADMIN + "/{id}/revoke", "revokeStoreApp", "Out of the store, and of use")
            .by(Access.OWNER)
            .takingWhole("StoreReason", Field.VALUES)
            .answering("StoreApp")
            .audited("store.revoke")
            .doing(asked(call -> answer(200, review.revoke(call.visit(), id(call), reason(call))))),
        Operation.post("/api/v1/admin/signing-key", "rotateSigningKey", "Sign with another key")
            .by(Access.OWNER)
            .takingWhole("KeyRotation", Field.VALUES)
            .answering("RotatedKey")
            .audited("store.rotate")
            .doing(asked(this::rotate)));
  }

  private Operation.Handler asked(Function<RestCall, Reply> question) {
    return call -> desk.ask(() -> question.apply(call));
  }

  private static String id(RestCall call) {
    return call.segment("id", text -> text);
  }

  private static String reason(RestCall call) {
    String reason = StoreBodies.of(call).text("reason");
    return reason == null ? "" : reason;
  }

  private static Reply answer(int status, StoreApp app) {
    return StoreShapes.reply(status, StoreShapes.app(app));
  }

  private Reply makeAccount(RestCall call) {
    StoreBodies body = StoreBodies.of(call);
    String name = body.text("name");
    if (name == null) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'name' is missing");
    }
    return StoreShapes.reply(
        201, StoreShapes.account(accounts.create(call.visit(), name, body.text("slug"))));
  }

  private Reply mine(RestCall call) {
    return StoreShapes.reply(
        200,
        StoreShapes.list(
            "products",
            publishing.mine(call.visit()),
            app -> StoreShapes.object().set("app", StoreShapes.brief(app))));
  }

  private Reply removeBinary(RestCall call) {
    publishing.remove(call.visit(), id(call), call.segment("binaryId", text -> text));
    return Reply.nothing();
  }

  private Reply rotate(RestCall call) {
    boolean trustOthers = StoreBodies.of(call).flag("trustEarlier", true);
    String id = review.rotateKey(call.visit(), trustOthers);
    return StoreShapes.reply(200, StoreShapes.both(StoreShapes.object(), "keyId", id));
  }
}
