package runs

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/tuning"
)

// standardStart is the start position of chess in FEN. PGN files omit it.
const standardStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// writePGN writes the game as PGN. The tag Pair contains the deal (game start), which is the same
// for games that differ only in the seats.
//
// Date and times of moves are written only if an agent has a time limit. The file of any other run
// is the same whenever it is written.
func (w *written) writePGN(to io.Writer, event string, now time.Time) error {
	result := "1/2-1/2"
	switch {
	case w.Outcome.Place(0) < w.Outcome.Place(1):
		result = "1-0"
	case w.Outcome.Place(0) > w.Outcome.Place(1):
		result = "0-1"
	}
	deal := strconv.Itoa(w.Pairing)
	if w.Phase == tuning.Search {
		deal = fmt.Sprintf("%d.%d", w.Round, w.Pairing)
	}
	date := "????.??.??"
	if w.timed() {
		date = now.Format("2006.01.02")
	}
	tags := []gamefile.Tag{
		{Name: "Event", Value: event},
		{Name: "Site", Value: "?"},
		{Name: "Date", Value: date},
		{Name: "Round", Value: deal + "." + strconv.Itoa(w.Game)},
		{Name: "White", Value: w.name(0)},
		{Name: "Black", Value: w.name(1)},
		{Name: "Result", Value: result},
	}
	if w.variant != "" {
		tags = append(tags, gamefile.Tag{Name: "Variant", Value: w.variant})
	}
	if w.Start != "" && (w.Start != standardStart || w.variant != "") {
		tags = append(tags, gamefile.Tag{Name: "SetUp", Value: "1"}, gamefile.Tag{Name: "FEN", Value: w.Start})
	}
	tags = append(tags, w.timeControls()...)
	tags = append(
		tags,
		gamefile.Tag{Name: "Pair", Value: string(w.Phase) + " " + deal},
		gamefile.Tag{Name: "PlyCount", Value: strconv.Itoa(len(w.Moves))},
		gamefile.Tag{Name: "Termination", Value: w.termination()},
	)
	return gamefile.WritePGN(to, tags, gamefile.Moves{
		Text: w.san, Comments: w.searches(), Number: moveNumber(w.Start), Black: w.black, Comment: w.comment(), Result: result,
	})
}

func (w *written) timed() bool { return slices.ContainsFunc(w.limits, engines.Limit.Timed) }

// timeControls returns the tag TimeControl, or one for each side if their limits of time differ. It
// returns nil if no agent has a limit of time.
func (w *written) timeControls() []gamefile.Tag {
	switch {
	case !w.timed() || len(w.limits) != 2:
		return nil
	case w.limits[0] == w.limits[1]:
		return []gamefile.Tag{{Name: "TimeControl", Value: timeControl(w.limits[0])}}
	}
	return []gamefile.Tag{
		{Name: "WhiteTimeControl", Value: timeControl(w.limits[0])},
		{Name: "BlackTimeControl", Value: timeControl(w.limits[1])},
	}
}

// timeControl formats a limit for the PGN tag TimeControl. A clock becomes seconds,
// seconds+increment or moves/seconds, and a time per move becomes 1/seconds. Any other limit
// becomes "-".
func timeControl(l engines.Limit) string {
	switch {
	case l.Move > 0:
		return "1/" + strconv.FormatFloat(l.Move.Seconds(), 'f', -1, 64)
	case l.Clock <= 0:
		return "-"
	}
	text := strconv.FormatFloat(l.Clock.Seconds(), 'f', -1, 64)
	if l.Moves > 0 {
		text = strconv.Itoa(l.Moves) + "/" + text
	}
	if l.Add > 0 {
		text += "+" + strconv.FormatFloat(l.Add.Seconds(), 'f', -1, 64)
	}
	return text
}

// searches returns a comment for each move. The comment of an agent's move contains the evaluation
// in pawns and the search depth, such as "+0.35/12". "-M4/9" means that the agent is mated in 4
// plies. If an agent has a time limit, the comment also contains the time of the move in seconds.
// searches returns nil if the record has no evaluations, as for games that worker processes have
// played.
func (w *written) searches() []string {
	evals, searches := w.record.Evals(), w.record.Searches()
	first := len(w.san) - len(evals)
	if len(evals) == 0 || len(searches) != len(evals) || first < 0 {
		return nil
	}
	out := make([]string, len(w.san))
	for i, eval := range evals {
		text := formatEval(eval)
		if text != "" && searches[i].Depth > 0 {
			text += "/" + strconv.Itoa(searches[i].Depth)
		}
		if w.timed() {
			text = strings.TrimSpace(fmt.Sprintf("%s %.3fs", text, searches[i].Time.Seconds()))
		}
		out[first+i] = text
	}
	return out
}

// formatEval formats an evaluation, in hundredths of a pawn, as text in pawns. A forced mate
// becomes +M or -M with the number of plies. An evaluation beyond all mates, such as infinity,
// becomes 300 pawns. NaN, which means no evaluation, becomes "".
func formatEval(eval float64) string {
	const (
		leastMate = engines.MateEval - 10_000 // plies
		beyond    = 30_000
	)
	switch {
	case math.IsNaN(eval):
		return ""
	case math.Abs(eval) > engines.MateEval:
		eval = math.Copysign(beyond, eval)
	case math.Abs(eval) >= leastMate:
		return fmt.Sprintf("%cM%.0f", sign(eval), engines.MateEval-math.Abs(eval))
	}
	return fmt.Sprintf("%+.2f", eval/100)
}

func sign(v float64) rune {
	if v < 0 {
		return '-'
	}
	return '+'
}

func (w *written) name(seat int) string {
	if name := w.Agents[seat].Name; name != "" {
		return name
	}
	return fmt.Sprintf("seat %d", seat+1)
}

func (w *written) termination() string {
	switch w.Ending {
	case engines.Adjudicated, engines.MoveCap, engines.RoundCap:
		return "adjudication"
	case engines.Forfeited:
		switch w.Forfeit.Kind {
		case engines.ForfeitTimeout:
			return "time forfeit"
		case engines.ForfeitIllegal:
			return "rules infraction"
		}
		return "abandoned"
	}
	return "normal"
}

// comment returns a text that describes how the game ended.
func (w *written) comment() string {
	switch {
	case w.Forfeit != nil:
		return fmt.Sprintf("%s forfeits (%v): %s", w.name(w.Forfeit.Seat), w.Forfeit.Kind, w.Forfeit.Reason)
	case w.Reason != "" && w.Ending == engines.Adjudicated:
		return w.Ending.String() + ": " + w.Reason
	case w.Reason != "":
		return w.Reason
	case w.Ending != engines.ByRules:
		return w.Ending.String()
	}
	return ""
}

// moveNumber returns the move number of a chess position in FEN, which is its last field.
func moveNumber(fen string) int {
	number := 1
	for i := len(fen) - 1; i >= 0; i-- {
		if fen[i] == ' ' {
			if n, err := strconv.Atoi(fen[i+1:]); err == nil {
				number = n
			}
			break
		}
	}
	return number
}
