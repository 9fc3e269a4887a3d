package dev.parley.agents.approvals;

/**
 * Told of requests once what became of them is durable, by whichever hub: be short, never block.
 */
@FunctionalInterface
public interface ApprovalHook {
  void onApproval(Approval approval);
}
