/**
 * Where apps are published, reviewed, signed and downloaded. Enter through {@link
 * dev.parley.apps.store.Store}. What is known of apps are records, and their files are blobs, so
 * all hubs of a cluster are one store; the key that signs lies on the disk of a hub.
 *
 * <p>Everything blocks on the disk: call on threads that may.
 */
@NullMarked
package dev.parley.apps.store;

import org.jspecify.annotations.NullMarked;
