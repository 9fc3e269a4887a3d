package dev.parley.doors.files;

import dev.parley.core.address.AgentId;
import org.jspecify.annotations.Nullable;

/**
 * What a mailbox has done since the hub started.
 *
 * @param taken files that became messages
 * @param delivered messages that became files
 * @param trouble what keeps it from working at the moment, or null
 */
public record MailboxStatus(
    AgentId bot, long taken, long delivered, long rejected, @Nullable String trouble) {}
