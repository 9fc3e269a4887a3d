/**
 * Signed HTTP requests: RFC 9421 with the digest of the body by RFC 9530, for requests that come to
 * the hub; other messages and other components than agents need are refused.
 *
 * <p>Enter through {@link dev.parley.identity.signature.RequestSignatures}. The HTTP doors come in,
 * in one place. Any thread; verifying takes a while and does not belong on an event loop.
 */
@NullMarked
package dev.parley.identity.signature;

import org.jspecify.annotations.NullMarked;
