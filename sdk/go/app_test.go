package parley

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

type tool struct {
	execute func(context.Context, json.RawMessage) (string, error)
}

func (tool) Name() string            { return "tool" }
func (tool) Description() string     { return "A tool." }
func (tool) Schema() json.RawMessage { return NewSchema("go").Build() }
func (tool) RequiresApproval() bool  { return true }
func (t tool) Execute(ctx context.Context, input json.RawMessage) (string, error) {
	return t.execute(ctx, input)
}

type models struct{ asked, gone chan string }

func (m models) Stream(ctx context.Context, request GatewayRequest) (<-chan GatewayEvent, error) {
	if request.RequestID == "refused" {
		return nil, errors.New("no model")
	}
	events := make(chan GatewayEvent, 1)
	events <- GatewayEvent{Type: "text", Content: "hi", RequestID: request.RequestID}
	go func() {
		<-ctx.Done()
		m.gone <- request.RequestID
	}()
	return events, nil
}

func (m models) Cancel(_ context.Context, id string) error {
	if id == "unknown" {
		return errors.New("no such request")
	}
	return nil
}

func newApp(t *testing.T) *App {
	t.Helper()
	t.Setenv("NEBO_APP_SOCK", filepath.Join(t.TempDir(), "app.sock"))
	t.Setenv("NEBO_APP_NAME", "Tester")
	t.Setenv("NEBO_APP_VERSION", "1.2.3")
	app, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// running serves app until the test is over or stop is called, which returns what Run returned.
func running(t *testing.T, app *App) (client *grpc.ClientConn, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- app.RunContext(ctx) }()
	client, err := grpc.NewClient("unix:"+app.socket, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodec(wireCodec{}), grpc.WaitForReady(true)))
	if err != nil {
		t.Fatal(err)
	}
	stopped := false
	stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		return <-ended
	}
	t.Cleanup(func() { client.Close(); stop() })
	return client, stop
}

func call[R any](t *testing.T, client *grpc.ClientConn, method string, request any) (*R, error) {
	t.Helper()
	answer := new(R)
	return answer, client.Invoke(t.Context(), "/apps.v0."+method, request, answer)
}

func TestAnAppIsStartedByTheHubOnly(t *testing.T) {
	t.Setenv("NEBO_APP_SOCK", "")
	if _, err := New(); err == nil || !strings.Contains(err.Error(), "NEBO_APP_SOCK") {
		t.Errorf("got %v", err)
	}
}

func TestAnAppOffersSomethingAndEachThingOnce(t *testing.T) {
	app := newApp(t)
	if err := app.Run(); err == nil || !strings.Contains(err.Error(), "no capability") {
		t.Errorf("got %v", err)
	}
	app.RegisterTool(tool{})
	app.RegisterTool(tool{})
	if err := app.Run(); err == nil || !strings.Contains(err.Error(), "ToolService is registered twice") {
		t.Errorf("got %v", err)
	}
}

