package dev.parley.agents.turns;

/**
 * How full a lane of an agent is at this hub.
 *
 * @param lane {@code main}, {@code comm}, {@code events} or {@code subagent}
 * @param runningMax how many turns run in it at once
 * @param waiting sessions whose turn is due and that wait for a place
 * @param depth messages that wait for a turn, those that are being thought about included
 */
public record LaneLoad(String lane, int runningMax, int running, int waiting, int depth) {}
