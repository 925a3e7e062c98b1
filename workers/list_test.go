package workers

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
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
			_, err := Open(ctx, HubOptions{Access: a})
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

// List returns each worker once that sends valid status messages under its own name.
func TestListOfWorkers(t *testing.T) {
	t.Parallel()
	h := listening(t, HubOptions{})
	ctx, end := context.WithCancel(t.Context())
	var sent sync.WaitGroup
	sent.Go(func() {
		for waitFor(ctx, time.Millisecond) {
			for subject, s := range map[string]status{
				"a": {V: version, Worker: Worker{ID: "a", Host: "h", Slots: 2}}, "b": {V: version, Worker: Worker{ID: "c", Slots: 1}},
				"d": {V: version + 1, Worker: Worker{ID: "d", Slots: 1}},
			} {
				_ = h.conn.Publish(statusSubject+subject, encode(s))
			}
		}
	})
	var list []Worker
	for len(list) == 0 && t.Context().Err() == nil { // a busy machine may need longer than the short time to list
		var err error
		if list, err = List(t.Context(), h.reach(), 20*time.Millisecond); err != nil {
			t.Error(err)
			break
		}
	}
	end()
	sent.Wait()
	if len(list) != 1 || list[0].ID != "a" || list[0].Host != "h" || Slots(list) != 2 {
		t.Errorf("%+v", list)
	}
	if list, err := List(t.Context(), Access{URL: "nats://127.0.0.1:1"}, time.Hour); err == nil || !strings.HasPrefix(err.Error(), "nats://127.0.0.1:1: ") {
		t.Errorf("workers of no server: %+v, %v", list, err)
	}
}
