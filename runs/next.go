package runs

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
)

// NextStep is a suggestion for what to do after a run: a command, with the number of games and the
// time that it takes.
type NextStep struct {
	Kind      StepKind `json:"step" enum:"resume,continue,repeat,widen,verify,explain,export"`
	Text      string   `json:"text" doc:"what to do, and why"`
	Arguments []string `json:"arguments" doc:"of the command, without the program's name and the store"`
	// Set lists the config values that the step changes, each as path=value. Arguments contains
	// them as well.
	Set     []string `json:"-"`
	Games   int      `json:"games,omitempty" doc:"that the step plays; absent if none or not known"`
	Seconds float64  `json:"seconds,omitempty" doc:"at the pace of the run; absent if it is not known"`
}

// StepKind is the kind of a suggested next step.
type StepKind string

// These are the kinds of suggested next steps.
const (
	ResumeStep   StepKind = "resume"   // resume an interrupted run
	ContinueStep StepKind = "continue" // continue a finished search with a larger budget
	RepeatStep   StepKind = "repeat"   // repeat the run from its config, with changes
	WidenStep    StepKind = "widen"    // repeat the run with a wider range of a weight
	VerifyStep   StepKind = "verify"   // verify the result with more games
	ExplainStep  StepKind = "explain"  // measure the contribution of each weight
	ExportStep   StepKind = "export"   // export the weights to a file
)

// configArgument is a placeholder in a suggested command. It stands for the config file of a run
// with external programs.
const configArgument = "CONFIG"

// matchArguments are placeholders in a suggested command. They stand for the two sides of a match
// with external programs.
var matchArguments = []string{"OLD", "NEW"}

// mostSteps is the largest number of next steps that are suggested together, apart from a search
// with the strategy auto.
const mostSteps = 2

// Command returns the shell command of the step. program is the program's name. store is the flag
// that selects the store, with a leading space, or "" for the default store.
func (s NextStep) Command(program, store string) string {
	words := []string{program}
	for _, word := range s.Arguments {
		words = append(words, ShellWord(word))
	}
	return strings.Join(words, " ") + store
}

// ShellWord returns text as one word of a shell command that a user can copy. On Windows the word
// suits the command prompt and PowerShell, otherwise a POSIX shell. ShellWord quotes every text
// with a character that any of these shells may interpret.
func ShellWord(text string) string {
	if runtime.GOOS == "windows" {
		return windowsWord(text)
	}
	return posixWord(text)
}

func posixWord(text string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_./:@%+=,", r)
	}
	if text == "" || text[0] == '=' || strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return text
}

