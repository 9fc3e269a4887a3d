/**
 * The contract of a {@link dev.parley.core.store.MessageStore}, as tests that every store passes,
 * and a store in memory for the tests of others.
 *
 * <p>A store's own tests extend {@link dev.parley.testkit.store.MessageStoreContract}, which
 * gathers the chapters: one interface each, so that a failure names what is broken.
 */
@NullMarked
package dev.parley.testkit.store;

import org.jspecify.annotations.NullMarked;
