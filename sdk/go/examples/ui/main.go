// Ui answers what a page asks it.
package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"

	"dev.parley/parley"
)

type dashboard struct{}

func (dashboard) Handler() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, map[string]string{"status": "ok"})
	})
	mux.HandleFunc("GET /search", func(w http.ResponseWriter, r *http.Request) {
		answer(w, map[string]string{"q": r.URL.Query().Get("q")})
	})
	mux.HandleFunc("GET /items/{name}", func(w http.ResponseWriter, r *http.Request) {
		answer(w, map[string]string{"name": r.PathValue("name")})
	})
	mux.HandleFunc("POST /echo", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, "no body", http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", r.Header.Get("Content-Type"))
		w.Header().Set("X-Echo", r.Header.Get("X-Echo"))
		w.WriteHeader(http.StatusCreated)
		w.Write(body)
	})
	return mux
}

func answer(w http.ResponseWriter, value map[string]string) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(value)
}

func main() {
	app, err := parley.New()
	if err != nil {
		log.Fatal(err)
	}
	app.RegisterUI(dashboard{})
	if err := app.Run(); err != nil {
		log.Fatal(err)
	}
}
