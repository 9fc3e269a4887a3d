/**
 * The port to full-text search over messages. The core says what can be asked; an adapter keeps an
 * index, which is never the source of truth: what is found is read from the store.
 */
@NullMarked
package dev.parley.core.search;

import org.jspecify.annotations.NullMarked;
