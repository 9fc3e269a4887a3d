package parley

import (
	"context"
	"log"
	"runtime/debug"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// unary is a call with one answer.
func unary[Q, R any](name string, call func(context.Context, *Q) (*R, error)) grpc.MethodDesc {
	handle := func(_ any, ctx context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (answer any, err error) {
		defer failOnPanic(name, &err)
		request := new(Q)
		if err := decode(request); err != nil {
			return nil, err
		}
		return call(ctx, request)
	}
	return grpc.MethodDesc{MethodName: name, Handler: handle}
}

// asked is a call without a question.
func asked[R any](name string, answer func() *R) grpc.MethodDesc {
	return unary(name, func(context.Context, *empty) (*R, error) { return answer(), nil })
}

// told is a call that answers with the text of what went wrong, or none.
func told[Q any](name string, call func(context.Context, *Q) error) grpc.MethodDesc {
	return unary(name, func(ctx context.Context, request *Q) (*textResponse, error) {
		return &textResponse{errorText(call(ctx, request))}, nil
	})
}

// streaming is a call that is answered with everything that comes out of a Go channel, until that is closed, the hub
// hangs up, or the app stops.
func streaming[Q, R, M any](
	a *App, name string, open func(context.Context, *Q) (<-chan R, error), message func(*R) *M,
) grpc.StreamDesc {
	handle := func(_ any, stream grpc.ServerStream) (err error) {
		defer failOnPanic(name, &err)
		request := new(Q)
		if err := stream.RecvMsg(request); err != nil {
			return err
		}
		// The handler behind a stream hears that it is over however it ends.
		ctx, end := context.WithCancel(stream.Context())
		defer end()
		source, err := open(ctx, request)
		if err != nil {
			return status.Error(codes.Unavailable, err.Error())
		}
		for {
			select {
			case item, more := <-source:
				if !more {
					return nil
				}
				if err := stream.SendMsg(message(&item)); err != nil {
					return err
				}
			case <-ctx.Done():
				return status.FromContextError(ctx.Err()).Err()
			case <-a.stopping:
				return nil
			}
		}
	}
	return grpc.StreamDesc{StreamName: name, Handler: handle, ServerStreams: true}
}

func same[R any](item *R) *R { return item }

func failOnPanic(call string, err *error) {
	if cause := recover(); cause != nil {
		log.Printf("%s panicked: %v\n%s", call, cause, debug.Stack())
		*err = status.Errorf(codes.Internal, "%s failed inside the app", call)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	if text := err.Error(); text != "" {
		return text
	}
	return "failed without a reason"
}
