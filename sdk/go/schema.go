package parley

import (
	"bytes"
	"encoding/json"
	"strings"
)

// SchemaBuilder makes the JSON Schema of a tool that is told by `action` what to do (STRAP).
type SchemaBuilder struct {
	properties map[string]any
	required   []string
}

// NewSchema begins the schema of a tool with these actions.
func NewSchema(actions ...string) *SchemaBuilder {
	return &SchemaBuilder{
		properties: map[string]any{"action": map[string]any{
			"type": "string", "enum": actions, "description": "Action to perform: " + strings.Join(actions, ", "),
		}},
		required: []string{"action"},
	}
}

// String, Number, Bool and Object add a parameter of that type.
func (s *SchemaBuilder) String(name, description string, required bool) *SchemaBuilder {
	return s.add(name, map[string]any{"type": "string", "description": description}, required)
}

func (s *SchemaBuilder) Number(name, description string, required bool) *SchemaBuilder {
	return s.add(name, map[string]any{"type": "number", "description": description}, required)
}

func (s *SchemaBuilder) Bool(name, description string, required bool) *SchemaBuilder {
	return s.add(name, map[string]any{"type": "boolean", "description": description}, required)
}

func (s *SchemaBuilder) Object(name, description string, required bool) *SchemaBuilder {
	return s.add(name, map[string]any{"type": "object", "description": description}, required)
}

// Enum adds a text that is one of values.
func (s *SchemaBuilder) Enum(name, description string, required bool, values ...string) *SchemaBuilder {
	return s.add(name, map[string]any{"type": "string", "enum": values, "description": description}, required)
}

func (s *SchemaBuilder) add(name string, property map[string]any, required bool) *SchemaBuilder {
	s.properties[name] = property
	// A parameter called action takes the place of the built-in one, which is required already.
	if required && name != "action" {
		s.required = append(s.required, name)
	}
	return s
}

// Build is the schema as JSON with sorted keys.
func (s *SchemaBuilder) Build() json.RawMessage {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	schema := map[string]any{"type": "object", "properties": s.properties, "required": s.required}
	// Maps, lists and texts can always be encoded.
	if err := encoder.Encode(schema); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}
