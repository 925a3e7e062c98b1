package runs

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// NextStep is a sensible next step after a run, with its price.
type NextStep struct {
	Kind StepKind `json:"step" enum:"resume,continue,repeat,widen,verify,explain,export"`
	Text string   `json:"text" doc:"what to do, and why"`
	// Arguments are the words of the command after the program's name, without the store.
	Arguments []string `json:"arguments" doc:"of the command, without the program's name and the store"`
	// Set lists the changed values of the config, each as path=value. Arguments have them too.
	Set     []string `json:"-"`
	Games   int      `json:"games,omitempty" doc:"that the step plays; absent if none or not known"`
	Seconds float64  `json:"seconds,omitempty" doc:"at the pace of the run; absent if it is not known"`
}

// StepKind names a next step.
type StepKind string

// The kinds of next steps.
const (
	ResumeStep   StepKind = "resume"   // an interrupted run
	ContinueStep StepKind = "continue" // a finished search with a larger budget
	RepeatStep   StepKind = "repeat"   // the run again from its config, with changes
	WidenStep    StepKind = "widen"    // the range of a weight
	VerifyStep   StepKind = "verify"   // the result by more games
	ExplainStep  StepKind = "explain"  // what each weight brought
	ExportStep   StepKind = "export"   // the weights
)

// configArgument stands for the file of a run with programs.
const configArgument = "CONFIG"

// mostSteps is the number of steps that are offered at once.
const mostSteps = 2

