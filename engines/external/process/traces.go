package process

import (
	"path"
	"regexp"
	"strings"
	"sync"
)

// These patterns match stack traces of Python, Node.js and Go. They capture the file and the line
// in the program, and for Node.js and Go also the message. indented matches a line that is indented
// or empty.
var (
	pythonFrame = pattern(`(?m)^\s*File "(.+)", line (\d+).*$`)
	nodeTrace   = pattern(`(?m)^(?:Uncaught )?(\w*(?:Error|Exception)\b.*)\n\s+at (?:.*[(/\\ ])?([^(/\\ \n]+:\d+):\d+\)?$`)
	goTrace     = pattern(`(?m)^(panic: .*)\n(?:.*\n)*?main\..*\n\t(\S+\.go:\d+)`)
	indented    = pattern(`^(\s|$)`)
)

// pattern returns a function that returns a compiled regular expression. The first call of this
// function compiles it.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// WithoutTrace shortens a stack trace of Python, Node.js or Go at the end of standard error. It
// returns the message and the place in the program, such as "KeyError: 'hold' (pig.py:36)". It
// returns other texts unchanged.
func WithoutTrace(stderr string) string {
	if frames := pythonFrame().FindAllStringSubmatchIndex(stderr, -1); frames != nil {
		last := frames[len(frames)-1]
		for line := range strings.Lines(stderr[last[1]:]) {
			if !indented().MatchString(line) {
				return strings.TrimSpace(line) + " (" + path.Base(stderr[last[2]:last[3]]) + ":" + stderr[last[4]:last[5]] + ")"
			}
		}
	}
	for _, trace := range []*regexp.Regexp{nodeTrace(), goTrace()} {
		if found := trace.FindStringSubmatch(stderr); found != nil {
			return found[1] + " (" + path.Base(found[2]) + ")"
		}
	}
	return stderr
}
