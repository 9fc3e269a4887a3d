package parley

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"google.golang.org/grpc"
)

const (
	// The host sends no larger request.
	requestBytesMax = 4 << 20
	// How long calls that run may take to end once the app is told to stop. The host kills it soon after.
	stopTime = 1500 * time.Millisecond
)

// App is this process as the hub sees it. Register handlers first, then Run.
type App struct {
	dir, data, socket, id, name, version string

	services  []*grpc.ServiceDesc
	ui        *http.ServeMux
	configure func(settings map[string]string)
	// One Configure after the other, so that the last settings are the last that the app hears of.
	configuring sync.Mutex
	// Closed when the app is to stop; open streams end then.
	stopping chan struct{}
}

// New makes the app from what the hub put into the environment.
func New() (*App, error) {
	app := &App{
		dir:      os.Getenv("NEBO_APP_DIR"),
		data:     os.Getenv("NEBO_APP_DATA"),
		socket:   os.Getenv("NEBO_APP_SOCK"),
		id:       os.Getenv("NEBO_APP_ID"),
		name:     os.Getenv("NEBO_APP_NAME"),
		version:  os.Getenv("NEBO_APP_VERSION"),
		stopping: make(chan struct{}),
	}
	if app.socket == "" {
		return nil, errors.New("NEBO_APP_SOCK is not set: this program is an app, which the hub starts")
	}
	return app, nil
}

// ID, Name and Version are those of manifest.json.
func (a *App) ID() string      { return a.id }
func (a *App) Name() string    { return a.name }
func (a *App) Version() string { return a.version }

// Dir is the app's folder, in which it runs.
func (a *App) Dir() string { return a.dir }

// DataDir is the folder whose files outlive updates.
func (a *App) DataDir() string { return a.data }

// OnConfigure sets what is called with all settings after the start and after every change. Calls never overlap.
func (a *App) OnConfigure(f func(settings map[string]string)) { a.configure = f }

// Run serves the hub until SIGTERM or an interrupt, ends open streams, lets other calls finish for a moment, and
// returns nil.
func (a *App) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	return a.RunContext(ctx)
}

// RunContext is Run for programs that decide by themselves when to stop. An App runs once.
func (a *App) RunContext(ctx context.Context) error {
	if len(a.services) == 0 {
		return errors.New("no capability is registered: call RegisterTool or another before Run")
	}
	names := map[string]bool{}
	for _, service := range a.services {
		if names[service.ServiceName] {
			return fmt.Errorf("%s is registered twice", service.ServiceName)
		}
		names[service.ServiceName] = true
	}
	listener, err := listen(a.socket)
	if err != nil {
		return err
	}
	server := grpc.NewServer(grpc.ForceServerCodec(wireCodec{}), grpc.MaxRecvMsgSize(requestBytesMax))
	for _, service := range a.services {
		server.RegisterService(service, nil)
	}
	log.New(os.Stderr, "", 0).Printf("[%s] listening on %s", a.name, a.socket)

	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	close(a.stopping)
	impatience := time.AfterFunc(stopTime, server.Stop)
	defer impatience.Stop()
	server.GracefulStop()
	return <-ended
}

// listen takes the place of a socket that an earlier process left. Anything else at the path is not the app's to delete.
func listen(path string) (net.Listener, error) {
	if there, err := os.Lstat(path); err == nil && there.Mode()&fs.ModeSocket != 0 {
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("removing the old socket: %w", err)
		}
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("NEBO_APP_SOCK: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return nil, fmt.Errorf("NEBO_APP_SOCK: %w", err)
	}
	return listener, nil
}

// register adds a service with the calls that every one has. HookService has no Configure.
func (a *App) register(name string, methods []grpc.MethodDesc, streams ...grpc.StreamDesc) {
	methods = append(methods, unary("HealthCheck", func(context.Context, *empty) (*healthCheckResponse, error) {
		return &healthCheckResponse{Healthy: true, Version: a.version, Name: a.name}, nil
	}))
	if name != "HookService" {
		methods = append(methods, unary("Configure", a.configured))
	}
	a.services = append(a.services,
		&grpc.ServiceDesc{ServiceName: "apps.v0." + name, Methods: methods, Streams: streams})
}

func (a *App) configured(_ context.Context, settings *settingsMap) (*empty, error) {
	a.configuring.Lock()
	defer a.configuring.Unlock()
	if a.configure != nil {
		if settings.Values == nil {
			settings.Values = map[string]string{}
		}
		a.configure(settings.Values)
	}
	return &empty{}, nil
}
