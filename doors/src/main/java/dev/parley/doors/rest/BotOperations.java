package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.AgentCard;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.rpc.Json;
import dev.parley.identity.authority.ConnectCodes;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Bots of gateway clients: how they come with a code, what they are called, whose they are. */
final class BotOperations {
  static final String BOT = "/api/v1/bots/{bot}";
  private static final String CONNECT = "/api/v1/bots/connect";
  private static final int OWN_MAX = 1_000;

  private final Participants participants;
  private final Bots bots;
  private final BotShapes shapes;
  private final ConnectCodes codes;

  BotOperations(RestServices services, Bots bots) {
    Broker broker = services.broker();
    this.participants = broker.participants();
    this.bots = bots;
    this.shapes = new BotShapes(bots, services.loops());
    this.codes =
        new ConnectCodes(broker, services.identity().accounts(), services.identity().audit());
  }

  List<Operation> operations() {
    return List.of(
        Operation.post(CONNECT + "/codes", "makeConnectCode", "A code that lets one bot in, once")
            .by(Access.ANYONE)
            .answering(201, "ConnectCode")
            .audited("bot.code")
            .doing(this::makeCode),
        Operation.post(CONNECT + "/redeem", "redeemConnectCode", "Come in with a code as a bot")
            .taking("CodeToRedeem")
            .answering("RedeemedBot")
            .doing(this::redeem),
        Operation.of(HttpMethod.PUT, BOT, "updateBot", "Name a bot, and say what its role is")
            .by(Access.ANYONE)
            .taking("BotIdentity")
            .answering(204, null)
            .audited("bot.update")
            .doing(this::update),
        Operation.get("/api/v1/owners/me/bots", "listOwnBots", "The bots of whoever asks")
            .by(Access.ANYONE)
            .query(QueryParameter.CURSOR)
            .answering("OwnBots")
            .doing(this::own));
  }

  private CompletableFuture<Reply> makeCode(RestCall call) {
    return codes
        .make(call.visit())
        .thenApply(
            made ->
                Reply.created(
                    out ->
                        new BotShapes.BothSpellings(out)
                            .text("code", made.code())
                            .text("expiresAt", BotShapes.time(made.expiresAt()))
                            .end()));
  }

  private CompletableFuture<Reply> redeem(RestCall call) {
    Request request = call.request();
    String code = request.requireText(Field.CODE);
    String named = Bots.named(request);
    UUID bot = named == null ? UUID.randomUUID() : Bots.uuid(Field.BOT_ID.wireName(), named);
    return codes
        .redeem(
            code,
            bots.newcomer(bot),
            filled(request, Field.NAME),
            filled(request, Field.PURPOSE),
            call.remoteAddress())
        .thenApply(
            issued ->
                Reply.ok(out -> shapes.redeemed(out, issued.agent(), issued.token().secret())));
  }

  private CompletableFuture<Reply> update(RestCall call) {
    AgentId bot = bots.inPath(call).bot();
    String name = filled(call.request(), Field.NAME);
    String role = filled(call.request(), Field.ROLE);
    CompletableFuture<Agent> changed =
        role == null
            ? participants.updateAgent(bot, name, null, null)
            : participants.changeMetadata(
                bot,
                name,
                was -> {
                  ObjectNode metadata = AgentCard.metadata(was);
                  return Json.text(metadata.put("role", role));
                });
    return changed.thenApply(_ -> Reply.nothing());
  }

  /** Clients leave out what is empty, so empty is the same. */
  private static @Nullable String filled(Request request, Field field) {
    String text = request.text(field);
    return text == null || text.isBlank() ? null : text;
  }

  /** An array, as clients expect; where more follow, a header says where to go on. */
  private CompletableFuture<Reply> own(RestCall call) {
    String after = call.query(QueryParameter.CURSOR);
    AgentId start = after == null ? null : call.segment("cursor", AgentId::new);
    List<Agent> found = bots.own(call.principal(), start, OWN_MAX + 1);
    boolean more = found.size() > OWN_MAX;
    List<Agent> page = more ? found.subList(0, OWN_MAX) : found;
    Reply reply =
        Reply.ok(
            out -> {
              out.ascii("[");
              String comma = "";
              for (Agent bot : page) {
                shapes.ownBot(out.ascii(comma), bot);
                comma = ",";
              }
              out.ascii("]");
            });
    return more
        ? reply
            .with(response -> response.putHeader("Next-Cursor", page.getLast().id().value()))
            .now()
        : reply.now();
  }
}
