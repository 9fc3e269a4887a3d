package dev.parley.core.history;

import dev.parley.core.store.StoredMessage;
import java.util.List;

/**
 * Messages, newest first.
 *
 * @param below ask with this for the next page, or -1 when there is none
 */
public record MessagePage(List<StoredMessage> messages, long below) {}
