package dev.parley.agents.turns;

import dev.parley.core.address.SessionKey;
import dev.parley.core.message.MessageId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A turn about a certain message, as far as it has come. Times are Unix milliseconds, and 0 for
 * what has not happened.
 *
 * @param arrivedAt since when the message waits, or waited, for the turn
 * @param turn null while it only waits
 * @param startedAt when the hub that made it, or makes it, began with it
 * @param course unknown while another hub makes it
 * @param outcome empty while it lasts
 */
public record TurnAbout(
    SessionKey session,
    long arrivedAt,
    @Nullable UUID turn,
    long startedAt,
    Course course,
    long endedAt,
    String outcome,
    List<MessageId> answers) {}
