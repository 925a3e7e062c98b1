package cmd

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
)

// readTimeControl parses a time control in the notation of chess programs, such as "8+0.08",
// "40/10" or "1:30+0.5". The main part is a time in seconds, or in minutes and seconds with a colon
// between them. "40/" before the time means that the time is for 40 moves. "+0.5" behind the time
// means that 0.5 seconds are added after every move.
func readTimeControl(text string) (engines.Limit, error) {
	if lower := strings.ToLower(text); lower == "inf" || lower == "infinite" {
		return engines.Limit{}, fmt.Errorf("time control %q: leave it out; --depth or --nodes alone have no limit of time", text)
	}
	l, err := parseTimeControl(text)
	if err != nil {
		return engines.Limit{}, fmt.Errorf("time control %q: %w; want seconds, seconds+increment or moves/seconds+increment, such as 8+0.08 or 40/10", text, err)
	}
	return l, nil
}

func parseTimeControl(text string) (l engines.Limit, err error) {
	if moves, rest, periods := strings.Cut(text, "/"); periods {
		if l.Moves, err = strconv.Atoi(moves); err != nil || l.Moves < 1 {
			return l, fmt.Errorf("%q is not a number of moves of at least 1", moves)
		}
		text = rest
	}
	base, add, adds := strings.Cut(text, "+")
	if adds {
		if l.Add, err = seconds(add); err != nil {
			return l, err
		}
	}
	if minutes, rest, colon := strings.Cut(base, ":"); colon {
		n, err := strconv.Atoi(minutes)
		if err != nil || n < 0 || float64(n) > mostSeconds/60 {
			return l, fmt.Errorf("%q is not a number of minutes", minutes)
		}
		l.Clock, base = time.Duration(n)*time.Minute, rest
	}
	more, err := seconds(base)
	if l.Clock += more; err == nil && l.Clock <= 0 {
		err = fmt.Errorf("%q is no time", base)
	}
	return l, err
}

// mostSeconds is the largest number of seconds in a time control, about 30 years.
const mostSeconds = 1e9

// seconds parses a number of seconds of at least 0.
func seconds(text string) (time.Duration, error) {
	v, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 64)
	if err != nil || !(v >= 0 && v <= mostSeconds) {
		return 0, fmt.Errorf("%q is not a number of seconds", text)
	}
	return time.Duration(math.Round(v * float64(time.Second))), nil
}
