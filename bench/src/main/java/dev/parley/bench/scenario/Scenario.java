package dev.parley.bench.scenario;

/** What can be measured, by the name the command line knows it by. */
public enum Scenario {
  CEILING("the load generator alone, against a hub that keeps nothing") {
    @Override
    public void measure(Run run) throws Exception {
      new Ceiling(run).measure();
    }
  },
  E2E("throughput through /ws, beside NATS JetStream and Redis Streams") {
    @Override
    public void measure(Run run) throws Exception {
      new EndToEnd(run).measure();
    }
  },
  GATEWAY("the load of e2e through the gateway, beside /ws, and many bots in channels") {
    @Override
    public void measure(Run run) throws Exception {
      new Gateway(run).measure();
    }
  },
  RECONNECT("bots of the gateway that all come back at once to a hub that was killed") {
    @Override
    public void measure(Run run) throws Exception {
      new Reconnect(run).measure();
    }
  },
  CLUSTER("e2e with the store that hubs share, on one NATS server and on three") {
    @Override
    public void measure(Run run) throws Exception {
      new OnNats(run).measure();
    }
  },
  ROUTES("how soon a subscription made at one hub of a cluster routes at another") {
    @Override
    public void measure(Run run) throws Exception {
      new Routes(run).measure();
    }
  },
  REQREP("durable request/reply, one at a time, beside NATS core") {
    @Override
    public void measure(Run run) throws Exception {
      new RequestReply(run).measure();
    }
  },
  MCP("tools/call send_message over Streamable HTTP, 32 in flight") {
    @Override
    public void measure(Run run) throws Exception {
      new McpCalls(run).measure();
    }
  },
  INBOX("receive and history of a big inbox beside small ones") {
    @Override
    public void measure(Run run) throws Exception {
      new Inbox(run).measure();
    }
  },
  START("start to ready, with and without a million messages; `parley send`") {
    @Override
    public void measure(Run run) throws Exception {
      new Start(run).measure();
    }
  },
  FANOUT("one message to ten thousand inboxes: what it stores") {
    @Override
    public void measure(Run run) throws Exception {
      new Fanout(run).measure();
    }
  },
  BROADCAST("how soon the sender of a broadcast has its receipt, beside a direct message") {
    @Override
    public void measure(Run run) throws Exception {
      new Broadcast(run).measure();
    }
  },
  FOLLOW("a follower of the log that starts a million messages behind, and who sends meanwhile") {
    @Override
    public void measure(Run run) throws Exception {
      new Follow(run).measure();
    }
  },
  REVOKE("how soon a token revoked at one hub closes the agent's socket at another") {
    @Override
    public void measure(Run run) throws Exception {
      new Revoke(run).measure();
    }
  },
  IDLE("ten thousand connections that do nothing: what they cost") {
    @Override
    public void measure(Run run) throws Exception {
      new Idle(run).measure();
    }
  },
  LOGINS("agents that connect, authenticate and listen, as many as come in") {
    @Override
    public void measure(Run run) throws Exception {
      new Logins(run).measure();
    }
  },
  REGISTRY("agents that are only known: what they take of the heap") {
    @Override
    public void measure(Run run) throws Exception {
      new Registry(run).measure();
    }
  },
  TURNS("how soon a brain is called, and what idle agents that run by themselves cost") {
    @Override
    public void measure(Run run) throws Exception {
      new AgentRuntime(run).measure();
    }
  },
  RECALL("what an agent remembers, found among a hundred thousand memories") {
    @Override
    public void measure(Run run) throws Exception {
      new Recalling(run).measure();
    }
  },
  HOSTILE("an agent that means harm: what others feel of it") {
    @Override
    public void measure(Run run) throws Exception {
      new Hostile(run).measure();
    }
  },
  FILES("ten thousand files at once in a mailbox") {
    @Override
    public void measure(Run run) throws Exception {
      new FileMailboxes(run).measure();
    }
  };

  private final String what;

  Scenario(String what) {
    this.what = what;
  }

  public String what() {
    return what;
  }

  /** Is it measured only when it is asked for? */
  public boolean isExtra() {
    return this == CEILING || this == RECALL;
  }

  public abstract void measure(Run run) throws Exception;
}
