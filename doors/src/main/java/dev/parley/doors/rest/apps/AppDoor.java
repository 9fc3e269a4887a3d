package dev.parley.doors.rest.apps;

import dev.parley.apps.oauth.AppLogins;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.http.AppHost;
import dev.parley.doors.http.Callers;
import dev.parley.doors.http.Route;
import dev.parley.doors.http.Standing;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The routes of apps that carry no JSON of the hub, and the opening of their pages. */
public final class AppDoor {
  private static final Duration CALL_LIMIT = Duration.ofSeconds(30);
  private static final String APP = "/api/v1/apps/{appId}";
  private static final HttpMethod[] ALL = {
    HttpMethod.GET,
    HttpMethod.HEAD,
    HttpMethod.POST,
    HttpMethod.PUT,
    HttpMethod.PATCH,
    HttpMethod.DELETE,
    HttpMethod.OPTIONS
  };

  /** As a browser on this machine calls the hub, or one that has tunnelled to it. */
  private static final Pattern HERE =
      Pattern.compile("(?:localhost|127(?:\\.[0-9]{1,3}){3}|\\[::1])(?::([0-9]{1,5}))?");

  private final AppRooms rooms;
  private final OpenPages pages;
  private final AppPages files;
  private final AppCalls calls;
  private final LoginReturn returns;

  /**
   * @param patience for bodies
   */
  public AppDoor(AppRooms rooms, Callers callers, OpenPages pages, Duration patience) {
    this(rooms, callers, pages, patience, CALL_LIMIT);
  }

  AppDoor(AppRooms rooms, Callers callers, OpenPages pages, Duration patience, Duration callLimit) {
    Gate gate = new Gate(callers, pages);
    this.rooms = rooms;
    this.pages = pages;
    this.files = new AppPages(rooms.apps(), gate);
    this.calls = new AppCalls(rooms.apps(), gate, patience, callLimit);
    this.returns = new LoginReturn(rooms.logins());
  }

  public OpenPages pages() {
    return pages;
  }

  public List<Route> routes() {
    return List.of(
        // Beside the operation that opens pages: a file may be called so as well.
        Route.forOwner(APP + "/ui/open", files::handle),
        Route.forOwner(APP + "/ui/{file*}", files::handle),
        Route.forOwner(APP + "/api", calls::handle).taking(ALL),
        Route.forOwner(APP + "/api/{rest*}", calls::handle).taking(ALL),
        Route.forOwner(AppLogins.CALLBACK, returns::handle));
  }

  /**
   * Opens the pages of an app. Blocks.
   *
   * @param host as which the hub was called
   * @param standing of who asks
   * @return where they are now
   */
  public String open(String app, String host, Standing standing) {
    var _ = AppPages.withPages(rooms.apps(), app);
    Matcher here = HERE.matcher(host);
    if (!here.matches()) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "pages of apps are shown on the hub's own machine, or through a tunnel to it: open the"
              + " dashboard at localhost");
    }
    String secret = pages.open(app, host, standing);
    String port = here.group(1) == null ? "" : ":" + here.group(1);
    return "http://" + AppHost.name(secret) + port + "/api/v1/apps/" + app + "/ui/";
  }
}
