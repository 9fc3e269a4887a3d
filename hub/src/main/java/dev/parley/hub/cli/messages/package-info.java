/** Commands that send, receive and look at messages. */
@NullMarked
package dev.parley.hub.cli.messages;

import org.jspecify.annotations.NullMarked;
