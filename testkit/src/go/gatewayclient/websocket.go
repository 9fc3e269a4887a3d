package main

import (
	"bufio"
	"crypto/rand"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

const (
	opText   = 1
	opBinary = 2
	opClose  = 8
	opPing   = 9
	opPong   = 10
)

// silence is how long the server must say nothing between its 101 and the first frame of the client.
const silence = 300 * time.Millisecond

// socket is the client side of RFC 6455, as strict as section 1 of the protocol says.
type socket struct {
	conn   net.Conn
	in     *bufio.Reader
	writes sync.Mutex
}

type wsFrame struct {
	opcode  byte
	payload []byte
}

// closed is the end of a connection: with the code that the server gave, or 0 when it just hung up.
type closed struct {
	code   int
	reason string
}

func (c closed) Error() string { return fmt.Sprintf("closed with %d %s", c.code, c.reason) }

func dial(endpoint string) (*socket, error) {
	address, err := url.Parse(endpoint)
	if err != nil {
		return nil, err
	}
	conn, err := net.DialTimeout("tcp", address.Host, 10*time.Second)
	if err != nil {
		return nil, err
	}
	s := &socket{conn: conn, in: bufio.NewReader(conn)}
	if err := s.handshake(address); err != nil {
		conn.Close()
		return nil, err
	}
	return s, nil
}

func (s *socket) handshake(address *url.URL) error {
	nonce := make([]byte, 16)
	if _, err := rand.Read(nonce); err != nil {
		return err
	}
	key := base64.StdEncoding.EncodeToString(nonce)
	path := address.RequestURI()
	request := "GET " + path + " HTTP/1.1\r\nHost: " + address.Host +
		"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + "\r\n\r\n"
	if err := s.conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return err
	}
	if _, err := io.WriteString(s.conn, request); err != nil {
		return err
	}
	response, err := http.ReadResponse(s.in, nil)
	if err != nil {
		return err
	}
	if err := check(response, key); err != nil {
		return err
	}
	return s.expectSilence()
}

// check refuses what a strict client refuses in the 101.
func check(response *http.Response, key string) error {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	accept := base64.StdEncoding.EncodeToString(sum[:])
	switch {
	case response.StatusCode != 101:
		return fmt.Errorf("unexpected HTTP response status: %d", response.StatusCode)
	case !response.ProtoAtLeast(1, 1):
		return fmt.Errorf("the response is %s", response.Proto)
	case !strings.EqualFold(response.Header.Get("Upgrade"), "websocket"):
		return errors.New("'Upgrade' is not websocket")
	case len(response.Header.Values("Connection")) != 1 || !strings.EqualFold(response.Header.Get("Connection"), "Upgrade"):
		return errors.New("'Connection' is not exactly Upgrade")
	case response.Header.Get("Sec-WebSocket-Accept") != accept:
		return errors.New("'Sec-WebSocket-Accept' is wrong")
	case response.Header.Get("Sec-WebSocket-Protocol") != "":
		return errors.New("a subprotocol that nobody asked for")
	case response.Header.Get("Sec-WebSocket-Extensions") != "":
		return errors.New("an extension that nobody asked for")
	}
	return nil
}

func (s *socket) expectSilence() error {
	if err := s.conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return err
	}
	_, err := s.in.Peek(1)
	var timeout net.Error
	if !errors.As(err, &timeout) || !timeout.Timeout() {
		return fmt.Errorf("the server spoke before CONNECT: %v", err)
	}
	return s.conn.SetDeadline(time.Time{})
}

// write sends one masked frame: its header and its payload in two writes, as the clients in the field do.
func (s *socket) write(opcode byte, payload []byte) error {
	s.writes.Lock()
	defer s.writes.Unlock()
	header := []byte{0x80 | opcode}
	switch {
	case len(payload) < 126:
		header = append(header, 0x80|byte(len(payload)))
	case len(payload) <= 0xffff:
		header = append(header, 0x80|126)
		header = binary.BigEndian.AppendUint16(header, uint16(len(payload)))
	default:
		header = append(header, 0x80|127)
		header = binary.BigEndian.AppendUint64(header, uint64(len(payload)))
	}
	mask := make([]byte, 4)
	if _, err := rand.Read(mask); err != nil {
		return err
	}
	masked := make([]byte, len(payload))
	for i, b := range payload {
		masked[i] = b ^ mask[i%4]
	}
	if _, err := s.conn.Write(append(header, mask...)); err != nil {
		return err
	}
	_, err := s.conn.Write(masked)
	return err
}

// read returns one whole message or control frame; the end of the connection is a closed.
func (s *socket) read() (wsFrame, error) {
	var message []byte
	var kind byte
	for {
		final, opcode, payload, err := s.readFrame()
		if err != nil {
			return wsFrame{}, err
		}
		switch {
		case opcode == opClose:
			code, reason := 1005, ""
			if len(payload) >= 2 {
				code, reason = int(binary.BigEndian.Uint16(payload)), string(payload[2:])
			}
			return wsFrame{}, closed{code, reason}
		case opcode > opClose:
			return wsFrame{opcode, payload}, nil
		case opcode != 0:
			kind = opcode
		}
		message = append(message, payload...)
		if final {
			return wsFrame{kind, message}, nil
		}
	}
}

func (s *socket) readFrame() (final bool, opcode byte, payload []byte, err error) {
	head := make([]byte, 2)
	if _, err = io.ReadFull(s.in, head); err != nil {
		return false, 0, nil, closed{0, err.Error()}
	}
	if head[0]&0x70 != 0 {
		return false, 0, nil, errors.New("a reserved bit is set")
	}
	if head[1]&0x80 != 0 {
		return false, 0, nil, errors.New("a server must not mask")
	}
	length := uint64(head[1] & 0x7f)
	if length >= 126 {
		more := make([]byte, 2)
		if length == 127 {
			more = make([]byte, 8)
		}
		if _, err = io.ReadFull(s.in, more); err != nil {
			return false, 0, nil, closed{0, err.Error()}
		}
		length = 0
		for _, b := range more {
			length = length<<8 | uint64(b)
		}
	}
	if length > 1<<20 {
		return false, 0, nil, errors.New("a frame of more than a MiB")
	}
	payload = make([]byte, length)
	if _, err = io.ReadFull(s.in, payload); err != nil {
		return false, 0, nil, closed{0, err.Error()}
	}
	return head[0]&0x80 != 0, head[0] & 0x0f, payload, nil
}
