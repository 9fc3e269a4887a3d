/**
 * The SDKs for apps as the hub meets them: their examples as real processes, called over gRPC on
 * their Unix sockets; and the vectors of messages, which the SDKs' own tests read as well.
 */
@NullMarked
package dev.parley.apps.sdk;

import org.jspecify.annotations.NullMarked;
