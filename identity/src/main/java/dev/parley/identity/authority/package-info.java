/**
 * Deciding and changing: the {@link dev.parley.identity.authority.Authority} says who may do what
 * and how fast, and {@link dev.parley.identity.authority.Accounts} makes and withdraws agents and
 * tokens. Doors get both in an {@link dev.parley.identity.authority.Identity}; nothing else
 * decides. Any thread; nothing blocks.
 */
@NullMarked
package dev.parley.identity.authority;

import org.jspecify.annotations.NullMarked;
