/**
 * The tool {@code web}: pages fetched for agents. Enter through {@link
 * dev.parley.agents.web.WebTools}. What is fetched is untrusted, and so is where it is fetched
 * from: a name is resolved once and that address is connected to, whatever the name means a moment
 * later. Blocking code on the turn's thread; an interrupt ends it.
 */
@NullMarked
package dev.parley.agents.web;

import org.jspecify.annotations.NullMarked;
