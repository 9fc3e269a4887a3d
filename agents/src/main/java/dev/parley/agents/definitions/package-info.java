/**
 * Definitions of agents as files: what an agent is (name, identity, instructions, models, how it
 * runs by itself, what it is subscribed to), written in YAML that names no particular program.
 * Enter through {@link dev.parley.agents.definitions.Definitions}, which applies them and remembers
 * what came from which file, so that it can be taken back; {@link
 * dev.parley.agents.definitions.DefinitionFolder} applies a folder whenever it changes. Applying
 * blocks: on virtual threads only.
 */
@NullMarked
package dev.parley.agents.definitions;

import org.jspecify.annotations.NullMarked;
