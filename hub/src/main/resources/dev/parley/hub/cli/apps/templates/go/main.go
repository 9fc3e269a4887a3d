package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"strings"

	"dev.parley/parley"
)

type tool struct{}

func (tool) Name() string        { return "{{tool}}" }
func (tool) Description() string { return "Greets somebody by name." }

func (tool) Schema() json.RawMessage {
	return parley.NewSchema("greet", "shout").
		String("who", "Whom to greet", true).
		Build()
}

func (tool) Execute(_ context.Context, input json.RawMessage) (string, error) {
	var in struct {
		Action string `json:"action"`
		Who    string `json:"who"`
	}
	if err := json.Unmarshal(input, &in); err != nil {
		return "", fmt.Errorf("invalid input: %w", err)
	}
	if in.Who == "" {
		return "", errors.New("who is missing")
	}
	switch in.Action {
	case "greet":
		return "Hello, " + in.Who, nil
	case "shout":
		return strings.ToUpper("Hello, " + in.Who), nil
	}
	return "", fmt.Errorf("unknown action: %s", in.Action)
}

func main() {
	app, err := parley.New()
	if err != nil {
		log.Fatal(err)
	}
	app.RegisterTool(tool{})
	if err := app.Run(); err != nil {
		log.Fatal(err)
	}
}
