/**
 * Apps that bring language models: each is a brain, {@code app:} and the id of the app, for as long
 * as the app runs. Enter through {@link dev.parley.apps.gateways.Gateways}.
 */
@NullMarked
package dev.parley.apps.gateways;

import org.jspecify.annotations.NullMarked;
