/**
 * Full-text search over messages with Lucene. Enter through {@link
 * dev.parley.search.BackgroundSearch}, which opens the {@link dev.parley.search.SearchIndex}: a
 * follower of the journal feeds the index on a thread of its own; searches come from any thread and
 * may block. The index can be deleted at any time: it is built anew.
 */
@NullMarked
package dev.parley.search;

import org.jspecify.annotations.NullMarked;
