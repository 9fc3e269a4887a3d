/**
 * The hub as an OAuth 2.1 authorization server: the programs that have made themselves known, what
 * they ask for, the codes they are given when somebody agrees, and what they get for a code. {@link
 * dev.parley.identity.oauth.AuthorizationServer} is the entrance; doors read requests, show pages
 * and write answers. Any thread; nothing blocks after the start.
 */
@NullMarked
package dev.parley.identity.oauth;

import org.jspecify.annotations.NullMarked;
