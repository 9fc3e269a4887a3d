package parley

import (
	"context"

	"google.golang.org/grpc"
)

// HookHandler hooks into what the hub does (hooks). ApplyFilter returns the payload, changed or not, and whether that
// takes the place of what the hub would have done. The hub waits for 500 ms.
type HookHandler interface {
	ListHooks() []HookRegistration
	ApplyFilter(ctx context.Context, hook string, payload []byte) (changed []byte, handled bool, err error)
	DoAction(ctx context.Context, hook string, payload []byte) error
}

// HookRegistration subscribes to a hook. Type is action or filter; lower priorities run first, and 0 means 10.
type HookRegistration struct {
	Hook     string `pb:"1,hook"`
	Type     string `pb:"2,type"`
	Priority int32  `pb:"3,priority"`
}

// RegisterHooks offers hooks.
func (a *App) RegisterHooks(hooks HookHandler) {
	a.register("HookService", []grpc.MethodDesc{
		asked("ListHooks", func() *hookList { return &hookList{hooks.ListHooks()} }),
		unary("ApplyFilter", func(ctx context.Context, request *hookRequest) (*hookResponse, error) {
			payload, handled, err := hooks.ApplyFilter(ctx, request.Hook, request.Payload)
			if err != nil {
				return &hookResponse{Error: errorText(err)}, nil
			}
			return &hookResponse{Payload: payload, Handled: handled}, nil
		}),
		// Empty has no place for an error, so a failed action fails the call.
		unary("DoAction", func(ctx context.Context, request *hookRequest) (*empty, error) {
			return &empty{}, hooks.DoAction(ctx, request.Hook, request.Payload)
		}),
	})
}
