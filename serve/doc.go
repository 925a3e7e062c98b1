// Package serve is the web server. It shows the runs of a store in a browser while they are being
// written, and lets people play games against agents.
//
// It serves pages, whose tables need no JavaScript, and a JSON API under /api/v1, which
// /api/v1/openapi.json describes. A stream of events updates open pages. The server opens the
// store read-only. The program embeds all files that a browser needs.
//
// If [Options.Runs] is positive, clients may start runs. Package jobs executes each of these runs
// in a separate process. A game between people and agents is a session of package session. The
// client stores the session in encrypted form and sends it with every request.
//
// Every feature of the server is a type with a method register, which adds the routes of the
// feature; see server.go. Every request first passes the checks in requestchecks.go.
package serve