// Command returns the command of the step as a person types it. program is the program's name,
// and store the flag of the store with a leading space, "" for the default store.
func (s NextStep) Command(program, store string) string {
	words := []string{program}
	for _, word := range s.Arguments {
		if strings.ContainsAny(word, " \t'\"\\$&;|<>()*?`[]{}") {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ") + store
}

// Starts reports whether the step can be started as it is: it plays games, and needs no file that
// only the user has.
func (s NextStep) Starts() bool {
	return s.Kind != ExportStep && !slices.Contains(s.Arguments, configArgument)
}

// Resumes reports whether the step goes on with the run, rather than beginning another.
func (s NextStep) Resumes() bool { return slices.Contains(s.Arguments, "--resume") }

// Price returns the price of the step in words, "12000 games, about 4s"; "" if it plays no game or
// their number is not known.
func (s NextStep) Price() string {
	if s.Games == 0 {
		return ""
	}
	text := fmt.Sprintf("%d games", s.Games)
	if s.Seconds > 0 {
		text += ", " + RoughDuration(s.Seconds)
	}
	return text
}

// NextSteps returns one or two sensible next steps after a run, the most useful first; none for a
// run that is going on. After a genetic search, auto with as many games is one more. NextSteps reads the record alone. A config that cannot be read has no steps but
// to resume.
func NextSteps(c Catalog, rec results.Record) []NextStep {
	n := nextSteps{rec: rec, spec: c.SpecOf(rec)}
	if doc, err := c.Configs().Parse([]byte(rec.Config), "run "+rec.ID, nil); err == nil {
		n.config, err = doc.Config()
		n.readable = err == nil && len(n.config.Programs) == 0
	}
	var list []NextStep
	for _, step := range n.candidates() {
		if step != nil && len(list) < mostSteps {
			list = append(list, *step)
		}
	}
	if step := n.tryAuto(c); step != nil {
		list = append(list, *step)
	}
	return list
}

// nextSteps chooses the next steps after a run.
type nextSteps struct {
	rec      results.Record
	spec     engines.Spec
	config   configs.Config
	readable bool // the config is known and needs no programs
}

// candidates returns steps by falling usefulness; those that do not apply are nil.
func (n *nextSteps) candidates() []*NextStep {
	switch {
	case n.rec.Status == results.Running:
		return nil
	case n.rec.Status == results.Interrupted:
		return []*NextStep{n.resume()}
	case n.rec.Disputed != "":
		return []*NextStep{n.again()}
	case n.rec.Kind == results.Tournament:
		return []*NextStep{n.playLonger()}
	case n.rec.Result == nil || len(n.rec.Result.Weights) == 0:
		return nil
	case n.rec.Kind == results.Evolve:
		return []*NextStep{n.measure(), n.improve(), n.decide(), n.widen(), n.searchLonger(), n.explain(), n.export()}
	}
	return []*NextStep{n.explain(), n.export()}
}

// priced sets the price of a step in games and time at the pace of the run.
func (n *nextSteps) priced(s NextStep, games int) *NextStep {
	for _, set := range s.Set {
		s.Arguments = append(s.Arguments, "--set", set)
	}
	if s.Games = max(games, 0); n.rec.Games > 0 && n.rec.Elapsed > 0 {
		s.Seconds = n.rec.Elapsed.Seconds() / float64(n.rec.Games) * float64(s.Games)
	}
	return &s
}

// resume continues an interrupted run. A grid cannot be resumed, but begins again.
func (n *nextSteps) resume() *NextStep {
	if n.rec.Kind == results.Grid {
		return n.again()
	}
	games := 0
	if planned := n.config.Budget.Games; n.rec.Kind == results.Evolve && planned > 0 {
		games = max(planned-n.rec.Games, 0) + n.config.Verification.Games
	}
	arguments := n.goOn()
	text := "resume the run; what it has played is stored"
	if len(n.config.Programs) > 0 {
		arguments = slices.Insert(arguments, 1, configArgument)
		text += ", and CONFIG is its file with the commands of the programs"
	}
	return n.priced(NextStep{Kind: ResumeStep, Text: text, Arguments: arguments}, games)
}

// again repeats a run from its config.
func (n *nextSteps) again() *NextStep {
	if !n.readable {
		return nil
	}
	text := "repeat the run from its config"
	if n.rec.Disputed != "" {
		text += ", because its results are disputed"
	}
	return n.priced(NextStep{Kind: RepeatStep, Text: text, Arguments: n.anew()}, n.rec.Games+n.config.Verification.Games)
}

// anew returns the arguments that repeat the run, and goOn those that resume it.
func (n *nextSteps) anew() []string { return []string{string(n.rec.Kind), "run:" + n.rec.ID} }
func (n *nextSteps) goOn() []string { return []string{string(n.rec.Kind), "--resume", n.rec.ID} }

// playLonger repeats a tournament with more cycles if its winner is not shown to lead.
func (n *nextSteps) playLonger() *NextStep {
	if n.rec.Result == nil || len(n.rec.Result.Standings) < 2 || n.rec.Result.Standings[0].Next == nil || !n.readable {
		return nil
	}
	var schedule ScheduleOptions
	lead := n.rec.Result.Standings[0].Next
	if lead.Interval.Low > 0 || n.config.Schedule.Decode(&schedule) != nil || len(schedule.SPRT) > 0 || schedule.Cycles == 0 {
		return nil
	}
	times := longer(float64(lead.Difference), lead.Interval.Half())
	if times == 0 {
		return nil
	}
	cycles := schedule.Cycles * times
	return n.priced(NextStep{
		Kind: RepeatStep, Arguments: n.anew(), Set: []string{"schedule.cycles=" + strconv.Itoa(cycles)},
		Text: fmt.Sprintf("play %d cycles: the lead of %s is not shown", cycles, n.rec.Result.Standings[0].Agent),
	}, n.rec.Games*times)
}

// mostTimes bounds how many times as many games a step plays.
const mostTimes = 20

// longer returns how many times as many games are needed to show a difference whose interval has
// this half width, if the difference is as estimated; 0 if that is unknown or more than
// [mostTimes].
func longer(elo, half float64) int {
	const share = 0.7 // of the difference that the half width should have
	times := math.Ceil(math.Pow(half/(share*math.Abs(elo)), 2))
	if math.IsNaN(times) || times > mostTimes {
		return 0
	}
	return max(int(times), 2)
}

// The number of games that verify a result that was not verified.
const firstVerification = 4000

// measure verifies a result that was not verified.
func (n *nextSteps) measure() *NextStep {
	if n.rec.Result.Rating != nil || !n.readable {
		return nil
	}
	return n.priced(NextStep{
		Kind: VerifyStep, Text: fmt.Sprintf("verify the result by %d games: nothing has measured it yet", firstVerification),
		Arguments: n.goOn(), Set: []string{fmt.Sprintf("verification.games=%d", firstVerification)},
	}, firstVerification)
}

// improve goes on with a search that is improving.
func (n *nextSteps) improve() *NextStep {
	t := n.rec.Trend()
	if t == nil || t.State != results.Improving {
		return nil
	}
	brought := t.Text[strings.Index(t.Text, "the last"):]
	return n.more(brought)
}

// searchLonger goes on with a search that found nothing better than its start.
func (n *nextSteps) searchLonger() *NextStep {
	if !n.rec.Result.KeptStart {
		return nil
	}
	return n.more("the search found nothing better than its start")
}

// planAhead lists the strategies that plan their whole budget from the first round on, and so
// cannot go on with another.
var planAhead = []string{"auto", "gp", "rsm"}

// more returns the step that doubles the budget of a search.
func (n *nextSteps) more(why string) *NextStep {
	if !n.readable || n.rec.Games == 0 {
		return nil
	}
	var set []string
	b, games := n.config.Budget, 2*n.rec.Games
	if b.Games > 0 {
		games = 2 * b.Games
		set = append(set, "budget.games="+strconv.Itoa(games))
	}
	if b.Rounds > 0 {
		set = append(set, "budget.rounds="+strconv.Itoa(2*b.Rounds))
	}
	if b.Time > 0 {
		set = append(set, "budget.time="+(2*b.Time).Round(time.Millisecond).String())
	}
	if set == nil {
		set = []string{"budget.games=" + strconv.Itoa(games)}
	}
	if slices.Contains(planAhead, n.rec.Strategy) {
		return n.priced(NextStep{
			Kind: RepeatStep, Text: fmt.Sprintf("search again with twice the budget: %s, and %s plans its whole budget beforehand", why, n.rec.Strategy),
			Arguments: n.anew(), Set: set,
		}, games+n.config.Verification.Games)
	}
	return n.priced(NextStep{Kind: ContinueStep, Text: "continue with twice the budget: " + why, Arguments: n.goOn(), Set: set}, games-n.rec.Games+n.config.Verification.Games)
}

// decide verifies a result by so many games that its rating is told from 0, if it is as
// estimated.
func (n *nextSteps) decide() *NextStep {
	r := n.rec.Result.Rating
	if r == nil || n.rec.Result.KeptStart || !n.readable || !r.Elo.Known() || !r.Interval.Contains(0) || r.Games == 0 || n.config.Verification.Games == 0 {
		return nil
	}
	times := longer(float64(r.Elo), r.Interval.Half())
	if times == 0 || r.Elo < 0 {
		return n.more(fmt.Sprintf("the result is not shown to be better than %s", r.Against))
	}
	games := times * n.config.Verification.Games
	return n.priced(NextStep{
		Kind: VerifyStep, Text: fmt.Sprintf("verify against %s by %d games: they tell %+.0f Elo from 0, if that is the true strength", r.Against, games, float64(r.Elo)),
		Arguments: n.goOn(), Set: []string{"verification.games=" + strconv.Itoa(games)},
	}, games)
}

// widen widens the range of a weight that ended at an end of it, as far as the game allows. If
// only directions count, a weight at its maximum is not limited by its range.
func (n *nextSteps) widen() *NextStep {
	if !n.readable || n.rec.Result.KeptStart {
		return nil
	}
	for i, w := range n.rec.Space {
		own := n.spec.Weights.Index(w.Name)
		if own < 0 || i >= len(n.rec.Result.Weights) || n.rec.ScaleFree {
			continue
		}
		edge, wide := w.Edge(n.rec.Result.Weights[i]), w.Max-w.Min
		end, value := "", 0.0
		switch least, most := n.spec.Weights[own].Min, n.spec.Weights[own].Max; {
		case strings.HasSuffix(edge, "maximum") && w.Max < most:
			end, value = "max", math.Min(w.Max+wide, most)
		case strings.HasSuffix(edge, "minimum") && w.Min > least:
			end, value = "min", math.Max(w.Min-wide, least)
		}
		if end == "" {
			continue
		}
		games := n.rec.Games + n.config.Verification.Games
		return n.priced(NextStep{
			Kind: WidenStep, Text: fmt.Sprintf("widen the range of %s, which is %s", w.Name, edge),
			Arguments: n.anew(), Set: []string{fmt.Sprintf("engine.weights.%s.%s=%s", w.Name, end, strconv.FormatFloat(value, 'g', -1, 64))},
		}, games)
	}
	return nil
}

// explain measures what each weight of a better result brought.
func (n *nextSteps) explain() *NextStep {
	r := n.rec.Result.Rating
	if n.rec.Explanation != nil || n.rec.Result.KeptStart || !n.readable || r == nil || !(r.Interval.Low > 0) {
		return nil
	}
	return n.priced(NextStep{Kind: ExplainStep, Text: "measure what each weight brought", Arguments: []string{"explain", n.rec.ID}},
		min(len(n.rec.Space.Free())*ExplainGames, MostExplainGames))
}

// export uses the weights of a better result.
func (n *nextSteps) export() *NextStep {
	if r := n.rec.Result.Rating; r == nil || n.rec.Result.KeptStart || !rating.Float(r.Interval.Low).Known() || r.Interval.Low <= 0 {
		return nil
	}
	return &NextStep{Kind: ExportStep, Text: "use the weights", Arguments: []string{"export", n.rec.ID, "--output", "weights.json"}}
}
