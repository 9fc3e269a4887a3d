package parley

import "testing"

func TestTheSchemaOfTheCalculator(t *testing.T) {
	const want = `{"properties":{"a":{"description":"First operand","type":"number"},` +
		`"action":{"description":"Action to perform: add, subtract, multiply, divide",` +
		`"enum":["add","subtract","multiply","divide"],"type":"string"},` +
		`"b":{"description":"Second operand","type":"number"}},"required":["action","a","b"],"type":"object"}`
	got := NewSchema("add", "subtract", "multiply", "divide").
		Number("a", "First operand", true).Number("b", "Second operand", true).Build()
	if string(got) != want {
		t.Errorf("got %s", got)
	}
}

func TestEveryKindOfParameter(t *testing.T) {
	const want = `{"properties":{"action":{"description":"Action to perform: go","enum":["go"],"type":"string"},` +
		`"e":{"description":"<e> & \"f\"","enum":["x","y"],"type":"string"},"f":{"description":"f","type":"boolean"},` +
		`"o":{"description":"o","type":"object"},"s":{"description":"s\n","type":"string"}},` +
		`"required":["action","e"],"type":"object"}`
	got := NewSchema("go").String("s", "s\n", false).Bool("f", "f", false).Object("o", "o", false).
		Enum("e", `<e> & "f"`, true, "x", "y").Build()
	if string(got) != want {
		t.Errorf("got %s", got)
	}
}

func TestASchemaWithoutActionsAndOneWithItsOwn(t *testing.T) {
	const none = `{"properties":{"action":{"description":"Action to perform: ","enum":null,"type":"string"}},` +
		`"required":["action"],"type":"object"}`
	if got := NewSchema().Build(); string(got) != none {
		t.Errorf("got %s", got)
	}
	const own = `{"properties":{"action":{"description":"mine","type":"string"}},"required":["action"],"type":"object"}`
	if got := NewSchema("a").String("action", "mine", true).Build(); string(got) != own {
		t.Errorf("got %s", got)
	}
}
