@NullMarked
package dev.parley.apps.tools;

import org.jspecify.annotations.NullMarked;
