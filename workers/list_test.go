//go:build !nobroker

package workers

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"
)

// A server that says nothing holds nobody up who does not want to wait any more: to the
// end of the time limit of a connection would be seconds.
func TestListGivesUp(t *testing.T) {
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
		_, _ = conn.Read(make([]byte, 1)) // until the other side hangs up
		_ = conn.Close()
	}()
	if _, err := List(ctx, Access{URL: "nats://" + silent.Addr().String()}, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
