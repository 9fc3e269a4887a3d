/**
 * Golden frames of the gateway protocol, for everybody who reads or writes them. The files are
 * {@code vectors/gateway}; enter through {@link dev.parley.testkit.gateway.FrameVector}.
 */
@NullMarked
package dev.parley.testkit.gateway;

import org.jspecify.annotations.NullMarked;
