@NullMarked
package dev.parley.apps.comms;

import org.jspecify.annotations.NullMarked;
