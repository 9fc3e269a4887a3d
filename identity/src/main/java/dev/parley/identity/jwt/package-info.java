/**
 * Access tokens of persons: JSON web tokens, signed with ES256 by keys of the hub's own. {@link
 * dev.parley.identity.jwt.AccessTokens} makes and verifies them, {@link
 * dev.parley.identity.jwt.SigningKeys} keeps the keys, on all hubs the same. Any thread; nothing
 * blocks.
 */
@NullMarked
package dev.parley.identity.jwt;

import org.jspecify.annotations.NullMarked;
