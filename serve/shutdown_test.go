package serve

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/serve/jobs"
)

// ours returns the stacks of the goroutines of a server.
func ours() (list []string) {
	buffer := make([]byte, 8<<20)
	buffer = buffer[:runtime.Stack(buffer, true)]
	for _, stack := range strings.Split(string(buffer), "\n\n") {
		if strings.Contains(stack, "lanista/serve") && !strings.Contains(stack, "testing.tRunner") {
			list = append(list, stack)
		}
	}
	return list
}

// open sends a request over a new connection and returns it before the response is read.
func open(t *testing.T, address, request string) net.Conn {
	t.Helper()
	var dialer net.Dialer
	c, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := fmt.Fprint(c, request); err != nil {
		t.Fatal(err)
	}
	return c
}

// A server that stops with two hundred open streams, a quarter of them unread, a running search
// and a running job leaves no goroutine and no process. The test does not run in parallel,
// because it counts goroutines.
func TestNothingIsLeftOfAServer(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("nobody can be interrupted here")
	}
	before := len(ours())
	s := starting(t, func(o *Options) { o.Catalog = allGames })
	address, stop := listening(t, s)
	const streams, unread = 200, 50
	byes := make(chan bool, streams)
	for i := range streams {
		c := open(t, address, "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
		if i < unread {
			continue
		}
		lines := bufio.NewScanner(c)
		for lines.Scan() && lines.Text() != "event: hello" { // it has joined
		}
		go func() {
			bye := false
			for lines.Scan() {
				bye = bye || lines.Text() == "event: bye"
			}
			byes <- bye
		}()
	}
	j := started(t, ask(t, s, http.MethodPost, "/api/v1/jobs", aConfig))
	awaitJob(t, s, j.ID, jobs.Running)
	body := `{"engine":"othello","agent":{"source":"default","settings":{"depth":"30"}}}`
	open(t, address, fmt.Sprintf("POST /api/v1/games/best HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
	for !strings.Contains(strings.Join(ours(), "\n"), "othello") { // the search is under way
		time.Sleep(time.Millisecond)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	for range streams - unread {
		if !<-byes {
			t.Error("a stream ended without a bye")
		}
	}
	if list := s.starter.queue.List(); list[0].State != jobs.Stopped {
		t.Errorf("%+v", list[0])
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for len(ours()) > before && ctx.Err() == nil {
		time.Sleep(5 * time.Millisecond)
	}
	if left := ours(); len(left) > before {
		t.Errorf("%d goroutines are left:\n%s", len(left)-before, strings.Join(left, "\n\n"))
	}
}
