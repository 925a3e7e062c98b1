package workers

import (
	"fmt"
	"testing"
	"time"
)

// Two workers that hold a task that only the other may play return it at different times soon, so
// that the server delivers the tasks in another order.
func TestPausesOfWorkersDiffer(t *testing.T) {
	t.Parallel()
	for i := range 100 {
		a, b := fmt.Sprintf("host-%d", i), fmt.Sprintf("host-%d", i+1)
		var ahead, most, total time.Duration
		for n := range int64(5) { // after five deliveries the server gives a task up
			x, y := skipPause(a, n), skipPause(b, n)
			for _, pause := range []time.Duration{x, y} {
				if pause < skipFor/2 || pause >= skipFor*3/2 {
					t.Fatalf("%s pauses %v", a, pause)
				}
			}
			ahead, total = ahead+x-y, total+x
			most = max(most, ahead, -ahead)
		}
		if most < 10*time.Millisecond || total < 3*skipFor || total > 7*skipFor {
			t.Errorf("%s and %s are at most %v apart; the first pauses %v", a, b, most, total)
		}
	}
}
