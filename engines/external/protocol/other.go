package protocol

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/engines"
)

// probeTime is how long otherProtocol waits for an answer.
const probeTime = 500 * time.Millisecond

// otherProtocol returns the name of the protocol that a program answers instead of its own: uci,
// xboard or gtp. It returns "" if the program answers none. It sends the requests with which
// the handshakes of these protocols begin, so the program must not be used afterwards.
func otherProtocol(ctx context.Context, io *textIO, own string) string {
	for _, p := range []struct{ name, request string }{{"uci", "uci"}, {"xboard", "xboard\nprotover 2"}, {"gtp", "protocol_version"}} {
		if p.name != own {
			io.put(p.request)
		}
	}
	deadline, other := time.Now().Add(probeTime), ""
	if io.send(ctx, deadline, probeTime) != nil {
		return ""
	}
	_ = io.read(ctx, deadline, probeTime, "an answer", func(line []byte) (bool, error) {
		first, rest := cutWord(line)
		switch {
		case string(first) == "uciok":
			other = "uci"
		case string(first) == "feature" && bytes.ContainsRune(rest, '='):
			other = "xboard"
		case string(first) == "=" && string(bytes.TrimSpace(rest)) == gtpVersion:
			other = "gtp"
		}
		if other == own {
			other = ""
		}
		return other != "", nil
	})
	return other
}

// explainHello is like [explainSilence], for a program that does not answer the first request of its
// protocol, own. If the program answers another protocol, the error suggests this one.
func explainHello(ctx context.Context, err error, o Options, io *textIO, own, missing, advice string) error {
	printed := io.stray.First
	if fault, ok := errors.AsType[*engines.Fault](err); ok && fault.Kind == engines.ForfeitStalled {
		if other := otherProtocol(ctx, io, own); other != "" {
			advice = "it answers " + other + ": use protocol: " + other + ", or --protocol " + other
		}
	}
	return explainSilence(err, o, printed, missing, advice)
}
