package dev.parley.core.history;

import dev.parley.core.message.MessageId;
import dev.parley.core.store.CopyRef;
import java.util.List;

/**
 * How far each recipient's copy has climbed. Only inbox copies are listed, and of several in one
 * inbox (one given up on and replayed) the latest; the counts know also of recipients that keep no
 * copy any more or do not exist.
 */
public record DeliveryStatus(MessageId id, List<CopyRef> recipients, DeliveryCounts counts) {}
