@NullMarked
package dev.parley.agents.tools;

import org.jspecify.annotations.NullMarked;
