/** Commands about agents, their sessions and subscriptions, and groups. */
@NullMarked
package dev.parley.hub.cli.registry;

import org.jspecify.annotations.NullMarked;
