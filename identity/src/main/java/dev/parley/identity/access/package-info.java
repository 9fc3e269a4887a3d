/**
 * Access rules: who may send, subscribe, read and see what, beyond or against the defaults.
 *
 * <p>Enter through {@link dev.parley.identity.access.AccessRules}; the authority asks it, doors do
 * not. Rules live in the records that all hubs share; a decision reads an immutable set and takes
 * no lock. Any thread.
 */
@NullMarked
package dev.parley.identity.access;

import org.jspecify.annotations.NullMarked;
