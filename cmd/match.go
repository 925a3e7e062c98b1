package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type matchOptions struct {
	run      runOptions
	old, new string
	match    runs.MatchOptions
	sprt     *rating.SPRT // nil for none
	rounds   int
	games    int
	protocol string
	restart  string
	margin   int // in milliseconds
	options  []configs.NamedText
	seed     *uint64
	// stored states that the command line resumes a match and that all its flags that describe a match
	// are in ofResumed. The rest of the match is then read from the store.
	stored bool
}

// defaultRounds is the number of pairs of games that a match plays without --sprt, --rounds and
// --games.
const defaultRounds = 100

// ofResumed lists the flags that can change a stored match when --resume continues it. If the
// command line has no other flag that describes a match, the rest of the match is read from the
// store. Otherwise the command line must describe the whole match.
var ofResumed = []string{"rounds", "games", "option", "new-option", "old-option"}

func newMatch(a *app, run func(context.Context, matchOptions) error) *cobra.Command {
	var o matchOptions
	var concurrency int
	var describing []string // flags that describe the match
	c := &cobra.Command{
		SuggestFor: []string{"duel", "fastchess", "cutechess", "sprt"},
		Use:        "match OLD NEW",
		Short:      "Play two builds, engines or weight vectors against each other",
		Long:       longHelp("match"),
		Example: `  lanista match ./engine-1.0 ./engine-1.1 --openings book.epd --tc 8+0.08 --sprt 0,3
  lanista match toga2 stockfish --depth 4 --rounds 200 --option Hash=16 --games-file games.pgn
  lanista match default run:last --game othello --games 400`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.old, o.new = args[0], args[1]
			if o.run.options.Resume != "" && o.run.options.Name != "" {
				return usageErrorf("--name cannot be used with --resume: a resumed run keeps its name; use 'runs rename' to change it")
			}
			if name, ok := strings.CutPrefix(o.run.options.GamesFile, "file="); ok {
				return usageErrorf("--games-file takes the name of a file alone: --games-file %s", name)
			}
			if o.rounds > 0 && o.games > 0 {
				return usageErrorf("--rounds and --games both limit the match; a round is two games of one opening")
			}
			switch f := cmd.Flags(); { // two flags for one number; a typed one precedes an environment variable
			case flagTyped(f, "workers") && flagTyped(f, "concurrency") && o.run.options.Workers != concurrency:
				return usageErrorf("--concurrency %d and --workers %d are two values of one number; give one", concurrency, o.run.options.Workers)
			case flagTyped(f, "concurrency") || f.Changed("concurrency") && !f.Changed("workers"):
				o.run.options.Workers = concurrency
			}
			o.run.typed = newTypedCommand(args, cmd.Flags(), describing...)
			o.stored = o.run.options.Resume != "" && !slices.ContainsFunc(describing, func(name string) bool {
				return !slices.Contains(ofResumed, name) && flagTyped(cmd.Flags(), name)
			})
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	o.flags(f, gameOfMatch(a.catalog.Games))
	f.VisitAll(func(flag *pflag.Flag) { describing = append(describing, flag.Name) })
	f.StringVar(&o.run.options.Resume, "resume", "", "resume a stored match `RUN`: its id, the beginning or end of it, its name, or last (the newest of all runs); with the same OLD, NEW and options of programs, or more --rounds; without other flags that describe it, the rest comes from the store")
	f.BoolVar(&o.run.dryRun, "dry-run", false, "print the plan and how large a difference it can show, then exit")
	f.BoolVar(&o.run.options.Force, "force", false, "play even if all openings are equal")
	f.StringVar(&o.run.options.GamesFile, "games-file", "", "write every game to `FILE`: PGN if its name ends in .pgn, otherwise one JSON object per line")
	f.StringVar(&o.run.options.Trace, "trace", "", "write all input and output of programs to this `FOLDER`, one file per process")
	f.BoolVar(&o.run.options.ChangedPrograms, "changed-programs", false, "resume even if the programs have changed since the match began")
	f.BoolVar(&o.run.options.BindPrograms, "affinity", false, "bind the programs of each game that is played at once to a processor core of its own (Linux)")
	workersFlag(f, &o.run.options.Workers)
	f.Var(slotsValue(&concurrency, 1), "concurrency", "the same as --workers")
	f.Lookup("concurrency").DefValue = "all cores"
	a.storedFlags(c, &o.run.options)
	return c
}

// gameOfMatch returns the name of the game that a match has by default: the only game of the program,
// otherwise chess.
func gameOfMatch(games engines.Registry) string {
	if names := games.Names(); len(names) == 1 {
		return names[0]
	}
	return "chess"
}

// flags adds the flags that describe the match of a game. Flags that fastchess also has get the same
// names.
func (o *matchOptions) flags(f *pflag.FlagSet, game string) {
	m := &o.match
	f.StringVar(&m.Game, "game", game, "`NAME` of the game")
	f.Var(choiceValue(&o.protocol, protocol.Names()...), "protocol", "protocol `NAME` of the programs: "+strings.Join(protocol.Names(), ", ")+" (default uci for chess, otherwise ludus)")
	f.Var(programOptionValue(&o.options), "option", "set an option of both programs (repeatable)")
	for _, side := range []struct {
		name string
		to   *runs.MatchSide
	}{{"old", &m.Old}, {"new", &m.New}} {
		upper := strings.ToUpper(side.name)
		f.Var(programOptionValue(&side.to.Options), side.name+"-option", "set an option of "+upper+" alone (repeatable)")
		f.Var(limitValue(&side.to.Limit, "LIMIT", engines.ParseLimit), side.name+"-limit", "limit the moves of "+upper+" alone: depth N, nodes N, movetime 50ms, clock 40/10s+100ms")
		f.StringVar(&side.to.Name, side.name+"-name", "", "`NAME` of "+upper+" in tables and games (default: its executable)")
	}
	f.Var(limitValue(&m.Limit, "TIME", readTimeControl), "tc", "time control in seconds: time or moves/time, also with +increment, such as 8+0.08, 40/10 or 40/60+0.5")
	f.Var(limitValue(&m.Limit, "SECONDS", readMoveTime), "st", "seconds for every move")
	f.Var(limitValue(&m.Limit, "N", readKind("depth")), "depth", "search depth of every move")
	f.Var(limitValue(&m.Limit, "N", readKind("nodes")), "nodes", "positions to search for every move")
	f.Var(wholeValue(&o.margin, 1, int(24*time.Hour/time.Millisecond)), "timemargin", fmt.Sprintf("milliseconds that a move may be late (default %d)", engines.DefaultMargin.Milliseconds()))
	f.Var(choiceValue(&o.restart, "never", "game", "on", "off"), "restart", "new processes: `WHEN` is never (the default), game, or on and off as in fastchess")
	f.Var(settingsValue(&m.Settings, "FILE", readOpenings), "openings", "`FILE` of openings (PGN, EPD, FEN or moves), or file=FILE order=random|sequential plies=N start=N (default: those of the game, in chess 8 random plies)")
	f.Var(settingsValue(&m.Settings, "RULE", readResign), "resign", "adjudicate wins: `RULE` is movecount=N score=N [twosided=true]")
	f.Var(settingsValue(&m.Settings, "RULE", readDraw), "draw", "adjudicate draws: `RULE` is movenumber=N movecount=N score=N")
	f.Var(settingsValue(&m.Settings, "N", readMaxMoves), "maxmoves", "draw a game after this many moves of both sides, with those of the opening")
	f.Var(settingsValue(&m.Settings, "WORD", readVariant), "variant", "standard or fischerandom (Chess960)")
	f.Var(sprtValue(&o.sprt, readValidSPRT), "sprt", "stop by a sequential test: elo0,elo1, or elo0=N elo1=N alpha=N beta=N model=normalized|logistic|bayesian")
	f.Var(countValue(&o.rounds), "rounds", "number of openings to play, each once with either colour (default 100, or until the sequential test decides)")
	f.Var(wholeValue(&o.games, 1, math.MaxInt-1), "games", "number `N` of games, in place of --rounds: two for each opening, so an odd N is one more")
	f.Var(seedValue(&o.seed), "seed", "the seed of the openings")
}

// complete reads the arguments OLD and NEW, which name the two sides of the match, and applies the
// options of each side. It then sets the config of the run that plays the match. It returns usage
// errors, for example for a program without a time limit.
func (o *matchOptions) complete(c runs.Catalog) error {
	m := o.match
	for _, side := range []struct {
		text string
		to   *runs.MatchSide
	}{{o.new, &m.New}, {o.old, &m.Old}} {
		if runs.IsConfig(m.Game) {
			return usageErrorf("--game: %s is a config; match takes the name of a game. Use 'tournament' with a config that has the same programs and engine, and lists %s and %s as agents", m.Game, o.new, o.old)
		}
		found, err := runs.MatchSideOf(c, m.Game, side.text)
		if err != nil {
			return flagErrors(err)
		}
		own := *side.to
		found.Name, found.Limit = own.Name, own.Limit
		if found.Command != nil {
			found.Protocol, found.Margin = o.protocol, time.Duration(o.margin)*time.Millisecond
			if found.Protocol == "" && m.Game == "chess" {
				found.Protocol = "uci"
			}
			found.Restart = restartOf(o.restart)
			found.Options = overrideOptions(o.options, own.Options)
			if found.Protocol == "uci" && m.Limit == (engines.Limit{}) && found.Limit == m.Limit {
				return usageErrorf("%s needs a limit: --tc, --st, --depth or --nodes", side.text)
			}
		} else if len(own.Options) > 0 {
			return usageErrorf("%s is no program and has no options", side.text)
		}
		*side.to = found
	}
	if m.New.Command == nil && m.Old.Command == nil {
		for _, flag := range []struct {
			name  string
			given bool
		}{{"option", len(o.options) > 0}, {"protocol", o.protocol != ""}, {"restart", o.restart != ""}, {"timemargin", o.margin != 0}} {
			if flag.given {
				return usageErrorf("--%s: neither %s nor %s is a program", flag.name, o.old, o.new)
			}
		}
	}
	if o.seed != nil {
		m.Seed = *o.seed
	}
	m.Schedule = runs.ScheduleOptions{Kind: "round_robin", Cycles: o.rounds}
	if o.games > 0 {
		m.Schedule.Cycles = o.games/2 + o.games%2
	}
	if t := o.sprt; t != nil {
		m.Schedule.SPRT = []float64{t.Elo0, t.Elo1}
		if t.Alpha != 0 || t.Beta != 0 {
			const usual = 0.05
			m.Schedule.SPRT = append(m.Schedule.SPRT, cmp.Or(t.Alpha, usual), cmp.Or(t.Beta, usual))
		}
		if t.Model != rating.NormalizedModel { // the default
			m.Schedule.SPRTModel = t.Model.String()
		}
	} else if m.Schedule.Cycles == 0 && o.run.options.Resume == "" { // a resumed match keeps its number
		m.Schedule.Cycles = defaultRounds
	}
	var err error
	o.run.options.Config, err = m.Config()
	return err
}

// resumeStored fills in the config of the stored match that --resume names; see [runs.StoredMatch].
// The commands and options of the two sides come from the command line instead. If --rounds or
// --games is given, it replaces the number of openings.
func (o *matchOptions) resumeStored(ctx context.Context, c runs.Catalog) error {
	side := func(text string, own runs.MatchSide) runs.ResumedSide {
		return runs.ResumedSide{Text: text, Options: overrideOptions(o.options, own.Options)}
	}
	var err error
	if o.run.options.Config, err = runs.StoredMatch(ctx, c, o.run.options, side(o.old, o.match.Old), side(o.new, o.match.New)); err != nil {
		return flagErrors(err)
	}
	if rounds := max(o.rounds, o.games/2+o.games%2); rounds > 0 {
		o.run.options.Set = append(o.run.options.Set, fmt.Sprintf("schedule.cycles=%d", rounds))
	}
	return nil
}

// restartOf converts the value of the flag --restart, as fastchess writes it, to the value of the
// config key restart of a program: "on" to "game", "off" to "never". It returns other texts
// unchanged.
func restartOf(text string) string {
	switch text {
	case "on":
		return "game"
	case "off":
		return "never"
	}
	return text
}

// overrideOptions returns the options for one of the two programs of a match. both contains options
// for both programs, and own contains options for this program. If a name occurs in both lists, the
// value in own counts; names are compared without regard to case.
func overrideOptions(both, own []configs.NamedText) configs.Texts {
	var out configs.Texts
	named := func(list []configs.NamedText, name string) bool {
		for _, o := range list {
			if strings.EqualFold(o.Name, name) {
				return true
			}
		}
		return false
	}
	for _, o := range both {
		if !named(own, o.Name) {
			out = append(out, o)
		}
	}
	return append(out, own...)
}

// match plays a match and stores it as a tournament of two agents.
func (a *app) match(ctx context.Context, o matchOptions) error {
	describe := o.complete
	if o.stored {
		describe = func(c runs.Catalog) error { return o.resumeStored(ctx, c) }
	}
	if err := describe(a.catalog); err != nil {
		return err
	}
	if o.games%2 == 1 {
		a.say(fmt.Sprintf("--games %d: at most %d games are played, because every opening is played twice", o.games, o.games+1))
	}
	if o.run.dryRun {
		return forecast(ctx, a, o.run.options, runs.ForecastTournament, printTournamentForecast)
	}
	return a.runWithWorkers(ctx, "pairings", &o.run.options, o.run.remote, func(p *term.Progress) error {
		played, err := a.catalog.Tournament(ctx, o.run.options, func(r runs.TournamentResult) error {
			p.Finish()
			if a.json {
				return a.writeJSON(documents.Tournament(r))
			}
			return printTournamentResult(a.out, r)
		})
		if err != nil {
			return a.resumable(err, p, "match", o.run.options.Store, o.run.typed)
		}
		return matchError(played)
	})
}

// matchError returns an error whose exit code states the decision of a match's sequential test. It
// returns nil if there is no test, or if the test accepted that NEW is stronger.
func matchError(r runs.TournamentResult) error {
	err := sequentialError(r)
	if r.Test != nil && r.Test.Decision == rating.Undecided && r.Ended == "" {
		err = withExitCode(exitUndecided, errors.New("the sequential test is undecided after all games; increase --rounds, or omit it to play until the test decides"))
	}
	return err
}
