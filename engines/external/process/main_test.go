package process

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// modeVariable is the environment variable that makes the test binary one of the programs
// below.
const modeVariable = "LANISTA_PROC_MODE"

func TestMain(m *testing.M) {
	if mode := os.Getenv(modeVariable); mode != "" {
		program(mode)
		return
	}
	os.Exit(m.Run())
}

// program behaves as mode says.
func program(mode string) {
	in := bufio.NewScanner(os.Stdin)
	switch mode {
	case "echo":
		for in.Scan() {
			fmt.Println(in.Text())
		}
	case "exit":
		fmt.Println("last words")
		fmt.Fprintln(os.Stderr, "cannot find model.bin")
		os.Exit(3)
	case "segfault":
		in.Scan()
		crash()
	case "sleep":
		time.Sleep(time.Hour)
	case "deaf": // reads nothing and ignores the end of its input
		time.Sleep(time.Hour)
	case "half":
		fmt.Print("half a line")
		time.Sleep(time.Hour)
	case "long":
		fmt.Println(strings.Repeat("x", 3*maxLine))
	case "longest":
		fmt.Println(strings.Repeat("x", maxLine))
		fmt.Println(strings.Repeat("x", maxLine+1))
		time.Sleep(time.Hour)
	case "stderr": // four megabytes, more than a pipe holds
		for range 4 << 10 {
			fmt.Fprintln(os.Stderr, strings.Repeat("e", 1023))
		}
		fmt.Fprint(os.Stderr, "the end")
		fmt.Println("written")
		in.Scan()
	case "closed output":
		_ = os.Stdout.Close()
		time.Sleep(time.Hour)
	case "closed input":
		_ = os.Stdin.Close()
		fmt.Println("closed")
		time.Sleep(time.Hour)
	case "grandchild", "daemon": // ends and leaves a child that holds the pipes
		c := exec.Command(os.Args[0])
		if mode == "daemon" {
			c.SysProcAttr = ownSession()
		}
		c.Env = append(os.Environ(), modeVariable+"=sleep")
		c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
		if err := c.Start(); err != nil {
			panic(err)
		}
		fmt.Println(c.Process.Pid)
	case "family": // goes on beside a child
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), modeVariable+"=sleep")
		if err := c.Start(); err != nil {
			panic(err)
		}
		fmt.Println(c.Process.Pid)
		time.Sleep(time.Hour)
	case "starts a family": // by this package
		p, err := Start(Command{Args: []string{os.Args[0]}, Env: []string{modeVariable + "=family"}})
		if err != nil {
			panic(err)
		}
		line, _ := p.Line(context.Background(), time.Time{})
		fmt.Printf("%d\n%s\n", p.PID(), line)
		time.Sleep(time.Hour)
	case "flushes": // parts of lines, one by one
		for _, part := range []string{"info 1\ninfo 2\nin", "fo 3\n \tbest", "move e2e4\ninfo 4\n", "info 5\n"} {
			fmt.Print(part)
			time.Sleep(5 * time.Millisecond)
		}
		in.Scan()
	case "crlf":
		fmt.Print("one\r\ntwo\r\r\n")
		in.Scan()
	}
}
