/**
 * Who is asking and what they may do: owners, tokens, keys, access rules, rate limits, audit. Uses
 * only core.
 */
@NullMarked
package dev.parley.identity;

import org.jspecify.annotations.NullMarked;
