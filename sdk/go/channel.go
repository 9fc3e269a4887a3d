package parley

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

// ChannelHandler is a channel to people elsewhere (channel:NAME). Connect gets the settings. Send returns the id that
// the platform gave the message. Receive returns where messages from there come out; closing it ends the stream, and
// the hub asks again.
type ChannelHandler interface {
	ID() string
	Connect(ctx context.Context, config map[string]string) error
	Disconnect(ctx context.Context) error
	Send(ctx context.Context, message ChannelEnvelope) (messageID string, err error)
	Receive(ctx context.Context) (<-chan ChannelEnvelope, error)
}

// ChannelEnvelope is a message of a channel, in or out. ChannelID is TYPE:ID-OF-THE-PLATFORM. UserID and Metadata, the
// text of a JSON object, go with messages that come in; Timestamp, too, and it is the platform's.
type ChannelEnvelope struct {
	MessageID    string
	ChannelID    string
	UserID       string
	Sender       *MessageSender
	Text         string
	Attachments  []Attachment
	ReplyTo      string
	Actions      []MessageAction
	PlatformData []byte
	Metadata     string
	Timestamp    time.Time
}

// MessageSender is who speaks. The hub fills it in for what goes out.
type MessageSender struct {
	Name  string `pb:"1,name"`
	Role  string `pb:"2,role"`
	BotID string `pb:"3,bot_id"`
}

// Attachment is an image, file, audio or video.
type Attachment struct {
	Type     string `pb:"1,type"`
	URL      string `pb:"2,url"`
	Filename string `pb:"3,filename"`
	Size     int64  `pb:"4,size"`
}

// MessageAction is a button.
type MessageAction struct {
	Label      string `pb:"1,label"`
	CallbackID string `pb:"2,callback_id"`
}

// RegisterChannel offers a channel.
func (a *App) RegisterChannel(channel ChannelHandler) {
	receive := func(ctx context.Context, _ *empty) (<-chan ChannelEnvelope, error) { return channel.Receive(ctx) }
	a.register("ChannelService", []grpc.MethodDesc{
		asked("ID", func() *textResponse { return &textResponse{channel.ID()} }),
		told("Connect", func(ctx context.Context, request *connectRequest) error {
			return channel.Connect(ctx, request.config())
		}),
		told("Disconnect", func(ctx context.Context, _ *empty) error { return channel.Disconnect(ctx) }),
		unary("Send", func(ctx context.Context, request *channelSendRequest) (*channelSendResponse, error) {
			id, err := channel.Send(ctx, request.envelope())
			return &channelSendResponse{Error: errorText(err), MessageID: id}, nil
		}),
	}, streaming(a, "Receive", receive, (*ChannelEnvelope).inbound))
}

// config is never nil, so that handlers may add to it.
func (r *connectRequest) config() map[string]string {
	if r.Config == nil {
		return map[string]string{}
	}
	return r.Config
}

func (r *channelSendRequest) envelope() ChannelEnvelope {
	return ChannelEnvelope{
		MessageID: r.MessageID, ChannelID: r.ChannelID, Sender: r.Sender, Text: r.Text, Attachments: r.Attachments,
		ReplyTo: r.ReplyTo, Actions: r.Actions, PlatformData: r.PlatformData,
	}
}

func (e *ChannelEnvelope) inbound() *inboundMessage {
	message := &inboundMessage{
		ChannelID: e.ChannelID, UserID: e.UserID, Text: e.Text, Metadata: e.Metadata, MessageID: e.MessageID,
		Sender: e.Sender, Attachments: e.Attachments, ReplyTo: e.ReplyTo, Actions: e.Actions,
		PlatformData: e.PlatformData,
	}
	if !e.Timestamp.IsZero() {
		message.Timestamp = e.Timestamp.Format(time.RFC3339Nano)
	}
	return message
}
