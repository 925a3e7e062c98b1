//go:build nobroker

package workers

import (
	"context"
	"time"

	"github.com/lanista/lanista/tournament"
)

// Hub is a placeholder in a program built with the tag nobroker, which cannot use workers: Open
// never returns one.
type Hub struct{}

// Open returns ErrNoBroker.
func Open(context.Context, Options) (*Hub, error) { return nil, ErrNoBroker }

// Executor returns nil.
func (*Hub) Executor(string) tournament.Executor { return nil }

// Address returns "".
func (*Hub) Address() string { return "" }

// Count returns zeros.
func (*Hub) Count() (workers, slots int) { return 0, 0 }

// SetOpener does nothing.
func (*Hub) SetOpener(string, Opener) {}

// SetChecks does nothing.
func (*Hub) SetChecks(string, Checks) {}

// Close returns nil.
func (*Hub) Close() error { return nil }

// Work returns ErrNoBroker.
func Work(context.Context, WorkOptions) error { return ErrNoBroker }

// List returns ErrNoBroker.
func List(context.Context, Access, time.Duration) ([]Worker, error) { return nil, ErrNoBroker }

// Validate returns ErrNoBroker.
func (Options) Validate() error { return ErrNoBroker }
