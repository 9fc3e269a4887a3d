package parley

import (
	"context"
	"encoding/json"

	"google.golang.org/grpc"
)

// ToolHandler is a tool for models (tool:NAME, vision, browser). The text of an error from Execute is what the model
// reads.
type ToolHandler interface {
	Name() string
	Description() string
	Schema() json.RawMessage
	Execute(ctx context.Context, input json.RawMessage) (string, error)
}

// ApprovalHandler is for tools that are used only when the owner agrees.
type ApprovalHandler interface {
	RequiresApproval() bool
}

// RegisterTool offers a tool. It may be an ApprovalHandler, too.
func (a *App) RegisterTool(tool ToolHandler) {
	approval, asks := tool.(ApprovalHandler)
	a.register("ToolService", []grpc.MethodDesc{
		asked("Name", func() *textResponse { return &textResponse{tool.Name()} }),
		asked("Description", func() *textResponse { return &textResponse{tool.Description()} }),
		asked("Schema", func() *schemaResponse { return &schemaResponse{tool.Schema()} }),
		asked("RequiresApproval", func() *flagResponse { return &flagResponse{asks && approval.RequiresApproval()} }),
		unary("Execute", func(ctx context.Context, request *executeRequest) (*executeResponse, error) {
			content, err := tool.Execute(ctx, request.Input)
			if err != nil {
				return &executeResponse{Content: errorText(err), IsError: true}, nil
			}
			return &executeResponse{Content: content}, nil
		}),
	})
}
