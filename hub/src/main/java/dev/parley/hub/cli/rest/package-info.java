/**
 * Commands for what the hub offers over REST only: dashboard, search, blobs, loops, accounts and
 * audit log.
 */
@NullMarked
package dev.parley.hub.cli.rest;

import org.jspecify.annotations.NullMarked;
