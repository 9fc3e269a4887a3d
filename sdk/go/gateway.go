package parley

import (
	"context"

	"google.golang.org/grpc"
)

// GatewayHandler thinks for agents (gateway). Stream returns where the events of an answer come out; close it after the
// event "done". Its context ends when nobody waits any more. Cancel gives up a request by its id.
type GatewayHandler interface {
	Stream(ctx context.Context, request GatewayRequest) (<-chan GatewayEvent, error)
	Cancel(ctx context.Context, requestID string) error
}

// GatewayRequest asks for one completion.
type GatewayRequest struct {
	RequestID   string           `pb:"1,request_id"`
	Messages    []GatewayMessage `pb:"2,messages"`
	Tools       []GatewayToolDef `pb:"3,tools"`
	MaxTokens   int32            `pb:"4,max_tokens"`
	Temperature float64          `pb:"5,temperature"`
	System      string           `pb:"6,system"`
	User        *UserContext     `pb:"7,user"`
}

// GatewayMessage is what was said. ToolCalls is the text of a JSON array.
type GatewayMessage struct {
	Role       string `pb:"1,role"`
	Content    string `pb:"2,content"`
	ToolCallID string `pb:"3,tool_call_id"`
	ToolCalls  string `pb:"4,tool_calls"`
}

// GatewayToolDef is a tool that the model may use.
type GatewayToolDef struct {
	Name        string `pb:"1,name"`
	Description string `pb:"2,description"`
	InputSchema []byte `pb:"3,input_schema"`
}

// UserContext is for whom. Token is set for apps with the permission user:token.
type UserContext struct {
	Token  string `pb:"1,token"`
	UserID string `pb:"2,user_id"`
	Plan   string `pb:"3,plan"`
}

// GatewayEvent is a piece of an answer: Type is text, thinking, tool_call, error or done.
type GatewayEvent struct {
	Type      string `pb:"1,type"`
	Content   string `pb:"2,content"`
	Model     string `pb:"3,model"`
	RequestID string `pb:"4,request_id"`
}

// RegisterGateway offers models.
func (a *App) RegisterGateway(gateway GatewayHandler) {
	open := func(ctx context.Context, request *GatewayRequest) (<-chan GatewayEvent, error) {
		return gateway.Stream(ctx, *request)
	}
	a.register("GatewayService", []grpc.MethodDesc{
		unary("Poll", func(context.Context, *requestID) (*pollResponse, error) { return &pollResponse{}, nil }),
		unary("Cancel", func(ctx context.Context, request *requestID) (*flagResponse, error) {
			return &flagResponse{gateway.Cancel(ctx, request.RequestID) == nil}, nil
		}),
	}, streaming(a, "Stream", open, same[GatewayEvent]))
}
