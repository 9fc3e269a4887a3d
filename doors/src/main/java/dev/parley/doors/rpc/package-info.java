/**
 * JSON-RPC 2.0, for every door that speaks it: messages, ids, errors. Trees, not typed schemas:
 * what a schema or an id looks like on the wire is what it must look like when it goes out again.
 *
 * <p>Enter through {@link dev.parley.doors.rpc.RpcMessage}. Knows no protocol built on it and
 * nothing of HTTP; such a protocol adds its own errors as further {@link
 * dev.parley.doors.rpc.ErrorKind}s. Free of state, any thread.
 */
@NullMarked
package dev.parley.doors.rpc;

import org.jspecify.annotations.NullMarked;
