package dev.parley.identity.access;

/** Is told of every rule that was made, changed or removed, at any hub, once that holds. */
@FunctionalInterface
public interface RuleHook {

  /** Has to be quick: rules wait for it. */
  void onRule(Rule changed);
}
