// Package parley makes a program an app of a Parley hub: a process of its own that the hub starts and calls over gRPC
// on a Unix socket. Make an App with New, register what the app offers, and Run it:
//
//	app, err := parley.New()
//	if err != nil {
//		log.Fatal(err)
//	}
//	app.RegisterTool(Calculator{})
//	if err := app.Run(); err != nil {
//		log.Fatal(err)
//	}
//
// Handlers are called from many goroutines at once. A handler that panics fails its call and nothing else.
package parley
