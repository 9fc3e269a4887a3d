// Command gatewayclient is a client of the gateway protocol that was written from its description alone. It reads
// what to do from its input, one JSON object a line, and writes what it did and what it heard, one JSON object a line.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"sync"
	"time"
)

// order is a line of the input.
type order struct {
	Do           string          `json:"do"`
	Token        string          `json:"token"`
	Bot          string          `json:"bot"`
	Conversation string          `json:"conversation"`
	Channel      string          `json:"channel"`
	Stream       string          `json:"stream"`
	Content      json.RawMessage `json:"content"`
	ID           string          `json:"id"`
	Seq          uint64          `json:"seq"`
	Length       int             `json:"length"`
	Attempts     int             `json:"attempts"`
	Method       string          `json:"method"`
	Path         string          `json:"path"`
	Shape        string          `json:"shape"`
	Anonymous    bool            `json:"anonymous"`
}

type step map[string]any

type client struct {
	url, bot, token string
	snake           bool
	output          sync.Mutex
	socket          *socket
}

func main() {
	c := &client{}
	flag.StringVar(&c.url, "url", "", "where the gateway is")
	flag.StringVar(&c.bot, "bot", "", "the bot's id; none for the owner")
	flag.StringVar(&c.token, "token", "", "the token")
	flag.BoolVar(&c.snake, "snake", false, "spell keys as old clients do")
	flag.Parse()

	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 0, 64*1024), 1<<20)
	for lines.Scan() {
		var next order
		if err := json.Unmarshal(lines.Bytes(), &next); err != nil {
			c.tell(step{"step": "bad_order", "error": err.Error()})
			continue
		}
		if err := c.follow(next); err != nil {
			c.tell(step{"step": "failed", "do": next.Do, "error": err.Error()})
		}
	}
	if c.socket != nil {
		c.socket.conn.Close()
	}
}

func (c *client) tell(what step) {
	line, err := json.Marshal(what)
	if err != nil {
		line = []byte(fmt.Sprintf(`{"step":"failed","error":%q}`, err.Error()))
	}
	c.output.Lock()
	defer c.output.Unlock()
	os.Stdout.Write(append(line, '\n'))
}

// key spells a key as this client does: conversationId, or conversation_id.
func (c *client) key(camel string) string {
	if !c.snake {
		return camel
	}
	var out strings.Builder
	for _, r := range camel {
		if r >= 'A' && r <= 'Z' {
			out.WriteByte('_')
			r += 'a' - 'A'
		}
		out.WriteRune(r)
	}
	return out.String()
}

func (c *client) follow(do order) error {
	if do.Do == "connect" {
		return c.connect(do)
	}
	if do.Do == "reconnect" {
		return c.reconnect(do.Attempts)
	}
	if do.Do == "rest" {
		return c.rest(do)
	}
	if c.socket == nil {
		return fmt.Errorf("not connected")
	}
	switch do.Do {
	case "join":
		return c.say(typeJoin, c.joinOf(do))
	case "leave":
		return c.say(typeLeave, step{c.key("conversationId"): do.Conversation})
	case "send":
		return c.send(do)
	case "oversize":
		return c.oversize(do)
	case "ack":
		return c.say(typeAck, step{c.key("conversationId"): do.Conversation, c.key("ackedSeq"): do.Seq})
	case "ping":
		return c.socket.write(opPing, nil)
	case "goodbye":
		return c.say(typeGoodbye, step{})
	case "hangup":
		return c.socket.conn.Close()
	}
	return fmt.Errorf("unknown")
}

func (c *client) joinOf(do order) step {
	switch {
	case do.Conversation != "":
		join := step{c.key("conversationId"): do.Conversation}
		if do.Seq > 0 {
			join[c.key("lastAckedSeq")] = do.Seq
		}
		return join
	case do.Channel != "":
		return step{c.key("channelId"): do.Channel}
	}
	return step{c.key("botId"): do.Bot, "stream": do.Stream}
}

func (c *client) say(kind byte, payload step) error {
	text, err := json.Marshal(payload)
	if err != nil {
		return err
	}
	return c.socket.write(opBinary, frame{kind: kind, payload: text}.encode())
}

func (c *client) send(do order) error {
	text, err := json.Marshal(step{
		c.key("conversationId"): do.Conversation, "stream": do.Stream, "content": do.Content,
	})
	if err != nil {
		return err
	}
	if len(text) > payloadMax {
		return fmt.Errorf("a payload has at most %d bytes", payloadMax)
	}
	return c.socket.write(opBinary, frame{kind: typeSend, msgID: undashed(do.ID), payload: text}.encode())
}

