package process

import (
	"os"
	"runtime"
	"testing"
	"time"
)

// quickest returns the shortest duration of several tries, which a busy machine affects least. It tries
// until one takes at most limit, for some minutes.
func quickest(t *testing.T, limit time.Duration, once func() time.Duration) time.Duration {
	t.Helper()
	best := time.Hour
	for begun := time.Now(); best > limit && time.Since(begun) < 3*time.Minute; {
		best = min(best, once())
	}
	return best
}

// needsShell skips a test on Windows if it starts a shell or another program of Unix.
func needsShell(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("it starts programs of Unix")
	}
}

// TestKillIsQuick checks that killing and reaping an idle process takes less than 5 ms.
func TestKillIsQuick(t *testing.T) {
	needsShell(t)
	const limit = 5 * time.Millisecond
	if took := quickest(t, limit, func() time.Duration { return timeOfKill(t) }); took > limit {
		t.Errorf("killed after %v", took)
	}
}

func timeOfKill(t testing.TB) time.Duration {
	p := beginCommand(t, Command{Args: []string{"/bin/sleep", "60"}})
	begun := time.Now()
	p.End(0)
	return time.Since(begun)
}

// The package reports an exit within 100 ms although a grandchild holds the pipes.
func TestExitIsNoticedAtOnce(t *testing.T) {
	needsShell(t)
	const limit = 100 * time.Millisecond
	if took := quickest(t, limit, func() time.Duration { return timeOfExit(t) }); took > limit {
		t.Errorf("noticed after %v", took)
	}
}

// timeOfExit returns the time from the end of a process to the error that reports it. A
// grandchild of the process keeps running.
func timeOfExit(t testing.TB) time.Duration {
	p := beginCommand(t, Command{Args: []string{"/bin/sh", "-c", "sleep 60 & read line; kill -KILL $$"}})
	begun := time.Now()
	if err := p.Send(t.Context(), soon(), []byte("now\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Line(t.Context(), soon()); err == nil {
		t.Fatal("it has said something")
	}
	return time.Since(begun)
}

// CPU reports the processor time after the exit, and on Linux also before it.
func TestCPU(t *testing.T) {
	needsShell(t)
	t.Parallel()
	p := beginCommand(t, Command{Args: []string{"/bin/sh", "-c", "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo done; read line"}})
	if line, err := p.Line(t.Context(), soon()); err != nil || string(line) != "done" {
		t.Fatalf("%q, %v", line, err)
	}
	alive, ok := p.CPU()
	if ok && alive <= 0 {
		t.Errorf("%v of processor time while it lives", alive)
	}
	p.End(0)
	if used, ok := p.CPU(); !ok || used <= 0 || used < alive-20*time.Millisecond {
		t.Errorf("%v of processor time in the end, %v before", used, alive)
	}
}

func BenchmarkKill(b *testing.B) {
	var sum time.Duration
	for range b.N {
		sum += timeOfKill(b)
	}
	b.ReportMetric(float64(sum.Microseconds())/float64(b.N), "us/kill")
}

func BenchmarkExitNoticed(b *testing.B) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		b.Skip(err)
	}
	var sum time.Duration
	for range b.N {
		sum += timeOfExit(b)
	}
	b.ReportMetric(float64(sum.Microseconds())/float64(b.N), "us/exit")
}
