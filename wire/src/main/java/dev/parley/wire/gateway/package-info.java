/**
 * Frames of the gateway protocol: a header of 47 bytes and JSON, which may be compressed
 * (docs/gateway.md).
 *
 * <p>Enter through {@link dev.parley.wire.gateway.FrameCodec}, of which every event loop has its
 * own. {@link dev.parley.wire.gateway.Payload} reads the JSON that clients send, {@link
 * dev.parley.wire.gateway.Members} writes what they are told, in the spelling they speak. No class
 * in here knows what a frame is for.
 */
@NullMarked
package dev.parley.wire.gateway;

import org.jspecify.annotations.NullMarked;
