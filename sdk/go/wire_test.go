package parley

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// vectors is the file that the tests of all SDKs share.
type vectors struct {
	Encoded, Decoded, Refused []struct {
		Message string
		Value   map[string]any
		Hex     string
		Why     string
	}
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("../vectors/messages.json")
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var read vectors
	if err := decoder.Decode(&read); err != nil {
		t.Fatal(err)
	}
	if len(read.Encoded) < 50 || len(read.Decoded) < 10 || len(read.Refused) < 15 {
		t.Fatalf("only %d, %d and %d vectors", len(read.Encoded), len(read.Decoded), len(read.Refused))
	}
	return read
}

func message(t *testing.T, name string) any {
	t.Helper()
	switch name {
	case "Empty", "HealthCheckRequest":
		return new(empty)
	case "HealthCheckResponse":
		return new(healthCheckResponse)
	case "SettingsMap":
		return new(settingsMap)
	case "ExecuteRequest":
		return new(executeRequest)
	case "ExecuteResponse":
		return new(executeResponse)
	case "NameResponse", "DescriptionResponse", "IDResponse", "ChannelConnectResponse":
		return new(textResponse)
	case "SchemaResponse":
		return new(schemaResponse)
	case "ApprovalResponse", "CommIsConnectedResponse", "CancelResponse":
		return new(flagResponse)
	case "ChannelConnectRequest":
		return new(connectRequest)
	case "ChannelSendRequest":
		return new(channelSendRequest)
	case "ChannelSendResponse":
		return new(channelSendResponse)
	case "InboundMessage":
		return new(inboundMessage)
	case "CommSendRequest":
		return new(commSendRequest)
	case "CommMessage":
		return new(CommMessage)
	case "CommRegisterRequest":
		return new(commRegisterRequest)
	case "CommSubscribeRequest":
		return new(topicRequest)
	case "GatewayRequest":
		return new(GatewayRequest)
	case "GatewayEvent":
		return new(GatewayEvent)
	case "PollResponse":
		return new(pollResponse)
	case "CancelRequest":
		return new(requestID)
	case "HttpRequest":
		return new(httpRequest)
	case "HttpResponse":
		return new(httpResponse)
	case "CreateScheduleRequest":
		return new(ScheduleRequest)
	case "GetScheduleRequest":
		return new(scheduleName)
	case "ListSchedulesRequest":
		return new(listSchedulesRequest)
	case "ListSchedulesResponse":
		return new(listSchedulesResponse)
	case "ScheduleResponse":
		return new(scheduleResponse)
	case "DeleteScheduleResponse":
		return new(deleteScheduleResponse)
	case "TriggerResponse":
		return new(triggerResponse)
	case "ScheduleHistoryRequest":
		return new(scheduleHistoryRequest)
	case "ScheduleHistoryResponse":
		return new(scheduleHistoryResponse)
	case "ScheduleTrigger":
		return new(ScheduleTrigger)
	case "HookRequest":
		return new(hookRequest)
	case "HookResponse":
		return new(hookResponse)
	case "HookList":
		return new(hookList)
	}
	t.Fatalf("the SDK has no message %s", name)
	return nil
}

// fill sets the fields that value names. Answers with one field only share a struct, whatever the field's name is.
func fill(t *testing.T, into reflect.Value, value map[string]any) {
	t.Helper()
	fields := fieldsOf(into.Type())
	for name, given := range value {
		found := false
		for _, field := range fields {
			if field.name == name || len(fields) == 1 {
				set(t, into.Field(field.index), given)
				found = true
			}
		}
		if !found {
			t.Fatalf("%s has no field %s", into.Type(), name)
		}
	}
}

func set(t *testing.T, into reflect.Value, given any) {
	t.Helper()
	switch into.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		fill(t, into.Elem(), given.(map[string]any))
	case reflect.Struct:
		fill(t, into, given.(map[string]any))
	case reflect.Map:
		into.Set(reflect.MakeMap(into.Type()))
		for key, text := range given.(map[string]any) {
			into.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(text))
		}
	case reflect.Slice:
		if text, ok := given.(string); ok {
			raw, err := hex.DecodeString(text)
			if err != nil {
				t.Fatal(err)
			}
			into.SetBytes(raw)
			return
		}
		for _, each := range given.([]any) {
			item := reflect.New(into.Type().Elem()).Elem()
			set(t, item, each)
			into.Set(reflect.Append(into, item))
		}
	default:
		if number, ok := given.(json.Number); ok && into.Kind() == reflect.Float64 {
			if err := json.Unmarshal([]byte(number), into.Addr().Interface()); err != nil {
				t.Fatal(err)
			}
		} else if ok {
			whole, err := number.Int64()
			if err != nil {
				t.Fatal(err)
			}
			into.SetInt(whole)
		} else {
			into.Set(reflect.ValueOf(given))
		}
	}
}

func TestMessagesHaveTheBytesOfTheVectors(t *testing.T) {
	for _, vector := range readVectors(t).Encoded {
		value := message(t, vector.Message)
		fill(t, reflect.ValueOf(value).Elem(), vector.Value)
		encoded, err := wireCodec{}.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if hex.EncodeToString(encoded) != vector.Hex {
			t.Errorf("%s %v\n is %x\nnot %s", vector.Message, vector.Value, encoded, vector.Hex)
		}
	}
}

func TestBytesOfTheVectorsHaveTheirValues(t *testing.T) {
	all := readVectors(t)
	for _, vector := range append(all.Encoded, all.Decoded...) {
		want := message(t, vector.Message)
		fill(t, reflect.ValueOf(want).Elem(), vector.Value)
		got := message(t, vector.Message)
		raw, _ := hex.DecodeString(vector.Hex)
		if err := (wireCodec{}).Unmarshal(raw, got); err != nil {
			t.Errorf("%s %s: %v", vector.Message, vector.Hex, err)
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("%s %s (%s)\n is %+v\nnot %+v", vector.Message, vector.Hex, vector.Why, got, want)
		}
	}
}

func TestWhatIsNoMessageIsRefused(t *testing.T) {
	for _, vector := range readVectors(t).Refused {
		raw, _ := hex.DecodeString(vector.Hex)
		if err := (wireCodec{}).Unmarshal(raw, message(t, vector.Message)); err == nil {
			t.Errorf("%s %s is taken: %s", vector.Message, vector.Hex, vector.Why)
		}
	}
}

func TestTextThatIsNotUTF8IsMendedBeforeItIsSent(t *testing.T) {
	encoded, _ := wireCodec{}.Marshal(&textResponse{"a\xffb"})
	if got := new(textResponse); (wireCodec{}).Unmarshal(encoded, got) != nil || got.Text != "a\uFFFDb" {
		t.Errorf("got %q", got.Text)
	}
}

func FuzzNothingMakesTheReaderPanic(f *testing.F) {
	f.Add([]byte("\x22\x03\x12\x02a"))
	f.Add([]byte(strings.Repeat("\x2a\x00", 100)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, into := range []any{new(channelSendRequest), new(GatewayRequest), new(listSchedulesResponse), new(settingsMap)} {
			// Whether it is an error is up to the bytes.
			_ = wireCodec{}.Unmarshal(raw, into)
		}
	})
}
