// Calculator is a tool that does arithmetic.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"dev.parley/parley"
)

type calculator struct{}

func (calculator) Name() string        { return "calculator" }
func (calculator) Description() string { return "Performs arithmetic calculations." }

func (calculator) Schema() json.RawMessage {
	return parley.NewSchema("add", "subtract", "multiply", "divide").
		Number("a", "First operand", true).
		Number("b", "Second operand", true).
		Build()
}

func (calculator) Execute(_ context.Context, input json.RawMessage) (string, error) {
	var in struct {
		Action string  `json:"action"`
		A      float64 `json:"a"`
		B      float64 `json:"b"`
	}
	if err := json.Unmarshal(input, &in); err != nil {
		return "", fmt.Errorf("invalid input: %w", err)
	}
	var result float64
	switch in.Action {
	case "add":
		result = in.A + in.B
	case "subtract":
		result = in.A - in.B
	case "multiply":
		result = in.A * in.B
	case "divide":
		if in.B == 0 {
			return "", errors.New("division by zero")
		}
		result = in.A / in.B
	default:
		return "", fmt.Errorf("unknown action: %s", in.Action)
	}
	return fmt.Sprintf("%g %s %g = %g", in.A, in.Action, in.B, result), nil
}

func main() {
	app, err := parley.New()
	if err != nil {
		log.Fatal(err)
	}
	app.RegisterTool(calculator{})
	// Shown in logs/stderr.log of the app; names only, for a value may be a secret.
	app.OnConfigure(func(settings map[string]string) { log.Printf("configured with %d settings", len(settings)) })
	if err := app.Run(); err != nil {
		log.Fatal(err)
	}
}
