//go:build nobroker

package workers

import (
	"context"
	"time"

	"github.com/lanista/lanista/tournament"
)

// Hub is there in name only.
type Hub struct{}

// Open returns ErrNoBroker.
func Open(context.Context, Options) (*Hub, error) { return nil, ErrNoBroker }

// Executor is never called, for there is no hub.
func (*Hub) Executor(string) tournament.Executor { return nil }

// Address is never called.
func (*Hub) Address() string { return "" }

// Count is never called.
func (*Hub) Count() (workers, slots int) { return 0, 0 }

// Own is never called.
func (*Hub) Own(string, Opener) {}

// Close is never called.
func (*Hub) Close() error { return nil }

// Work returns ErrNoBroker.
func Work(context.Context, WorkOptions) error { return ErrNoBroker }

// List returns ErrNoBroker.
func List(context.Context, Access, time.Duration) ([]Worker, error) { return nil, ErrNoBroker }

// Validate returns ErrNoBroker.
func (Options) Validate() error { return ErrNoBroker }
