// Package serve is the web server: it shows the runs of a store in a browser while they
// are being written, and lets people play games against agents.
//
// It answers with pages, which need no JavaScript to show their tables; with JSON under
// /api/v1, described by /api/v1/openapi.json; and with events that update open pages. The
// store is opened read-only, and all files that a browser needs are embedded in the
// program. With [Options.Runs] clients may start runs, which package jobs executes in
// processes of their own. Games are sessions of package session, which clients keep
// sealed.
//
// A feature of the server is a type with a method register, which adds its routes; see
// server.go. Every request passes the checks of requestchecks.go first.
package serve
