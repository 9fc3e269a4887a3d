/**
 * Persons who own agents on this hub: their accounts, the invitations with which they come, and the
 * tokens they are given when they log in. {@link dev.parley.identity.persons.Persons} is the
 * entrance, and no door uses it yet: an account must not be opened before the {@code Authority}
 * keeps owners apart.
 */
@NullMarked
package dev.parley.identity.persons;

import org.jspecify.annotations.NullMarked;