// windowsWord returns text as one word for a shell of Windows. It uses double quotes, which the
// command prompt and PowerShell accept, or single quotes for a text with $ or `, which PowerShell
// would interpret.
func windowsWord(text string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(`-_./\:+=`, r)
	}
	switch {
	case text != "" && text[0] != '=' && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }):
		return text
	case strings.ContainsAny(text, "$`"):
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	end := text[len(strings.TrimRight(text, `\`)):] // backslashes before a quote are doubled
	return `"` + strings.ReplaceAll(text, `"`, `\"`) + end + `"`
}

// Starts reports whether a program can start the step without further input. It returns false if
// the step plays no games, or needs a file or commands that only the user has.
func (s NextStep) Starts() bool {
	return s.Kind != ExportStep && !slices.Contains(s.Arguments, configArgument) && !slices.Contains(s.Arguments, matchArguments[0])
}

// Resumes reports whether the step continues the stored run instead of beginning a new one.
func (s NextStep) Resumes() bool { return slices.Contains(s.Arguments, "--resume") }

// Price returns the number of games and the expected time of the step, such as "12000 games,
// about 4s". It returns "" if the step plays no games or their number is unknown.
func (s NextStep) Price() string {
	if s.Games == 0 {
		return ""
	}
	text := plural(s.Games, "game", "games")
	if s.Seconds > 0 {
		text += ", " + RoughDuration(s.Seconds)
	}
	return text
}

// NextSteps returns up to two suggested next steps after a run, the most useful first. It returns
// none for a run in progress. After a genetic search it adds a search with the strategy auto. Steps
// that need the run's config are left out if it cannot be read.
func NextSteps(c Catalog, rec results.Record) []NextStep {
	n := nextSteps{catalog: c, rec: rec, spec: c.SpecOf(rec)}
	var err error
	n.config, err = StoredConfig(rec.Summary)
	n.readable = err == nil && !isMatch(n.config)
	var list []NextStep
	for _, step := range n.candidates() {
		sameCommand := func(s NextStep) bool { return slices.Equal(s.Arguments, step.Arguments) } // for another reason
		if step != nil && len(list) < mostSteps && !slices.ContainsFunc(list, sameCommand) {
			list = append(list, *step)
		}
	}
	if step := n.tryAuto(); step != nil {
		list = append(list, *step)
	}
	return list
}

// nextSteps holds the data of a finished run from which the next steps are chosen.
type nextSteps struct {
	catalog  Catalog
	rec      results.Record
	spec     engines.Spec
	config   configs.Config
	readable bool // the config can be read, and the run is not a match, whose config has no file
}

// candidates returns the possible next steps, the most useful first. Steps that do not apply are
// nil.
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

// priced completes a suggested next step that plays the given number of games. It adds this number,
// the expected time, and the arguments for changed config values. If the arguments contain the
// placeholder CONFIG, the text of the step explains it.
func (n *nextSteps) priced(s NextStep, games int) *NextStep {
	if slices.Contains(s.Arguments, configArgument) {
		s.Text += "; " + configArgument + " is the run's file with the commands of the programs"
		if s.Kind != ExplainStep {
			s.Text += ", followed by the flags that it was started with"
			if len(s.Set) > 0 {
				s.Text += ", except those that set the same keys"
			}
		}
	}
	for _, set := range s.Set {
		s.Arguments = append(s.Arguments, "--set", set)
	}
	if s.Games = max(games, 0); n.rec.Games > 0 && n.rec.Elapsed > 0 {
		s.Seconds = n.rec.Elapsed.Seconds() / float64(n.rec.Games) * float64(s.Games)
	}
	return &s
}

// measuring returns the largest number of games that a run plays outside of its search, if its
// verification has the given number of games. For a search, these include the checkpoints (interim
// matches) and the matches of the result against earlier weights.
func (n *nextSteps) measuring(verification int) int {
	if n.rec.Kind != results.Evolve {
		return verification
	}
	v := n.config.Verification
	v.Games = verification
	return verification + n.checkpointGames(verification) + len(selfMatchesAt)*selfMatchGames(v)
}

// checkpointGames returns the total number of games in the checkpoints (interim matches) of a
// search. verification is the number of games of its verification.
func (n *nextSteps) checkpointGames(verification int) int {
	v := n.config.Verification
	v.Games = verification
	return len(checkpointsAt) * checkpointGames(v)
}

// resume suggests resuming an interrupted run. A grid search cannot be resumed and is repeated
// instead.
func (n *nextSteps) resume() *NextStep {
	if n.rec.Kind == results.Grid {
		return n.again()
	}
	games := 0
	if planned := n.config.Budget.Games; n.rec.Kind == results.Evolve && planned > 0 {
		games = max(planned-n.rec.Games, 0) + n.measuring(n.config.Verification.Games) - n.rec.Pairings*n.leastOfPairing()
		for _, c := range n.rec.Checkpoints {
			games -= c.Played
		}
	}
	arguments := n.goOn()
	text := "resume the run; what it has played is stored"
	if isMatch(n.config) {
		arguments = slices.Concat([]string{"match"}, matchArguments, []string{"--resume", n.rec.ID})
		text += "; OLD and NEW are the sides of the match, followed by the options of programs that it was started with, if any"
	}
	return n.priced(NextStep{Kind: ResumeStep, Text: text, Arguments: arguments}, games)
}

// leastOfPairing returns the smallest number of games that a pairing of the verification can have.
func (n *nextSteps) leastOfPairing() int {
	switch seats := cmp.Or(n.config.Engine.Seats, 2); {
	case seats == 1:
		return 2
	case n.spec.Symmetric:
		return 1
	default:
		return seats
	}
}

// again suggests repeating a run from its config, for example because its results are disputed.
func (n *nextSteps) again() *NextStep {
	if !n.readable {
		return nil
	}
	text := "repeat the run from its config"
	if n.rec.Disputed != "" {
		text += ", because its results are disputed"
	}
	return n.priced(NextStep{Kind: RepeatStep, Text: text, Arguments: n.anew()}, n.rec.Games+n.measuring(n.config.Verification.Games))
}

// anew returns the arguments of the command that repeats the run as a new run.
func (n *nextSteps) anew() []string {
	if len(n.config.Programs) > 0 {
		return []string{string(n.rec.Kind), configArgument}
	}
	return []string{string(n.rec.Kind), "run:" + n.rec.ID}
}

// goOn returns the arguments of the command that continues the run.
func (n *nextSteps) goOn() []string {
	if len(n.config.Programs) > 0 {
		return []string{string(n.rec.Kind), configArgument, "--resume", n.rec.ID}
	}
	return []string{string(n.rec.Kind), "--resume", n.rec.ID}
}

// playLonger suggests repeating a tournament with more cycles (repetitions of its schedule), if the
// lead of the winner may be due to chance. It returns nil if more cycles would repeat games.
func (n *nextSteps) playLonger() *NextStep {
	if n.rec.Result == nil || len(n.rec.Result.Standings) < 2 || n.rec.Result.Standings[0].Next == nil || !n.readable {
		return nil
	}
	if n.rec.Result.Exhausted || n.rec.Result.Played != nil && n.rec.Result.Played.Repeats() {
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

// mostTimes is the largest factor by which a suggested step multiplies the number of games.
const mostTimes = 20

// longer returns the factor by which the number of games must grow to show that a difference in
// strength is real. elo is the estimated difference, and half is half the width of its interval.
// The factor is at least 2. longer returns 0 if it is unknown or above [mostTimes].
func longer(elo, half float64) int {
	const share = 0.7 // of the difference that the half width should have
	times := math.Ceil(math.Pow(half/(share*math.Abs(elo)), 2))
	if math.IsNaN(times) || times > mostTimes {
		return 0
	}
	return max(int(times), 2)
}

// MeasureAgain returns the step that plays the result of a run against the weights in a file in new
// games.
func MeasureAgain(rec results.Record, file string) NextStep {
	config := "run:" + rec.ID
	if c, err := StoredConfig(rec.Summary); err != nil || len(c.Programs) > 0 {
		config = configArgument
	}
	return NextStep{Kind: VerifyStep, Text: "measure the weights of " + file + " again", Arguments: []string{
		"tournament", config, "--set", fmt.Sprintf("agents=[run:%s,%s]", rec.ID, file), "--cycles", "500",
	}}
}

// firstVerification is the suggested number of games to verify a result that was never verified.
const firstVerification = 4000

// measure suggests verifying the result by games if the run had no verification.
func (n *nextSteps) measure() *NextStep {
	if n.rec.Result.Rating != nil || !n.readable {
		return nil
	}
	return n.priced(NextStep{
		Kind: VerifyStep, Text: fmt.Sprintf("verify the result by %d games: nothing has measured it yet", firstVerification),
		Arguments: n.goOn(), Set: []string{fmt.Sprintf("verification.games=%d", firstVerification)},
	}, n.measuring(firstVerification))
}

// improve suggests a larger budget for a search that was still improving, according to its
// checkpoints (interim measurements).
func (n *nextSteps) improve() *NextStep {
	t := n.rec.Trend()
	if t == nil || t.State != results.Improving {
		return nil
	}
	return n.more(strings.TrimPrefix(t.Text, string(results.Improving)+": "))
}

// searchLonger suggests a larger budget for a search that found nothing better than its start
// weights.
func (n *nextSteps) searchLonger() *NextStep {
	if !n.rec.Result.KeptStart {
		return nil
	}
	return n.more("the search found nothing better than its start")
}

// more suggests doubling the budget of a search. why is the reason, a part of the step's text. It
// returns nil if the strategy ended the search before its budget was used up.
func (n *nextSteps) more(why string) *NextStep {
	exhausted := n.rec.Result.Exhausted
	if !n.readable || n.rec.Games == 0 || exhausted && !usedUp(n.config.Budget.Games, n.rec.Games) {
		return nil
	}
	var set []string
	b, games := twice(n.config.Budget, n.rec.Games), 2*n.rec.Games
	if b.Games > 0 {
		games = b.Games
		set = append(set, "budget.games="+strconv.Itoa(games))
	}
	if b.Rounds > 0 {
		set = append(set, "budget.rounds="+strconv.Itoa(b.Rounds))
	}
	if b.Time > 0 {
		set = append(set, "budget.time="+b.Time.String())
	}
	because := ""
	switch {
	case n.catalog.plansAhead(n.rec.Info):
		because = "plans its whole budget beforehand"
	case exhausted:
		because = "has played all rounds of its plan"
	}
	if because != "" {
		return n.priced(NextStep{
			Kind: RepeatStep, Text: fmt.Sprintf("search again with twice the budget: %s, and %s %s", why, n.rec.Strategy, because),
			Arguments: n.anew(), Set: set,
		}, games+n.measuring(n.config.Verification.Games))
	}
	if len(n.config.Programs) > 0 { // options of the strategy that depend on the budget would follow from the file
		return nil
	}
	return n.priced(NextStep{Kind: ContinueStep, Text: "continue with twice the budget: " + why, Arguments: n.goOn(), Set: set}, games-n.rec.Games+n.measuring(n.config.Verification.Games))
}

// decide suggests the next step after a result that may be no better than its opponent, because the
// interval of its strength contains 0. It suggests a verification with enough games to distinguish
// the estimate from 0. If that takes too many games or the estimate is negative, it suggests a
// longer search. If further games would repeat earlier ones, it suggests games with other openings.
// Otherwise it returns nil.
func (n *nextSteps) decide() *NextStep {
	r := n.rec.Result.Rating
	if r == nil || n.rec.Result.KeptStart || !n.readable || !r.Elo.Known() || !r.Interval.Contains(0) || r.Games == 0 || n.config.Verification.Games == 0 {
		return nil
	}
	if played := (evidence.Played{Games: r.Games, Variety: r.Variety}); played.Repeats() {
		return n.otherOpenings(played)
	}
	times := longer(float64(r.Elo), r.Interval.Half())
	if times == 0 || r.Elo < 0 {
		return n.more(fmt.Sprintf("the result is not shown to be better than %s", r.Against))
	}
	games := times * n.config.Verification.Games
	return n.priced(NextStep{
		Kind: VerifyStep, Text: fmt.Sprintf("verify against %s by %d games: enough to distinguish %+.0f Elo from 0, if that is the true strength", r.Against, games, float64(r.Elo)),
		Arguments: n.goOn(), Set: []string{"verification.games=" + strconv.Itoa(games)},
	}, n.measuring(games)-n.checkpointGames(games)) // the checkpoints are stored
}

// otherOpenings suggests searching again with more random moves at the start of each game, so that
// fewer games repeat others. played counts the games of the verification, and how many of them are
// different. otherOpenings returns nil if the config sets no number of random moves, as with a list
// of openings.
func (n *nextSteps) otherOpenings(played evidence.Played) *NextStep {
	if n.config.Openings.RandomPlies == nil {
		return nil
	}
	return n.priced(NextStep{
		Kind: RepeatStep, Text: fmt.Sprintf("search again with more different openings: the verification has %s, and more games would repeat them", played),
		Arguments: n.anew(), Set: []string{"openings.random_plies=auto"},
	}, n.rec.Games+n.measuring(n.config.Verification.Games))
}

// widen suggests searching again with a wider range for a weight whose value in the result is at an
// end of its range. The new range stays within the limits that the game sets. widen returns nil if
// no weight is at an end, or if only the ratios of the weights matter.
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
		games := n.rec.Games + n.measuring(n.config.Verification.Games)
		return n.priced(NextStep{
			Kind: WidenStep, Text: fmt.Sprintf("widen the range of %s, which is %s", w.Name, edge),
			Arguments: n.anew(), Set: []string{fmt.Sprintf("engine.weights.%s.%s=%s", w.Name, end, strconv.FormatFloat(value, 'g', -1, 64))},
		}, games)
	}
	return nil
}

// HasPrograms reports whether the config of a stored run has external programs. To play more games
// of such a run, a command needs a config file with their commands. HasPrograms returns false if
// the stored config cannot be read.
func HasPrograms(run results.Summary) bool {
	c, err := StoredConfig(run)
	return err == nil && len(c.Programs) > 0
}

// explain suggests measuring how much each weight of a result contributes. It returns nil if this
// was done, or if the result is not significantly better than the start weights. The step's number
// of games is an upper bound.
func (n *nextSteps) explain() *NextStep {
	if v := n.rec.Verdict(); n.rec.Explanation != nil || !n.readable || v == nil || !v.Better {
		return nil
	}
	step := NextStep{Kind: ExplainStep, Text: "measure what each weight brought", Arguments: []string{"explain", n.rec.ID}}
	if len(n.config.Programs) > 0 {
		step.Arguments = append(step.Arguments, configArgument)
	}
	return n.priced(step,
		min(len(n.rec.Space.Free())*ExplainGames, MostExplainGames))
}

// export suggests exporting the weights of an improved result to a file.
func (n *nextSteps) export() *NextStep {
	if v := n.rec.Verdict(); v == nil || !v.Better {
		return nil
	}
	return &NextStep{Kind: ExportStep, Text: "use the weights", Arguments: []string{"export", n.rec.ID, "--output", "weights.json"}}
}
