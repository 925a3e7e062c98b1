// Package serve is the web face: it shows the runs of a store in a browser while
// they are being written.
//
// What comes in: HTTP requests, a store opened read-only, a catalog of games
// (package runs). What goes out: pages, which need no JavaScript to show their
// tables; a JSON API under /api/v1, described by /api/v1/openapi.json; and events
// that tell an open page what has changed. All files that a browser needs are
// embedded in the program. With [Options.Runs] clients may start runs, which package
// jobs plays in processes of their own.
//
// A feature of the server is a function of the list features, which registers
// routes; see routes.go. Every request passes the guard first: guard.go.
package serve
