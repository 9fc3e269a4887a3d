package dev.parley.processes;

import java.util.Map;

/**
 * A process of an earlier hub that was killed, and what became of it.
 *
 * @param notes those of its {@link ProcessSpec}
 * @param ending {@link Ending#HAD_EXITED} when it had not outlived its hub
 */
public record Survivor(String name, String label, Map<String, String> notes, Ending ending) {}
