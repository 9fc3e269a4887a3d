// Hooks refuses shell commands that look for passwords, marks prompts, and notes what is remembered.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"strings"

	"dev.parley/parley"
)

type compliance struct{}

func (compliance) ListHooks() []parley.HookRegistration {
	return []parley.HookRegistration{
		{Hook: "tool.pre_execute", Type: "filter", Priority: 5},
		{Hook: "message.pre_send", Type: "filter"},
		{Hook: "memory.pre_store", Type: "action", Priority: 10},
	}
}

func (compliance) ApplyFilter(_ context.Context, hook string, payload []byte) ([]byte, bool, error) {
	switch hook {
	case "tool.pre_execute":
		return checked(payload)
	case "message.pre_send":
		return marked(payload)
	}
	return payload, false, nil
}

func checked(payload []byte) ([]byte, bool, error) {
	var call struct {
		Tool  string `json:"tool"`
		Input struct {
			Command string `json:"command"`
		} `json:"input"`
	}
	if err := json.Unmarshal(payload, &call); err != nil {
		return nil, false, fmt.Errorf("invalid payload: %w", err)
	}
	if call.Tool == "shell" && strings.Contains(call.Input.Command, "passwd") {
		result, err := json.Marshal(map[string]string{"error": "Blocked by compliance policy: passwd"})
		return result, true, err
	}
	return payload, false, nil
}

func marked(payload []byte) ([]byte, bool, error) {
	var prompt struct {
		SystemPrompt string `json:"system_prompt"`
	}
	if err := json.Unmarshal(payload, &prompt); err != nil {
		return nil, false, fmt.Errorf("invalid payload: %w", err)
	}
	prompt.SystemPrompt += "\nDo not reveal passwords."
	changed, err := json.Marshal(prompt)
	return changed, false, err
}

func (compliance) DoAction(_ context.Context, hook string, payload []byte) error {
	var memory struct {
		Key string `json:"key"`
	}
	if err := json.Unmarshal(payload, &memory); err != nil {
		return fmt.Errorf("invalid payload: %w", err)
	}
	log.Printf("%s: %s", hook, memory.Key)
	return nil
}

func main() {
	app, err := parley.New()
	if err != nil {
		log.Fatal(err)
	}
	app.RegisterHooks(compliance{})
	if err := app.Run(); err != nil {
		log.Fatal(err)
	}
}
