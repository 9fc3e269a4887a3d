/**
 * The hub without its walls: messages, paths, routing, inboxes and the ports that stores implement.
 * It knows no other room; everybody else may know it.
 */
@NullMarked
package dev.parley.core;

import org.jspecify.annotations.NullMarked;
