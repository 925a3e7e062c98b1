package cmd

import (
	"testing"
	"time"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve"
)

func TestServeFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line string
		want serveOptions
		err  string
	}{
		{line: "", want: serveOptions{options: serve.Options{Store: runs.DefaultStore, Think: 5 * time.Second, RunTime: 12 * time.Hour}, listen: "127.0.0.1:7171"}},
		{
			line: "--key k --think 1s --searches 3 --etudes e",
			want: serveOptions{options: serve.Options{Store: runs.DefaultStore, Think: time.Second, RunTime: 12 * time.Hour, Searches: 3, Etudes: "e"}, listen: "127.0.0.1:7171", key: "k"},
		},
		{
			line: "--db a.db --listen :0 --host tuner --host b --token abcdefghijklmnop --open",
			want: serveOptions{options: serve.Options{
				Store: "a.db", Hosts: []string{"tuner", "b"}, Token: "abcdefghijklmnop", Think: 5 * time.Second, RunTime: 12 * time.Hour,
			}, listen: ":0", open: true},
		},
		{line: "--tls-cert c.pem", err: "need each other"},
		{line: "risk", err: "serve takes no arguments; given: 1"},
	} {
		var got serveOptions
		err := typed(newServe(&app{}, took(&got)), c.line)
		check(t, "serve "+c.line, err, c.err, got, c.want)
	}
}
