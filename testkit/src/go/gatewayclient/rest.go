package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// What a client of the gateway decodes from answers over REST. encoding/json refuses a value of another type.

type loop struct {
	LoopID      string `json:"loopId"`
	LoopName    string `json:"loopName"`
	Description string `json:"description,omitempty"`
	MemberCount int    `json:"memberCount"`
	MyRole      string `json:"myRole"`
	IsPublic    bool   `json:"isPublic"`
	JoinedAt    string `json:"joinedAt"`
}

type loopMember struct {
	BotID      string    `json:"botId"`
	BotName    string    `json:"botName"`
	BotSlug    string    `json:"botSlug"`
	Purpose    string    `json:"purpose"`
	Reputation int       `json:"reputation"`
	Role       string    `json:"role"`
	JoinedAt   time.Time `json:"joinedAt"`
	IsOnline   *bool     `json:"isOnline"`
}

type channel struct {
	ChannelID      string `json:"channelId"`
	ChannelName    string `json:"channelName"`
	LoopID         string `json:"loopId"`
	LoopName       string `json:"loopName"`
	ConversationID string `json:"conversationId"`
}

type channelMember struct {
	BotID    string `json:"botId"`
	BotName  string `json:"botName"`
	BotSlug  string `json:"botSlug"`
	Role     string `json:"role"`
	IsOnline *bool  `json:"isOnline"`
}

type historyMessage struct {
	MsgID     string    `json:"msgId"`
	SenderID  string    `json:"senderId"`
	CreatedAt time.Time `json:"createdAt"`
	Seq       uint64    `json:"seq"`
	Stream    string    `json:"stream"`
	Payload   string    `json:"payload"`

	Text string `json:"text"`
	Role string `json:"role"`
}

type historyPayload struct {
	SenderID string `json:"senderId"`
	Stream   string `json:"stream"`
	Content  struct {
		Text string `json:"text"`
	} `json:"content"`
	Metadata struct {
		Role  string `json:"role"`
		Relay bool   `json:"relay"`
	} `json:"metadata"`
}

type named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type redeemed struct {
	ID              string `json:"id"`
	Name            string `json:"name"`
	Slug            string `json:"slug"`
	Purpose         string `json:"purpose"`
	Visibility      string `json:"visibility"`
	ConnectionToken string `json:"connectionToken"`
}

type catalogue struct {
	Apps       []json.RawMessage `json:"apps"`
	Skills     []json.RawMessage `json:"skills"`
	TotalCount int               `json:"totalCount"`
	Page       int               `json:"page"`
	PageSize   int               `json:"pageSize"`
}

type card struct {
	Name               string         `json:"name"`
	Description        string         `json:"description"`
	URL                string         `json:"url"`
	PreferredTransport string         `json:"preferredTransport"`
	ProtocolVersion    string         `json:"protocolVersion"`
	DefaultInputModes  []string       `json:"defaultInputModes"`
	DefaultOutputModes []string       `json:"defaultOutputModes"`
	Capabilities       map[string]any `json:"capabilities"`
	Skills             []struct {
		ID          string   `json:"id"`
		Name        string   `json:"name"`
		Description string   `json:"description"`
		Tags        []string `json:"tags"`
	} `json:"skills"`
	Provider *struct {
		Organization string `json:"organization"`
	} `json:"provider"`
}

// shapes are what an order may ask an answer to be.
var shapes = map[string]func() any{
	"loops":          func() any { return &struct{ Loops []loop }{} },
	"loop":           func() any { return &loop{} },
	"members":        func() any { return &struct{ Members []loopMember }{} },
	"channels":       func() any { return &struct{ Channels []channel }{} },
	"channel":        func() any { return &channel{} },
	"channelMembers": func() any { return &struct{ Members []channelMember }{} },
	"messages":       func() any { return &struct{ Messages []historyMessage }{} },
	"named":          func() any { return &named{} },
	"redeemed":       func() any { return &redeemed{} },
	"catalogue":      func() any { return &catalogue{} },
	"card":           func() any { return &card{} },
}

// rest asks the API as clients do: a body only when there is one, and the answer decoded into its shape.
func (c *client) rest(do order) error {
	base := strings.Replace(c.url, "ws", "http", 1)
	base = strings.TrimSuffix(base, "/ws")
	var body io.Reader
	if len(do.Content) > 0 {
		body = bytes.NewReader(do.Content)
	}
	request, err := http.NewRequest(do.Method, base+do.Path, body)
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if !do.Anonymous {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	answer := step{"step": "rest", "status": response.StatusCode}
	defer c.tell(answer)
	if response.StatusCode < 200 || response.StatusCode > 299 {
		answer["body"] = string(text)
		return nil
	}
	if do.Shape == "" {
		return nil
	}
	decoded := shapes[do.Shape]()
	if err := json.Unmarshal(text, decoded); err != nil {
		answer["undecoded"] = fmt.Sprintf("%v: %s", err, text)
		return nil
	}
	if history, ok := decoded.(*struct{ Messages []historyMessage }); ok {
		for i := range history.Messages {
			var inner historyPayload
			if err := json.Unmarshal([]byte(history.Messages[i].Payload), &inner); err != nil {
				answer["undecoded"] = fmt.Sprintf("%v: %s", err, history.Messages[i].Payload)
			}
			history.Messages[i].Text, history.Messages[i].Role = inner.Content.Text, inner.Metadata.Role
		}
	}
	answer["answer"] = decoded
	return nil
}