func TestAnOldSocketIsReplacedAndAFileIsNot(t *testing.T) {
	app := newApp(t)
	app.RegisterTool(tool{})
	if err := os.WriteFile(app.socket, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := app.Run(); err == nil {
		t.Error("it listens on a file")
	}
	if text, _ := os.ReadFile(app.socket); string(text) != "mine" {
		t.Errorf("the file is %q", text)
	}
	os.Remove(app.socket)
	old, err := listen(app.socket)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	client, stop := running(t, app)
	if _, err := call[textResponse](t, client, "ToolService/Name", &empty{}); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(app.socket); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("socket: %v %v", info, err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(app.socket); !os.IsNotExist(err) {
		t.Errorf("the socket is still there: %v", err)
	}
}

func TestAToolThatFailsOrPanicsTakesNothingElseAlong(t *testing.T) {
	app := newApp(t)
	app.RegisterTool(tool{func(_ context.Context, input json.RawMessage) (string, error) {
		switch string(input) {
		case "panic":
			panic("at the disco")
		case "silent":
			return "", errors.New("")
		}
		return "", errors.New("no " + string(input))
	}})
	client, _ := running(t, app)
	answer, err := call[executeResponse](t, client, "ToolService/Execute", &executeRequest{[]byte("x")})
	if err != nil || *answer != (executeResponse{"no x", true}) {
		t.Errorf("got %v, %v", answer, err)
	}
	answer, _ = call[executeResponse](t, client, "ToolService/Execute", &executeRequest{[]byte("silent")})
	if answer.Content == "" || !answer.IsError {
		t.Errorf("got %v", answer)
	}
	if _, err := call[executeResponse](t, client, "ToolService/Execute", &executeRequest{[]byte("panic")}); status.Code(err) != codes.Internal {
		t.Errorf("got %v", err)
	}
	health, err := call[healthCheckResponse](t, client, "ToolService/HealthCheck", &empty{})
	if err != nil || *health != (healthCheckResponse{true, "1.2.3", "Tester"}) {
		t.Errorf("got %v, %v", health, err)
	}
	if _, err := call[hookList](t, client, "HookService/ListHooks", &empty{}); status.Code(err) != codes.Unimplemented {
		t.Errorf("got %v", err)
	}
	if flag, err := call[flagResponse](t, client, "ToolService/RequiresApproval", &empty{}); err != nil || !flag.Flag {
		t.Errorf("got %v, %v", flag, err)
	}
}

func TestSettingsComeAsTheyAre(t *testing.T) {
	app := newApp(t)
	app.RegisterTool(tool{})
	var seen []map[string]string
	app.OnConfigure(func(settings map[string]string) { seen = append(seen, settings) })
	client, _ := running(t, app)
	for _, values := range []map[string]string{{"key": "one"}, nil} {
		if _, err := call[empty](t, client, "ToolService/Configure", &settingsMap{values}); err != nil {
			t.Fatal(err)
		}
	}
	if len(seen) != 2 || seen[0]["key"] != "one" || seen[1] == nil {
		t.Errorf("got %v", seen)
	}
}

func TestAStreamEndsWhenTheCallerGoesAndWhenTheAppStops(t *testing.T) {
	app := newApp(t)
	gone := make(chan string, 2)
	app.RegisterGateway(models{gone: gone})
	client, stop := running(t, app)
	open := func(ctx context.Context, id string) grpc.ClientStream {
		stream, err := client.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, "/apps.v0.GatewayService/Stream")
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(stream.SendMsg(&GatewayRequest{RequestID: id}), stream.CloseSend()); err != nil {
			t.Fatal(err)
		}
		return stream
	}
	event := new(GatewayEvent)
	if err := open(t.Context(), "refused").RecvMsg(event); status.Code(err) != codes.Unavailable {
		t.Errorf("got %v", err)
	}
	ctx, hangUp := context.WithCancel(t.Context())
	if err := open(ctx, "first").RecvMsg(event); err != nil || event.Content != "hi" {
		t.Fatalf("got %v, %v", event, err)
	}
	hangUp()
	if id := <-gone; id != "first" {
		t.Errorf("%s is gone", id)
	}
	if err := open(t.Context(), "second").RecvMsg(event); err != nil {
		t.Fatal(err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	if id := <-gone; id != "second" {
		t.Errorf("%s is gone", id)
	}
}

func TestCancelSaysWhetherItDid(t *testing.T) {
	app := newApp(t)
	app.RegisterGateway(models{})
	client, _ := running(t, app)
	for id, want := range map[string]bool{"known": true, "unknown": false} {
		if answer, err := call[flagResponse](t, client, "GatewayService/Cancel", &requestID{id}); err != nil || answer.Flag != want {
			t.Errorf("%s: got %v, %v", id, answer, err)
		}
	}
}

func TestHandlersOfHTTP(t *testing.T) {
	app := newApp(t)
	app.HandleFunc("GET /plain", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>")) })
	app.HandleFunc("GET /cookies", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Add("Set-Cookie", "a=1")
		w.Header().Add("Set-Cookie", "b=2")
		w.WriteHeader(http.StatusTeapot)
		w.Header().Set("X-Late", "yes")
		w.WriteHeader(http.StatusOK)
	})
	app.HandleFunc("GET /silent", func(http.ResponseWriter, *http.Request) {})
	app.HandleFunc("GET /much", func(w http.ResponseWriter, _ *http.Request) { w.Write(make([]byte, responseBytesMax+1)) })
	client, _ := running(t, app)
	get := func(request httpRequest) (*httpResponse, error) {
		return call[httpResponse](t, client, "UIService/HandleRequest", &request)
	}

	answer, err := get(httpRequest{Path: "/plain"})
	if err != nil || answer.StatusCode != 200 || answer.Headers["Content-Type"] != "text/html; charset=utf-8" {
		t.Errorf("got %v, %v", answer, err)
	}
	answer, err = get(httpRequest{Method: "GET", Path: "/cookies"})
	if err != nil || answer.StatusCode != 418 || len(answer.Headers) != 1 || answer.Headers["Set-Cookie"] != "a=1" {
		t.Errorf("got %v, %v", answer, err)
	}
	if answer, err = get(httpRequest{Method: "GET", Path: "/silent"}); err != nil || answer.StatusCode != 200 || answer.Body != nil {
		t.Errorf("got %v, %v", answer, err)
	}
	if answer, err = get(httpRequest{Method: "POST", Path: "/plain"}); err != nil || answer.StatusCode != 405 {
		t.Errorf("got %v, %v", answer, err)
	}
	if _, err = get(httpRequest{Method: "GET", Path: "/much"}); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("got %v", err)
	}
	for _, bad := range []httpRequest{{Method: "GE T", Path: "/"}, {Method: "GET", Path: "/%zz"}} {
		if _, err := get(bad); status.Code(err) != codes.Internal {
			t.Errorf("%v: got %v", bad, err)
		}
	}
}
