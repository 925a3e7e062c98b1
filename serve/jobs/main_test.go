package jobs_test

import (
	"fmt"
	"os"
	"os/signal"
	"strings"
	"testing"
	"time"
)

// called is the name under which this program plays a run.
const called = "fake"

func TestMain(m *testing.M) {
	if os.Args[0] == called {
		os.Exit(play())
	}
	os.Exit(m.Run())
}

// play does what the lines of config.yaml say.
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
			time.Sleep(time.Minute)
		case "exit":
			code := 0
			_, _ = fmt.Sscan(rest, &code)
			return code
		}
	}
	return 0
}
