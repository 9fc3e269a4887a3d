package dev.parley.core.history;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.CopyRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far each recipient's copy has climbed. Only inbox copies are listed, and of several in one
 * inbox (one given up on and replayed) the latest; the counts know also of recipients that keep no
 * copy any more or do not exist.
 *
 * @param escalation who is told, or has been, that it is overdue; null where nobody is to be
 * @param woken by which ways recipients were told that they have it, the oldest first
 */
public record DeliveryStatus(
    MessageId id,
    List<CopyRef> recipients,
    DeliveryCounts counts,
    @Nullable Overdue escalation,
    List<WakeNote> woken) {}
