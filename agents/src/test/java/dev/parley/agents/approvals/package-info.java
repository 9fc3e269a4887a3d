@NullMarked
package dev.parley.agents.approvals;

import org.jspecify.annotations.NullMarked;
