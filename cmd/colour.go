package cmd

import (
	"io"

	"github.com/lanista/lanista/results/evidence"
)

// The colours of a terminal, as ANSI writes them.
const (
	bold   = "1"
	red    = "31"
	green  = "32"
	yellow = "33"
)

// coloured writes a text in a colour where a stream is a terminal and NO_COLOR is
// not set.
func (a *app) coloured(to io.Writer, colour, text string) string {
	if o, ok := to.(*outlet); ok {
		to = o.to
	}
	if a.env("NO_COLOR") != "" || !a.terminal(to) {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// bold writes a heading.
func (a *app) bold(text string) string { return a.coloured(a.out, bold, text) }

// verdict writes a verdict: green where something better was found, red where the
// answer is worse, yellow where nothing is shown.
func (a *app) verdict(v evidence.Verdict) string {
	colour := yellow
	switch {
	case v.Better:
		colour = green
	case v.Interval.High < 0:
		colour = red
	}
	return a.coloured(a.out, colour, v.String())
}
