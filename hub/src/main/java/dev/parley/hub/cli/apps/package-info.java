/**
 * Commands about apps: {@code parley apps}; and the projects that {@code parley apps new} makes.
 */
@NullMarked
package dev.parley.hub.cli.apps;

import org.jspecify.annotations.NullMarked;
