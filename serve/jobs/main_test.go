package jobs_test

import (
	"fmt"
	"os"
	"os/signal"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/serve/jobs"
)

// Names under which this test program acts as another program: called executes a run, and
// abandoning starts a run in a queue and exits without closing it.
const (
	called     = "fake"
	abandoning = "abandoning"
)

func TestMain(m *testing.M) {
	switch os.Args[0] {
	case called:
		os.Exit(play())
	case abandoning:
		os.Exit(abandon())
	}
	heedInterrupts()
	os.Exit(m.Run())
}

// heedInterrupts lets the processes that the tests start heed interrupts from the beginning, also if this
// process was started with interrupts ignored, such as in the background by a shell script. They would
// inherit that, and an interrupt before they listen would be lost. A server listens to interrupts itself.
func heedInterrupts() {
	if signal.Ignored(os.Interrupt) {
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
}

// abandon starts a run that continues, and prints the ID of its process.
func abandon() int {
	exe, err := os.Executable()
	if err != nil {
		return 1
	}
	q, err := jobs.New(jobs.Options{Executable: exe, Called: called, Store: os.Args[1], Runs: 1, Workers: 1, Limit: time.Hour})
	if err != nil {
		return 1
	}
	j, err := q.Add(jobs.Work{Verb: "evolve", Config: "pid\nwait"})
	if err != nil {
		return 1
	}
	for range 12_000 { // two minutes
		if lines := q.Output(j.ID); len(lines) > 1 {
			fmt.Println(lines[0])
			return 0
		}
		time.Sleep(10 * time.Millisecond)
	}
	return 1
}

// play executes the lines of config.yaml.
func play() int {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	text, err := os.ReadFile("config.yaml")
	if err != nil {
		text = []byte("say no config")
	}
	for _, line := range strings.Split(string(text), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "say":
			fmt.Println(rest)
		case "pid":
			fmt.Println(os.Getpid())
		case "arguments":
			fmt.Println(strings.Join(os.Args[1:], "\n"))
		case "count":
			for i := range 500 {
				fmt.Fprintf(os.Stderr, "line %d\n", i)
			}
		case "begin":
			for _, arg := range os.Args {
				if path, ok := strings.CutPrefix(arg, "--run-file="); ok {
					if err := os.WriteFile(path, []byte(rest), 0o600); err != nil {
						return 1
					}
				}
			}
		case "wait": // for an interrupt
			fmt.Println("waiting")
			<-interrupts
			fmt.Println("interrupted")
			return 130
		case "deaf": // to interrupts
			fmt.Println("waiting")
			time.Sleep(time.Hour)
		case "exit":
			code := 0
			_, _ = fmt.Sscan(rest, &code)
			return code
		}
	}
	return 0
}
