/**
 * Tools that apps bring. {@link dev.parley.apps.tools.ToolAdapter} asks an app what its tool is
 * called and takes, and {@link dev.parley.apps.tools.AppTools} hands it to agents for as long as
 * the app runs.
 */
@NullMarked
package dev.parley.apps.tools;

import org.jspecify.annotations.NullMarked;
