package pages

import (
	"fmt"
	"html/template"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/serve/static"
)

// functions contains the functions that templates can call.
var functions = template.FuncMap{
	"confidence": func() string { return rating.FormatConfidence(rating.Confidence) },
	"asset":      static.Path, "count": evidence.Grouped, "ago": ago, "exact": exact, "elo": rating.FormatElo[rating.Float], "interval": rating.Interval.FormatElo, "sign": sign,
	"share": share, "number": number, "value": value, "join": strings.Join, "pc": pc, "left": left, "fitness": fitness, "loss": loss, "bound": results.FormatBound, "mean": fitness,
	"formats": func() []string { return weights.Formats },
	"float":   func(v rating.Float) float64 { return float64(v) },
	"part":    func(a, b int) float64 { return float64(a) / float64(max(1, b)) },
	"whole":   func(v float64) string { return fmt.Sprintf("%.0f", v) },
	"seat":    seat,
	"begins":  begins,
	"different": func(games int, v rating.Variety) string {
		return evidence.Played{Games: games, Variety: v}.Different()
	},
	"noInterval": evidence.NoInterval,
	"art":        func(game string) template.HTML { return template.HTML(static.Art(game)) },
	"next":       func(i int) int { return i + 1 },
	"command":    command,
	"unbroken":   unbroken,
}

// word matches a word of a shell command.
var word = regexp.MustCompile(`\S+`)

// command returns a shell command as HTML in which lines break between words only. Browsers would
// also break a line after the hyphens of a flag.
func command(text string) template.HTML {
	return template.HTML(word.ReplaceAllString(template.HTMLEscapeString(text), `<span class="word">$0</span>`))
}

// estimate matches a difference in Elo with its margin of error, or an interval of such differences.
var estimate = regexp.MustCompile(`[+-][\d.,]+(?: ± [\d.,]+)? Elo|\[(?:[+-][\d.,]+|open), (?:[+-][\d.,]+|open)\]`)

// unbroken returns a text as HTML in which browsers do not break lines within an estimate: a
// difference such as +58 Elo, or an interval such as [+25, +93].
func unbroken(text string) template.HTML {
	return template.HTML(estimate.ReplaceAllString(template.HTMLEscapeString(text), `<span class="number">$0</span>`))
}

// begins returns a text with its first letter capitalised.
func begins(text any) string {
	words := fmt.Sprint(text)
	first, size := utf8.DecodeRuneInString(words)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + words[size:]
}

// pc formats a number as a percentage for an SVG attribute.
func pc(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) + "%" }

// left formats the estimated remaining time of a run, which is given in seconds.
func left(seconds *float64) string {
	switch s := *seconds; {
	case s < 90:
		return fmt.Sprintf("%.0f s left", math.Ceil(s))
	case s < 5400:
		return fmt.Sprintf("%.0f min left", s/60)
	case s < 48*3600:
		return fmt.Sprintf("%.0f h left", s/3600)
	default:
		return fmt.Sprintf("%.0f days left", s/86400)
	}
}

// fitness formats the fitness of a population of weight vectors in a round of the genetic strategy.
// It returns "" for NaN, which other strategies store.
func fitness(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%.3f", v)
}

// brief formats a number with three significant digits. A number from 1,000 to 999,999 is formatted
// as a whole number instead.
func brief(v float64) string {
	if size := math.Abs(v); size >= 999.5 && size < 999_999.5 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// ago formats the time since t, such as "5 min ago".
func ago(t time.Time) string {
	d := time.Since(t)
	switch {
	case d < 10*time.Second:
		return "just now"
	case d < time.Minute:
		return fmt.Sprintf("%d s ago", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	}
	return fmt.Sprintf("%d days ago", int(d.Hours()/24))
}

// exact formats a time as RFC 3339 in UTC.
func exact(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// share formats a number from 0 to 1 as a percentage.
func share(v float64) string {
	if math.IsNaN(v) {
		return "–"
	}
	return evidence.Percent(100 * v)
}

// number formats a number with at most five significant digits. A number of at least 100,000 is
// formatted as a whole number instead. NaN becomes a dash.
func number(v float64) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return "–"
	case size >= 99_999.5 && size < 1e15:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return fmt.Sprintf("%.5g", v)
}

// value formats the value of a weight: a number, or the text of a choice.
func value(v engines.Value) string {
	if v.Choice != "" {
		return v.Choice
	}
	return number(v.Number)
}

// sign returns the symbol that represents a run's status.
func sign(s results.Status) string {
	switch s {
	case results.Running:
		return "▸"
	case results.Finished:
		return "✓"
	}
	return "‖"
}

// seat returns the letter of a seat: A for the first, B for the second.
func seat(i int) string { return string(rune('A' + i)) }
