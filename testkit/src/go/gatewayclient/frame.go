package main

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
)

const (
	headerBytes  = 47
	payloadMax   = 32768
	flagPacked   = 1
	typeConnect  = 1
	typeAuthOK   = 2
	typeAuthFail = 3
	typeJoin     = 4
	typeLeave    = 5
	typeSend     = 6
	typeDelivery = 7
	typeAck      = 8
	typeReplay   = 12
	typeGoodbye  = 13
)

// typeNames are for those who read the steps.
var typeNames = map[byte]string{
	typeAuthOK: "auth_ok", typeAuthFail: "auth_fail", typeJoin: "join", typeDelivery: "delivery",
	9: "presence", 10: "typing", 11: "slow_down", typeReplay: "replay", typeGoodbye: "close_frame",
}

// frame is section 2 of the protocol: 47 bytes, then the payload.
type frame struct {
	kind    byte
	flags   byte
	msgID   [16]byte
	convID  [16]byte
	seq     uint64
	payload []byte
}

func (f frame) encode() []byte {
	out := []byte{1, f.kind, f.flags}
	out = binary.BigEndian.AppendUint32(out, uint32(len(f.payload)))
	out = append(out, f.msgID[:]...)
	out = append(out, f.convID[:]...)
	out = binary.BigEndian.AppendUint64(out, f.seq)
	return append(out, f.payload...)
}

func decode(message []byte) (frame, error) {
	if len(message) < headerBytes {
		return frame{}, errors.New("fewer than 47 bytes")
	}
	if message[0] != 1 {
		return frame{}, fmt.Errorf("version %d", message[0])
	}
	length := binary.BigEndian.Uint32(message[3:7])
	if length > payloadMax {
		return frame{}, fmt.Errorf("a payload of %d bytes", length)
	}
	if uint32(len(message)-headerBytes) < length {
		return frame{}, errors.New("cut off")
	}
	f := frame{kind: message[1], flags: message[2], seq: binary.BigEndian.Uint64(message[39:47])}
	copy(f.msgID[:], message[7:23])
	copy(f.convID[:], message[23:39])
	f.payload = message[headerBytes : headerBytes+int(length)]
	return f, nil
}

// dashed writes sixteen bytes as clients show them.
func dashed(id [16]byte) string {
	text := hex.EncodeToString(id[:])
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
}

// undashed is the other way; all zero for what is no id.
func undashed(text string) (id [16]byte) {
	bare := make([]byte, 0, 32)
	for i := 0; i < len(text); i++ {
		if text[i] != '-' {
			bare = append(bare, text[i])
		}
	}
	if bytes, err := hex.DecodeString(string(bare)); err == nil && len(bytes) == 16 {
		copy(id[:], bytes)
	}
	return id
}