// oversize says what no client may: a payload of so many bytes, whatever they are.
func (c *client) oversize(do order) error {
	before := fmt.Sprintf(`{%q:%q,"stream":"dm","content":{"text":"`, c.key("conversationId"), do.Conversation)
	after := `"}}`
	text := before + strings.Repeat("x", do.Length-len(before)-len(after)) + after
	return c.socket.write(opBinary, frame{kind: typeSend, payload: []byte(text)}.encode())
}

// connect dials, listens to silence, says who it is, and reads on until the connection ends.
func (c *client) connect(do order) error {
	if do.Token != "" {
		c.token = do.Token
	}
	if c.socket != nil {
		c.socket.conn.Close()
	}
	s, err := dial(c.url)
	if err != nil {
		return err
	}
	c.socket = s
	c.tell(step{"step": "silence", "millis": silence.Milliseconds()})
	hello := step{"token": c.token}
	if c.bot != "" {
		hello[c.key("botId")] = c.bot
	}
	if err := c.say(typeConnect, hello); err != nil {
		return err
	}
	first, err := c.readAuth(s)
	if err != nil {
		return err
	}
	c.tell(first)
	go c.readOn(s)
	if first["step"] == typeNames[typeAuthFail] {
		return authFailed{fmt.Sprint(first["reason"])}
	}
	return nil
}

// authFailed ends all attempts: the credentials are dead.
type authFailed struct{ reason string }

func (a authFailed) Error() string { return "auth failed: " + a.reason }

func (c *client) readAuth(s *socket) (step, error) {
	if err := s.conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return nil, err
	}
	message, err := s.read()
	if err != nil {
		return nil, fmt.Errorf("read auth: %w", err)
	}
	f, err := decode(message.payload)
	if err != nil {
		return nil, err
	}
	if message.opcode != opBinary || (f.kind != typeAuthOK && f.kind != typeAuthFail) {
		return nil, fmt.Errorf("unexpected frame type %d", f.kind)
	}
	if f.flags&flagPacked != 0 {
		return nil, fmt.Errorf("an answer to CONNECT must not be packed")
	}
	return heard(f), s.conn.SetReadDeadline(time.Time{})
}

func (c *client) readOn(s *socket) {
	for {
		message, err := s.read()
		if end, ok := err.(closed); ok {
			if end.code != 0 {
				echo := []byte{byte(end.code >> 8), byte(end.code)}
				_ = s.write(opClose, echo)
			}
			s.conn.Close()
			c.tell(step{"step": "closed", "code": end.code, "reason": end.reason})
			return
		}
		if err != nil {
			s.conn.Close()
			c.tell(step{"step": "broken", "error": err.Error()})
			return
		}
		switch message.opcode {
		case opBinary:
			if f, err := decode(message.payload); err != nil {
				c.tell(step{"step": "dropped", "error": err.Error()})
			} else {
				c.tell(heard(f))
			}
		case opPong:
			c.tell(step{"step": "pong"})
		default:
			c.tell(step{"step": "unwanted", "opcode": message.opcode})
		}
	}
}

// heard shows a frame: the header's fields, and the members of its payload unless they are packed.
func heard(f frame) step {
	name, known := typeNames[f.kind]
	if !known {
		name = fmt.Sprintf("type_%d", f.kind)
	}
	shown := step{"step": name, "flags": f.flags, "bytes": len(f.payload)}
	if f.kind == typeDelivery {
		shown["msgId"], shown["convId"], shown["seq"] = dashed(f.msgID), dashed(f.convID), f.seq
	}
	if f.flags&flagPacked != 0 || len(f.payload) == 0 {
		return shown
	}
	var members step
	if err := json.Unmarshal(f.payload, &members); err != nil {
		shown["error"] = err.Error()
		return shown
	}
	for key, value := range members {
		shown[key] = value
	}
	return shown
}

// backoff is the delay before attempt k: 100 ms doubled at most nine times, moved by up to a quarter.
func backoff(k int) time.Duration {
	delay := 100 * time.Millisecond << min(k, 9)
	return time.Duration(float64(delay) * (0.75 + rand.Float64()/2))
}

// reconnect tries until it is let in or refused; network errors never end it by themselves.
func (c *client) reconnect(attempts int) error {
	for k := 0; k < attempts; k++ {
		delay := backoff(k)
		time.Sleep(delay)
		err := c.connect(order{})
		tried := step{"step": "attempt", "k": k, "delayMillis": delay.Milliseconds(), "ok": err == nil}
		if err != nil {
			tried["error"] = err.Error()
		}
		c.tell(tried)
		if _, dead := err.(authFailed); dead || err == nil {
			return nil
		}
	}
	return fmt.Errorf("given up after %d attempts", attempts)
}
