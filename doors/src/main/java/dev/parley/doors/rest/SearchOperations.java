package dev.parley.doors.rest;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.search.MessageSearch;
import dev.parley.core.search.SearchPage;
import dev.parley.core.search.SearchQuery;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.rest.shape.RestShapes;
import dev.parley.identity.limits.Costly;
import dev.parley.identity.limits.RateLimits;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** Finding messages by their words. */
final class SearchOperations {
  private final MessageSearch search;
  private final RateLimits limits;

  SearchOperations(MessageSearch search, RateLimits limits) {
    this.search = search;
    this.limits = limits;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get("/api/search", "search", "Find messages, best first")
            .by(Access.ANYONE)
            .query(
                QueryParameter.Q,
                QueryParameter.FROM,
                QueryParameter.TO,
                QueryParameter.TYPE,
                QueryParameter.SINCE,
                QueryParameter.UNTIL,
                QueryParameter.CURSOR,
                QueryParameter.LIMIT)
            .answering("SearchPage")
            .doing(this::search));
  }

  private CompletableFuture<Reply> search(RestCall call) {
    String words = call.query(QueryParameter.Q);
    SearchQuery query =
        new SearchQuery(
            words == null ? "" : words,
            call.query(QueryParameter.FROM),
            call.query(QueryParameter.TO),
            call.query(QueryParameter.TYPE),
            call.number(QueryParameter.SINCE, 0, 0, Long.MAX_VALUE),
            call.number(QueryParameter.UNTIL, Long.MAX_VALUE, 0, Long.MAX_VALUE),
            call.principal().scope(),
            call.query(QueryParameter.CURSOR),
            call.limit());
    limits.onCostly(call.principal(), Costly.SEARCH);
    // The index is files on disk: not here on the event loop.
    CompletableFuture<SearchPage> found = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("parley-searching")
        .start(() -> found.completeAsync(() -> search.search(query), Runnable::run));
    return found.thenApply(page -> Reply.ok(out -> page(out, page)));
  }

  private static void page(JsonBuffer out, SearchPage page) {
    out.ascii("{\"hits\":");
    Shapes.list(out, page.hits(), SearchOperations::hit);
    out.ascii(",\"total\":").number(page.total());
    RestShapes.next(out, page.next());
  }

  private static void hit(JsonBuffer out, SearchPage.Hit hit) {
    out.ascii("{\"message\":");
    RestShapes.message(out, hit.message());
    out.ascii(",\"score\":").ascii(String.format(Locale.ROOT, "%.4f", hit.score()));
    out.ascii(",\"highlights\":");
    Shapes.list(out, hit.highlights(), SearchOperations::highlight);
    out.ascii("}");
  }

  private static void highlight(JsonBuffer out, SearchPage.Highlight highlight) {
    out.ascii("{\"field\":").string(highlight.field());
    out.ascii(",\"text\":").string(highlight.text());
    out.ascii(",\"ranges\":");
    Shapes.list(
        out,
        highlight.ranges(),
        (to, range) ->
            to.ascii("[").number(range.start()).ascii(",").number(range.end()).ascii("]"));
    out.ascii("}");
  }
}
