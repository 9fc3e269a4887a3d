@NullMarked
package dev.parley.apps.gateways;

import org.jspecify.annotations.NullMarked;
