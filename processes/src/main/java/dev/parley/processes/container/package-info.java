/**
 * Containers: what a Docker-compatible engine (Docker, Podman) is asked to run, over its Unix
 * socket, by hand: an exchange of HTTP on a connection of its own for each call. Knows no agents.
 *
 * <p>{@link dev.parley.processes.container.Engine} is one engine, {@link
 * dev.parley.processes.container.ContainerRules} what the owner lets containers of one kind have,
 * and {@link dev.parley.processes.container.Container} one of them. Everything blocks, ends when
 * its thread is interrupted, and does not believe what an engine answers: sizes, times and names
 * have limits.
 */
@NullMarked
package dev.parley.processes.container;

import org.jspecify.annotations.NullMarked;
