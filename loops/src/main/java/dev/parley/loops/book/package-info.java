/**
 * What is known of loops and conversations: tables in memory that follow the store's, what the
 * commit that is being made changes in them, and the rules that follow. Only {@code
 * dev.parley.loops} comes in. Read from any thread, changed on the committer's.
 */
@NullMarked
package dev.parley.loops.book;

import org.jspecify.annotations.NullMarked;
