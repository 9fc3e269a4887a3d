package parley

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// Messages of the protocol are plain structs whose fields carry the number and the name that the protocol gives them:
// `pb:"1,name"`. This file turns them into protobuf bytes and back. It knows what the protocol uses: strings, bytes,
// booleans, int32, int64, double, messages, lists of strings or messages, and maps from string to string.

type wireField struct {
	number protowire.Number
	name   string
	index  int
}

var wireFields sync.Map // reflect.Type to []wireField, in the order of the numbers

func fieldsOf(t reflect.Type) []wireField {
	if known, ok := wireFields.Load(t); ok {
		return known.([]wireField)
	}
	var fields []wireField
	for i := range t.NumField() {
		number, name, ok := strings.Cut(t.Field(i).Tag.Get("pb"), ",")
		if !ok {
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil {
			panic(fmt.Sprintf("parley: field %s.%s has no number", t, t.Field(i).Name))
		}
		fields = append(fields, wireField{protowire.Number(n), name, i})
	}
	slices.SortFunc(fields, func(a, b wireField) int { return int(a.number - b.number) })
	wireFields.Store(t, fields)
	return fields
}

// wireCodec lets gRPC carry such structs. Handlers and callers give it pointers.
type wireCodec struct{}

func (wireCodec) Name() string { return "proto" }

func (wireCodec) Marshal(message any) ([]byte, error) {
	return appendMessage(nil, reflect.ValueOf(message).Elem()), nil
}

func (wireCodec) Unmarshal(data []byte, message any) error {
	return readMessage(data, reflect.ValueOf(message).Elem())
}

func appendMessage(to []byte, message reflect.Value) []byte {
	for _, field := range fieldsOf(message.Type()) {
		value := message.Field(field.index)
		switch value.Kind() {
		case reflect.Slice:
			to = appendList(to, field.number, value)
		case reflect.Map:
			to = appendMap(to, field.number, value)
		case reflect.Pointer:
			if !value.IsNil() {
				to = appendBytes(to, field.number, appendMessage(nil, value.Elem()))
			}
		case reflect.Float64:
			// Only zero itself is left out: minus zero is another number.
			if bits := math.Float64bits(value.Float()); bits != 0 {
				to = protowire.AppendTag(to, field.number, protowire.Fixed64Type)
				to = protowire.AppendFixed64(to, bits)
			}
		case reflect.Struct:
			panic("parley: messages in messages are pointers")
		default:
			if !value.IsZero() {
				to = appendScalar(to, field.number, value)
			}
		}
	}
	return to
}

func appendScalar(to []byte, number protowire.Number, value reflect.Value) []byte {
	switch value.Kind() {
	case reflect.String:
		return appendText(to, number, value.String())
	case reflect.Bool:
		return protowire.AppendVarint(protowire.AppendTag(to, number, protowire.VarintType), 1)
	case reflect.Int32, reflect.Int64:
		return protowire.AppendVarint(protowire.AppendTag(to, number, protowire.VarintType), uint64(value.Int()))
	}
	panic("parley: no way to send a " + value.Type().String())
}

func appendList(to []byte, number protowire.Number, list reflect.Value) []byte {
	if list.Type().Elem().Kind() == reflect.Uint8 {
		if list.Len() == 0 {
			return to
		}
		return appendBytes(to, number, list.Bytes())
	}
	for i := range list.Len() {
		if item := list.Index(i); item.Kind() == reflect.String {
			to = appendText(to, number, item.String())
		} else {
			to = appendBytes(to, number, appendMessage(nil, item))
		}
	}
	return to
}

func appendMap(to []byte, number protowire.Number, entries reflect.Value) []byte {
	texts := entries.Interface().(map[string]string)
	keys := make([]string, 0, len(texts))
	for key := range texts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		to = appendBytes(to, number, appendText(appendText(nil, 1, key), 2, texts[key]))
	}
	return to
}

// appendText never sends what is not UTF-8: the host would refuse the whole message.
func appendText(to []byte, number protowire.Number, text string) []byte {
	return appendBytes(to, number, []byte(strings.ToValidUTF8(text, "\uFFFD")))
}

func appendBytes(to []byte, number protowire.Number, value []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(to, number, protowire.BytesType), value)
}

var errNotUTF8 = errors.New("text is not UTF-8")

func readMessage(data []byte, message reflect.Value) error {
	fields := fieldsOf(message.Type())
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return protowire.ParseError(n)
		}
		data = data[n:]
		length := protowire.ConsumeFieldValue(number, kind, data)
		if length < 0 {
			return protowire.ParseError(length)
		}
		at := slices.IndexFunc(fields, func(f wireField) bool { return f.number == number })
		if at >= 0 {
			if err := readField(data[:length], kind, message.Field(fields[at].index)); err != nil {
				return fmt.Errorf("field %s: %w", fields[at].name, err)
			}
		}
		data = data[length:]
	}
	return nil
}

// readField leaves alone what comes in another form than the field has: it counts as a field that is not known.
func readField(data []byte, kind protowire.Type, into reflect.Value) error {
	switch kind {
	case protowire.VarintType:
		number, _ := protowire.ConsumeVarint(data)
		switch into.Kind() {
		case reflect.Bool:
			into.SetBool(number != 0)
		case reflect.Int32:
			into.SetInt(int64(int32(number)))
		case reflect.Int64:
			into.SetInt(int64(number))
		}
	case protowire.Fixed64Type:
		if into.Kind() == reflect.Float64 {
			bits, _ := protowire.ConsumeFixed64(data)
			into.SetFloat(math.Float64frombits(bits))
		}
	case protowire.BytesType:
		value, _ := protowire.ConsumeBytes(data)
		return readValue(value, into)
	}
	return nil
}

func readValue(value []byte, into reflect.Value) error {
	switch into.Kind() {
	case reflect.String:
		if !utf8.Valid(value) {
			return errNotUTF8
		}
		into.SetString(string(value))
	case reflect.Pointer:
		if into.IsNil() {
			into.Set(reflect.New(into.Type().Elem()))
		}
		return readMessage(value, into.Elem())
	case reflect.Map:
		var entry struct {
			Key   string `pb:"1,key"`
			Value string `pb:"2,value"`
		}
		if err := readMessage(value, reflect.ValueOf(&entry).Elem()); err != nil {
			return err
		}
		if into.IsNil() {
			into.Set(reflect.MakeMap(into.Type()))
		}
		into.SetMapIndex(reflect.ValueOf(entry.Key), reflect.ValueOf(entry.Value))
	case reflect.Slice:
		if into.Type().Elem().Kind() == reflect.Uint8 {
			into.SetBytes(slices.Clone(value))
			return nil
		}
		item := reflect.New(into.Type().Elem()).Elem()
		if item.Kind() == reflect.String {
			if err := readValue(value, item); err != nil {
				return err
			}
		} else if err := readMessage(value, item); err != nil {
			return err
		}
		into.Set(reflect.Append(into, item))
	}
	return nil
}
