//go:build !nobroker

package workers

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"
)

// A context cancels connecting to a server that accepts the connection and sends nothing.
// Otherwise the time limit of a connection would delay the end by seconds.
func TestConnectingToSilentServerIsCancelled(t *testing.T) {
	t.Parallel()
	for verb, begin := range map[string]func(context.Context, Access) error{
		"work": func(ctx context.Context, a Access) error {
			o := WorkOptions{Access: a, Stop: ctx.Done(), Grace: time.Hour, Player: Player{Slots: 1}}
			o.Log = func(text string) {
				if strings.Contains(text, "no connection") { // it has waited for the time limit
					t.Errorf("the worker logs %q", text)
				}
			}
			return errors.Join(Work(context.Background(), o), ctx.Err())
		},
		"list": func(ctx context.Context, a Access) error {
			_, err := List(ctx, a, time.Hour)
			return err
		},
		"open": func(ctx context.Context, a Access) error {
			_, err := Open(ctx, Options{Access: a})
			return err
		},
	} {
		t.Run(verb, func(t *testing.T) {
			t.Parallel()
			silent, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = silent.Close() }()
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				conn, err := silent.Accept()
				if err != nil {
					return
				}
				cancel()
				_, _ = conn.Read(make([]byte, 1)) // until the other side closes the connection
				_ = conn.Close()
			}()
			if err := begin(ctx, Access{URL: "nats://" + silent.Addr().String()}); !errors.Is(err, context.Canceled) {
				t.Errorf("%v", err)
			}
		})
	}
}
