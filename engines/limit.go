package engines

import (
	"encoding"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/keys"
)

// Limit bounds the search or the thinking time of an agent's moves. The zero value is no limit.
// At most one of Depth, Nodes, Move and Clock is set.
//
// The player itself must keep to Depth and Nodes. The referee measures Move and Clock, and a
// player that exceeds them loses the game. Games with a limit of time depend on the speed of the
// machine.
type Limit struct {
	Depth int           // plies to search
	Nodes uint64        // positions to visit for a move
	Move  time.Duration // time for a move
	Clock time.Duration // time for a whole game, or for each period of Moves moves
	Moves int           // moves of a period, after which Clock is added to the clock; 0 means the whole game
	Add   time.Duration // added to the clock after every move
}

// LimitAsSetting returns the agent with its limit of depth or nodes moved to the setting "depth" or
// "nodes". If the engine has no such setting for players, the agent is returned unchanged. The
// engine's NewPlayer must then apply the limit or refuse it with [Limit.Refuse].
func (a Agent) LimitAsSetting(e Engine) Agent {
	name, value := "", ""
	switch {
	case e == nil:
		return a
	case a.Limit.Depth > 0:
		name, value = "depth", strconv.Itoa(a.Limit.Depth)
	case a.Limit.Nodes > 0:
		name, value = "nodes", strconv.FormatUint(a.Limit.Nodes, 10)
	default:
		return a
	}
	for _, s := range e.Spec().Settings {
		if s.Name == name && s.Player {
			a.Settings, a.Limit = a.Settings.Merge(Settings{name: value}), Limit{}
		}
	}
	return a
}

// Refuse rejects limits of depth and nodes. For such a limit it returns a [keys.KeyError] with the
// key "limit", and otherwise nil. It is for the method NewPlayer of engines whose players cannot
// obey such limits.
func (l Limit) Refuse() error {
	if l.Depth > 0 || l.Nodes > 0 {
		return keys.Errorf("limit", "%v: the game's player supports no limit of depth or nodes", l)
	}
	return nil
}

// Timed reports whether the limit restricts time.
func (l Limit) Timed() bool { return l.Move > 0 || l.Clock > 0 }

// mostTime is the upper limit for times on the clocks, about 60 years. Longer times are reduced to
// mostTime, because their sums and multiples would overflow.
const mostTime = 2_000_000_000 * time.Second

// bounded returns a copy of the limit whose times are at most mostTime.
func (l Limit) bounded() Limit {
	l.Move, l.Clock, l.Add = min(l.Move, mostTime), min(l.Clock, mostTime), min(l.Add, mostTime)
	return l
}

// same reports whether two limits are equal. It is faster than the operator ==, which calls a
// function.
func (l *Limit) same(o *Limit) bool {
	return l.Depth == o.Depth && l.Nodes == o.Nodes && l.Move == o.Move && l.Clock == o.Clock && l.Moves == o.Moves && l.Add == o.Add
}

// String returns the limit as text: "none", "depth 4", "nodes 2000", "movetime 50ms",
// "clock 10s+100ms" or "clock 40/10s+100ms".
func (l Limit) String() string {
	switch {
	case l.Depth > 0:
		return fmt.Sprintf("depth %d", l.Depth)
	case l.Nodes > 0:
		return fmt.Sprintf("nodes %d", l.Nodes)
	case l.Move > 0:
		return fmt.Sprintf("movetime %v", l.Move)
	case l.Clock > 0:
		text := "clock "
		if l.Moves > 0 {
			text += strconv.Itoa(l.Moves) + "/"
		}
		text += l.Clock.String()
		if l.Add > 0 {
			text += "+" + l.Add.String()
		}
		return text
	}
	return "none"
}

// ParseLimit parses the text of a limit as [Limit.String] returns it. The text "" is no limit.
// Depth, nodes and the moves of a period must be at least 1, and times above 0. The time that is
// added after a move may be 0.
func ParseLimit(text string) (Limit, error) {
	kind, value, _ := strings.Cut(strings.TrimSpace(text), " ")
	value = strings.TrimSpace(value)
	var l Limit
	var err error
	switch kind {
	case "", "none":
		if value != "" {
			err = fmt.Errorf("%q follows", value)
		}
	case "depth":
		if l.Depth, err = strconv.Atoi(value); err != nil || l.Depth < 1 {
			err = fmt.Errorf("%q is not a whole number of at least 1", value)
		}
	case "nodes":
		if l.Nodes, err = strconv.ParseUint(value, 10, 64); err != nil || l.Nodes < 1 {
			err = fmt.Errorf("%q is not a whole number of at least 1", value)
		}
	case "movetime":
		l.Move, err = duration(value)
	case "clock":
		err = l.parseClock(value)
	default:
		err = fmt.Errorf("unknown kind %q", kind)
	}
	if err != nil {
		return Limit{}, fmt.Errorf("limit %q: %w; want none, depth N, nodes N, movetime 50ms, clock 10s+100ms or clock 40/10s+100ms", text, err)
	}
	return l, nil
}

// parseClock parses the text of a clock: 10s, 10s+100ms, 40/10s or 40/10s+100ms.
func (l *Limit) parseClock(text string) (err error) {
	if moves, rest, periods := strings.Cut(text, "/"); periods {
		if l.Moves, err = strconv.Atoi(strings.TrimSpace(moves)); err != nil || l.Moves < 1 {
			return fmt.Errorf("%q is not a number of moves of at least 1", moves)
		}
		text = rest
	}
	base, add, adds := strings.Cut(text, "+")
	if l.Clock, err = duration(base); err != nil || !adds {
		return err
	}
	if d, err := time.ParseDuration(strings.TrimSpace(add)); err == nil && d == 0 {
		return nil
	}
	l.Add, err = duration(add)
	return err
}

func duration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(strings.TrimSpace(text))
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is not a time such as 50ms or 10s", text)
	case d <= 0:
		return 0, fmt.Errorf("%v is not above 0", d)
	}
	return d, nil
}

// MarshalText returns the same text as [Limit.String].
func (l Limit) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText parses the text of a limit with [ParseLimit].
func (l *Limit) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLimit(string(text))
	return err
}

var _ encoding.TextUnmarshaler = (*Limit)(nil)
