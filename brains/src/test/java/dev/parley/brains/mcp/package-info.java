@NullUnmarked
package dev.parley.brains.mcp;

import org.jspecify.annotations.NullUnmarked;
