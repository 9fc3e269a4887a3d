/**
 * What a server offers, declared once and served to both generations: tools, resources, prompts.
 * Handlers are plain blocking code; each call has a virtual thread of its own, which is interrupted
 * when the call is cancelled.
 *
 * <p>The door serves whatever {@link dev.parley.doors.mcp.catalog.Catalog} it is given.
 */
@NullMarked
package dev.parley.doors.mcp.catalog;

import org.jspecify.annotations.NullMarked;
