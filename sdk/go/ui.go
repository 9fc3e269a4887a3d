package parley

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// The hub reads no larger answer.
const responseBytesMax = 15 << 20

// UIHandler answers what the pages of the app ask (ui).
type UIHandler interface {
	Handler() *http.ServeMux
}

// RegisterUI offers the handlers of a mux.
func (a *App) RegisterUI(ui UIHandler) { a.serveUI(ui.Handler()) }

// Handle and HandleFunc offer single handlers, with patterns as in net/http.
func (a *App) Handle(pattern string, handler http.Handler) {
	if a.ui == nil {
		a.serveUI(http.NewServeMux())
	}
	a.ui.Handle(pattern, handler)
}

func (a *App) HandleFunc(pattern string, handler http.HandlerFunc) { a.Handle(pattern, handler) }

func (a *App) serveUI(mux *http.ServeMux) {
	a.ui = mux
	a.register("UIService", []grpc.MethodDesc{
		unary("HandleRequest", func(ctx context.Context, request *httpRequest) (*httpResponse, error) {
			return respond(ctx, mux, request)
		}),
	})
}

func respond(ctx context.Context, handler http.Handler, request *httpRequest) (*httpResponse, error) {
	target := request.Path
	if request.Query != "" {
		target += "?" + request.Query
	}
	r, err := http.NewRequestWithContext(ctx, request.Method, target, bytes.NewReader(request.Body))
	if err != nil {
		return nil, status.Errorf(codes.Internal, "not a request: %v", err)
	}
	r.RequestURI = target
	for name, value := range request.Headers {
		r.Header.Set(name, value)
	}
	answer := &recorder{header: http.Header{}}
	handler.ServeHTTP(answer, r)
	return answer.response()
}

// recorder keeps what a handler answers.
type recorder struct {
	header http.Header
	// As the header was when the status was written; what is changed later counts no more.
	sent http.Header
	code int
	body bytes.Buffer
	full bool
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(code int) {
	// 1xx are news of an answer that is still to come.
	if r.code == 0 && code >= 200 {
		r.code, r.sent = code, r.header.Clone()
	}
}

func (r *recorder) Write(piece []byte) (int, error) {
	if r.code == 0 {
		if r.header.Get("Content-Type") == "" && r.header.Get("Content-Encoding") == "" {
			r.header.Set("Content-Type", http.DetectContentType(piece))
		}
		r.WriteHeader(http.StatusOK)
	}
	if r.body.Len()+len(piece) > responseBytesMax {
		r.full = true
		return 0, errors.New("the hub reads at most 15 MiB of an answer")
	}
	return r.body.Write(piece)
}

func (r *recorder) response() (*httpResponse, error) {
	if r.full {
		return nil, status.Error(codes.ResourceExhausted, "the app's answer is larger than 15 MiB")
	}
	r.WriteHeader(http.StatusOK)
	headers := make(map[string]string, len(r.sent))
	for name, values := range r.sent {
		if len(values) > 0 && !strings.HasPrefix(name, http.TrailerPrefix) {
			headers[name] = values[0]
		}
	}
	return &httpResponse{StatusCode: int32(r.code), Headers: headers, Body: r.body.Bytes()}, nil
}
