package table_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/serve/table"
)

func TestPlacesAreFew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := table.NewPlaces(1)
		release, err := p.Take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		answers := make(chan error, table.MostWaiting)
		for range table.MostWaiting {
			go func() {
				_, err := p.Take(t.Context())
				answers <- err
			}()
		}
		synctest.Wait()
		began := time.Now()
		if _, err := p.Take(t.Context()); codeOf(err) != table.Busy || time.Since(began) != 0 {
			t.Errorf("one more than may wait: %v after %v", err, time.Since(began))
		}
		release() // one of those that wait has a place
		if err := <-answers; err != nil {
			t.Errorf("the first that waited: %v", err)
		}
		for range table.MostWaiting - 1 {
			if err := <-answers; codeOf(err) != table.Busy {
				t.Errorf("waited too long: %v", err)
			}
		}
		if got := time.Since(began); got != table.Patience {
			t.Errorf("they waited %v", got)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := p.Take(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("the request ended: %v", err)
		}
	})
}
