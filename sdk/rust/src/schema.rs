use std::collections::BTreeMap;

use serde_json::{json, Map, Value};

/// Makes the JSON Schema of a tool that is told by `action` what to do (STRAP).
pub struct SchemaBuilder {
    properties: BTreeMap<String, Value>,
    required: Vec<String>,
}

impl SchemaBuilder {
    /// Begins the schema of a tool with these actions.
    pub fn new(actions: &[&str]) -> Self {
        let schema = Self { properties: BTreeMap::new(), required: vec!["action".to_owned()] };
        let description = format!("Action to perform: {}", actions.join(", "));
        schema.one_of("action", &description, true, actions)
    }

    pub fn string(self, name: &str, description: &str, required: bool) -> Self {
        self.add(name, required, json!({"description": description, "type": "string"}))
    }

    pub fn number(self, name: &str, description: &str, required: bool) -> Self {
        self.add(name, required, json!({"description": description, "type": "number"}))
    }

    pub fn boolean(self, name: &str, description: &str, required: bool) -> Self {
        self.add(name, required, json!({"description": description, "type": "boolean"}))
    }

    pub fn object(self, name: &str, description: &str, required: bool) -> Self {
        self.add(name, required, json!({"description": description, "type": "object"}))
    }

    /// Adds a text that is one of `values`.
    pub fn one_of(self, name: &str, description: &str, required: bool, values: &[&str]) -> Self {
        let values = if values.is_empty() { Value::Null } else { json!(values) };
        self.add(name, required, json!({"description": description, "enum": values, "type": "string"}))
    }

    fn add(mut self, name: &str, required: bool, property: Value) -> Self {
        self.properties.insert(name.to_owned(), property);
        // A parameter called action takes the place of the built-in one, which is required already.
        if required && name != "action" {
            self.required.push(name.to_owned());
        }
        self
    }

    /// The schema with sorted keys.
    pub fn build(self) -> Value {
        let properties: Map<String, Value> = self.properties.into_iter().collect();
        json!({"properties": properties, "required": self.required, "type": "object"})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_of_the_calculator() {
        let schema = SchemaBuilder::new(&["add", "subtract", "multiply", "divide"])
            .number("a", "First operand", true)
            .number("b", "Second operand", true)
            .build();
        let want = concat!(
            r#"{"properties":{"a":{"description":"First operand","type":"number"},"#,
            r#""action":{"description":"Action to perform: add, subtract, multiply, divide","#,
            r#""enum":["add","subtract","multiply","divide"],"type":"string"},"#,
            r#""b":{"description":"Second operand","type":"number"}},"required":["action","a","b"],"type":"object"}"#
        );
        assert_eq!(schema.to_string(), want);
    }

    #[test]
    fn every_kind_of_parameter() {
        let schema = SchemaBuilder::new(&["go"])
            .string("s", "s\n", false)
            .boolean("f", "f", false)
            .object("o", "o", false)
            .one_of("e", "<e> & \"f\"", true, &["x", "y"])
            .build();
        let want = concat!(
            r#"{"properties":{"action":{"description":"Action to perform: go","enum":["go"],"type":"string"},"#,
            r#""e":{"description":"<e> & \"f\"","enum":["x","y"],"type":"string"},"#,
            r#""f":{"description":"f","type":"boolean"},"o":{"description":"o","type":"object"},"#,
            r#""s":{"description":"s\n","type":"string"}},"required":["action","e"],"type":"object"}"#
        );
        assert_eq!(schema.to_string(), want);
    }

    #[test]
    fn a_schema_without_actions_and_one_with_its_own() {
        assert_eq!(SchemaBuilder::new(&[]).build()["properties"]["action"]["enum"], Value::Null);
        let own = SchemaBuilder::new(&["a"]).string("action", "mine", true).build();
        assert_eq!(own["properties"]["action"], json!({"description": "mine", "type": "string"}));
        assert_eq!(own["required"], json!(["action"]));
    }
}
