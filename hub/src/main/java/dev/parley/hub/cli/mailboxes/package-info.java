/** {@code parley files}: making and looking at mailboxes made of files; no hub takes part. */
@NullMarked
package dev.parley.hub.cli.mailboxes;

import org.jspecify.annotations.NullMarked;
