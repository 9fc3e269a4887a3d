package dev.parley.doors.rest.apps;

import dev.parley.apps.host.Apps;
import dev.parley.apps.oauth.AppLogins;

/** What the door opens on for apps. */
public record AppRooms(Apps apps, Packages packages, AppLogins logins) {}
