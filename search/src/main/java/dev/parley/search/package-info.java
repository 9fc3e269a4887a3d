/**
 * Full-text search over messages with Lucene. Enter through {@link dev.parley.search.SearchIndex}:
 * one platform thread follows the store by message number and feeds the index; searches come from
 * any thread and may block. The index can be deleted at any time: it is built anew.
 */
@NullMarked
package dev.parley.search;

import org.jspecify.annotations.NullMarked;
