@NullMarked
package dev.parley.agents.web;

import org.jspecify.annotations.NullMarked;
