package table

import (
	"context"
	"errors"
	"time"
)

// Places bounds how many searches go on at once. A few more may wait for a place,
// not for long.
type Places struct {
	free    chan struct{}
	waiting chan struct{}
}

// The bounds of waiting: how many, and for how long.
const (
	MostWaiting = 16
	Patience    = 2 * time.Second
)

// NewPlaces makes so many places, at least one.
func NewPlaces(n int) *Places {
	return &Places{free: make(chan struct{}, max(1, n)), waiting: make(chan struct{}, MostWaiting)}
}

var errBusy = errors.New("too many searches are under way; try again in a second")

// Take waits for a place. The caller calls release when it is done. The error is
// of the code Busy where there is no place, and the context's where that ends first.
func (p *Places) Take(ctx context.Context) (release func(), err error) {
	release = func() { <-p.free }
	select {
	case p.free <- struct{}{}:
		return release, nil
	default:
	}
	select {
	case p.waiting <- struct{}{}:
		defer func() { <-p.waiting }()
	default:
		return nil, &Error{Busy, "", errBusy}
	}
	late := time.NewTimer(Patience)
	defer late.Stop()
	select {
	case p.free <- struct{}{}:
		return release, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-late.C:
		return nil, &Error{Busy, "", errBusy}
	}
}
