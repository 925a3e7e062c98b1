package cmd

import (
	"testing"
	"time"

	"github.com/lanista/lanista/runs"
)

func TestServeFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line string
		want serveOptions
		err  string
	}{
		{line: "", want: serveOptions{db: runs.DefaultStore, listen: "127.0.0.1:7171", think: 5 * time.Second}},
		{
			line: "--key k --think 1s --searches 3 --etudes e",
			want: serveOptions{db: runs.DefaultStore, listen: "127.0.0.1:7171", key: "k", think: time.Second, searches: 3, etudes: "e"},
		},
		{
			line: "--db a.db --listen :0 --host tuner --host b --token abcdefghijklmnop --open",
			want: serveOptions{db: "a.db", listen: ":0", hosts: []string{"tuner", "b"}, token: "abcdefghijklmnop", open: true, think: 5 * time.Second},
		},
		{line: "--tls-cert c.pem", err: "belong together"},
		{line: "risk", err: "serve takes no arguments; given: 1"},
	} {
		var got serveOptions
		err := typed(newServe(&app{}, took(&got)), c.line)
		check(t, "serve "+c.line, err, c.err, got, c.want)
	}
}
