package parley

import (
	"context"

	"google.golang.org/grpc"
)

// CommHandler is a network of agents beyond the hub (comm). Connect gets the settings; Register says who the hub's
// agent is and what it can do.
type CommHandler interface {
	Name() string
	Version() string
	Connect(ctx context.Context, config map[string]string) error
	Disconnect(ctx context.Context) error
	IsConnected() bool
	Send(ctx context.Context, message CommMessage) error
	Subscribe(ctx context.Context, topic string) error
	Unsubscribe(ctx context.Context, topic string) error
	Register(ctx context.Context, agentID string, capabilities []string) error
	Deregister(ctx context.Context) error
	Receive(ctx context.Context) (<-chan CommMessage, error)
}

// CommMessage is a message between agents. Timestamp is in Unix seconds.
type CommMessage struct {
	ID             string            `pb:"1,id"`
	From           string            `pb:"2,from"`
	To             string            `pb:"3,to"`
	Topic          string            `pb:"4,topic"`
	ConversationID string            `pb:"5,conversation_id"`
	Type           string            `pb:"6,type"`
	Content        string            `pb:"7,content"`
	Metadata       map[string]string `pb:"8,metadata"`
	Timestamp      int64             `pb:"9,timestamp"`
	HumanInjected  bool              `pb:"10,human_injected"`
	HumanID        string            `pb:"11,human_id"`
}

// RegisterComm offers a network of agents.
func (a *App) RegisterComm(comm CommHandler) {
	receive := func(ctx context.Context, _ *empty) (<-chan CommMessage, error) { return comm.Receive(ctx) }
	a.register("CommService", []grpc.MethodDesc{
		asked("Name", func() *textResponse { return &textResponse{comm.Name()} }),
		asked("Version", func() *textResponse { return &textResponse{comm.Version()} }),
		asked("IsConnected", func() *flagResponse { return &flagResponse{comm.IsConnected()} }),
		told("Connect", func(ctx context.Context, request *connectRequest) error {
			return comm.Connect(ctx, request.config())
		}),
		told("Disconnect", func(ctx context.Context, _ *empty) error { return comm.Disconnect(ctx) }),
		told("Send", func(ctx context.Context, request *commSendRequest) error {
			if request.Message == nil {
				return comm.Send(ctx, CommMessage{})
			}
			return comm.Send(ctx, *request.Message)
		}),
		told("Subscribe", func(ctx context.Context, request *topicRequest) error {
			return comm.Subscribe(ctx, request.Topic)
		}),
		told("Unsubscribe", func(ctx context.Context, request *topicRequest) error {
			return comm.Unsubscribe(ctx, request.Topic)
		}),
		told("Register", func(ctx context.Context, request *commRegisterRequest) error {
			return comm.Register(ctx, request.AgentID, request.Capabilities)
		}),
		told("Deregister", func(ctx context.Context, _ *empty) error { return comm.Deregister(ctx) }),
	}, streaming(a, "Receive", receive, same[CommMessage]))
}
