/** Where apps are published, reviewed, signed and downloaded. */
@NullMarked
package dev.parley.apps.store;

import org.jspecify.annotations.NullMarked;
