// Channel is a channel to a room with an echo: what is sent there comes back. The setting greetings says how many
// messages wait in the room at first.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strconv"
	"sync"
	"time"

	"dev.parley/parley"
)

const room = "echo:room"

type echo struct {
	messages chan parley.ChannelEnvelope

	mu        sync.Mutex
	connected bool
	sent      int
}

func (e *echo) ID() string { return "echo" }

func (e *echo) Connect(_ context.Context, config map[string]string) error {
	if config["token"] == "" {
		return errors.New("token is required")
	}
	greetings, err := strconv.Atoi(config["greetings"])
	if config["greetings"] != "" && (err != nil || greetings < 0 || greetings > cap(e.messages)) {
		return fmt.Errorf("greetings is a number from 0 to %d", cap(e.messages))
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.connected = true
	for i := 1; i <= greetings; i++ {
		if err := e.hear(parley.ChannelEnvelope{MessageID: fmt.Sprintf("greeting-%d", i), Text: fmt.Sprintf("hello %d", i)}); err != nil {
			return err
		}
	}
	return nil
}

func (e *echo) Disconnect(context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.connected = false
	return nil
}

func (e *echo) Send(_ context.Context, message parley.ChannelEnvelope) (string, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.connected {
		return "", errors.New("not connected")
	}
	id := fmt.Sprintf("echo-%d", e.sent+1)
	err := e.hear(parley.ChannelEnvelope{
		MessageID: id, Text: message.Text, ReplyTo: message.MessageID, Sender: message.Sender,
		Attachments: message.Attachments, Actions: message.Actions, PlatformData: message.PlatformData,
	})
	if err != nil {
		return "", err
	}
	e.sent++
	return id, nil
}

// hear never waits: a room that nobody listens to fills up, and then refuses.
func (e *echo) hear(message parley.ChannelEnvelope) error {
	message.ChannelID = room
	message.Timestamp = time.Now().UTC()
	select {
	case e.messages <- message:
		return nil
	default:
		return errors.New("the room is full")
	}
}

func (e *echo) Receive(context.Context) (<-chan parley.ChannelEnvelope, error) {
	return e.messages, nil
}

func main() {
	app, err := parley.New()
	if err != nil {
		log.Fatal(err)
	}
	app.RegisterChannel(&echo{messages: make(chan parley.ChannelEnvelope, 1000)})
	if err := app.Run(); err != nil {
		log.Fatal(err)
	}
}
