package dev.parley.doors.rest;

import dev.parley.apps.store.Account;
import dev.parley.apps.store.Binary;
import dev.parley.apps.store.Catalogue;
import dev.parley.apps.store.Parcel;
import dev.parley.apps.store.Release;
import dev.parley.apps.store.StoreApp;
import dev.parley.apps.store.Work;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The store of apps in JSON: every key as new and as old clients spell it. */
final class StoreShapes {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private StoreShapes() {}

  static Reply reply(int status, JsonNode body) {
    byte[] bytes = JSON.writeValueAsBytes(body);
    return new Reply(status, out -> out.raw(bytes), _ -> {});
  }

  static Reply raw(byte[] json) {
    return Reply.ok(out -> out.raw(json));
  }

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  private static ObjectNode both(ObjectNode node, String key, JsonNode value) {
    node.set(key, value);
    String snake = key.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    node.set(snake, value);
    return node;
  }

  static ObjectNode both(ObjectNode node, String key, String value) {
    return both(node, key, node.stringNode(value));
  }

  static ObjectNode both(ObjectNode node, String key, long value) {
    return both(node, key, node.numberNode(value));
  }

  static ObjectNode both(ObjectNode node, String key, boolean value) {
    return both(node, key, node.booleanNode(value));
  }

  static <T> ObjectNode list(String name, List<T> all, Function<T, JsonNode> shape) {
    ObjectNode node = object();
    node.set(name, array(all, shape));
    return node;
  }

  private static <T> ArrayNode array(List<T> all, Function<T, JsonNode> shape) {
    ArrayNode array = JSON.createArrayNode();
    all.forEach(each -> array.add(shape.apply(each)));
    return array;
  }

  static String time(long unixMillis) {
    return Instant.ofEpochMilli(unixMillis).toString();
  }

  // ---- for publishers

  static JsonNode account(Account account) {
    return object().put("id", account.id()).put("slug", account.slug()).put("name", account.name());
  }

  static ObjectNode binary(Binary binary, String version) {
    return both(
        object()
            .put("id", binary.id())
            .put("platform", binary.platform())
            .put("version", version)
            .put("size", binary.size())
            .put("sha256", binary.sha256()),
        "uploadedAt",
        time(binary.uploadedAt()));
  }

  static ArrayNode binaries(StoreApp app) {
    Work work = work(app);
    return array(work.binaries(), each -> binary(each, work.version()));
  }

  /** What is on its way, or else what was published last. */
  private static Work work(StoreApp app) {
    Work work = app.work();
    return work == null ? app.releases().getLast().work() : work;
  }

  /** All of it, for its publisher and for whoever reviews it. */
  static ObjectNode app(StoreApp app) {
    ObjectNode node = brief(app);
    node.put("description", app.listing().description());
    both(node, "longDescription", app.listing().longDescription());
    node.put("category", app.listing().category());
    node.put("visibility", app.listing().visibility());
    node.put("icon", app.listing().icon());
    both(node, "accountId", app.account());
    both(node, "manifestId", app.manifestId());
    both(node, "createdAt", time(app.createdAt()));
    both(node, "hasManifest", !work(app).manifest().isEmpty());
    both(node, "hasSkill", !work(app).skill().isEmpty());
    if (!app.rejectionReason().isEmpty()) {
      both(node, "rejectionReason", app.rejectionReason());
    }
    node.set("binaries", binaries(app));
    node.set(
        "reviews",
        array(
            app.verdicts(),
            each ->
                object()
                    .put("outcome", each.outcome())
                    .put("reason", each.reason())
                    .put("at", time(each.at()))
                    .put("version", each.version())));
    node.set("releases", array(app.releases(), StoreShapes::release));
    return node;
  }

  static ObjectNode brief(StoreApp app) {
    return object()
        .put("id", app.id())
        .put("slug", app.slug())
        .put("name", app.listing().name())
        .put("type", app.type())
        .put("version", app.version())
        .put("status", app.status().wireName());
  }

  private static JsonNode release(Release release) {
    ObjectNode node = object().put("version", release.version());
    both(node, "publishedAt", time(release.publishedAt()));
    node.set("platforms", platforms(release));
    return node;
  }

  private static ArrayNode platforms(Release release) {
    ArrayNode array = JSON.createArrayNode();
    release.parcels().forEach(parcel -> array.add(parcel.platform()));
    return array;
  }

  // ---- for everybody

  static ObjectNode item(Catalogue.Item item) {
    StoreApp app = item.app();
    ObjectNode node =
        object()
            .put("id", app.id())
            .put("name", app.listing().name())
            .put("slug", app.slug())
            .put("description", app.listing().description())
            .put("icon", app.listing().icon())
            .put("category", app.listing().category())
            .put("version", item.release().version());
    node.putObject("author")
        .put("id", item.author().id())
        .put("name", item.author().name())
        .put("verified", false);
    both(node, "installCount", item.installs());
    both(node, "downloadCount", item.downloads());
    node.put("rating", 0);
    both(node, "reviewCount", 0);
    both(node, "isInstalled", item.installed());
    return node.put("status", app.status() == StoreApp.Status.REVOKED ? "revoked" : "published");
  }

  static ObjectNode page(String name, Catalogue.Page page, int number, int size) {
    ObjectNode node = list(name, page.items(), StoreShapes::item);
    both(node, "totalCount", page.total());
    node.put("page", number);
    return both(node, "pageSize", size);
  }

  static ObjectNode detail(Catalogue.Item item, byte[] manifest) {
    ObjectNode node = item(item);
    both(node, "longDescription", item.app().listing().longDescription());
    node.set("manifest", JSON.readTree(manifest));
    node.set("platforms", platforms(item.release()));
    ObjectNode sizes = node.putObject("size");
    item.release().parcels().forEach(parcel -> sizes.put(parcel.platform(), parcel.size()));
    node.set(
        "changelog",
        array(
            item.app().releases().reversed(),
            each ->
                object()
                    .put("version", each.version())
                    .put("date", time(each.publishedAt()))
                    .put("notes", "")));
    node.putArray("screenshots");
    return node;
  }

  static JsonNode noReviews() {
    ObjectNode node = list("reviews", List.of(), _ -> object());
    both(node, "totalCount", 0);
    node.put("average", 0);
    ArrayNode distribution = node.putArray("distribution");
    for (int stars = 1; stars <= 5; stars++) {
      distribution.add(0);
    }
    return node;
  }

  static JsonNode installed(Catalogue.Installed installed, byte[] manifest) {
    StoreApp app = installed.item().app();
    Release release = installed.item().release();
    ObjectNode node = object().put("id", installed.installation().id());
    ObjectNode about =
        node.putObject("app")
            .put("id", app.id())
            .put("name", app.listing().name())
            .put("slug", app.slug())
            .put("version", release.version());
    about.set("manifest", JSON.readTree(manifest));
    both(node, "installedAt", time(installed.installation().installedAt()));
    both(node, "updateAvailable", installed.updateAvailable());
    node.set("platforms", platforms(release));
    ObjectNode urls = object();
    for (Parcel each : release.parcels()) {
      urls.put(
          each.platform(),
          "/api/v1/apps/%s/download?version=%s&platform=%s"
              .formatted(app.id(), release.version().replace("+", "%2B"), each.platform()));
    }
    return both(node, "downloadUrls", urls);
  }
}
