/**
 * Which plugin is to run with which settings. A value is looked for in this order: what the owner
 * has set, the configuration file, what a login has brought, the plugin's default.
 *
 * <p>Enter through {@link dev.parley.comm.settings.CommSettings}. Everything is kept in records, so
 * all hubs of a cluster agree; secrets go in and never come out to anybody but the plugin.
 */
@NullMarked
package dev.parley.comm.settings;

import org.jspecify.annotations.NullMarked;
