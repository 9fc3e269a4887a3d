/** Commands that look after a hub: dead letters, statistics, backup, diagnosis, load. */
@NullMarked
package dev.parley.hub.cli.operations;

import org.jspecify.annotations.NullMarked;
