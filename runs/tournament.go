package runs

import (
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
)

// TournamentResult is the result of a tournament.
type TournamentResult struct {
	Run     string // its id
	Engine  engines.Spec
	Seed    uint64
	Table   tournament.Table
	Test    *Test         // nil without a sequential test
	Elapsed time.Duration // since this process began or resumed it
	// Ended states why the tournament ended before its schedule did; "" if it did not.
	Ended   string
	Caveats []string // reasons to trust the evidence less than its numbers, in sentences
	// Irreproducible says what the games depended on besides config and seed.
	Irreproducible []string
	// Disputed is the text of the error of two workers that disagreed; "" if none was noticed.
	Disputed string
}

// Tournament plays the agents of a config against each other, by a schedule or until a
// sequential test decides, and stores every pairing. With Resume it continues a stored
// tournament.
//
// Report, when not nil, is called with the standings before the tournament counts as finished;
// an error of it is returned, and the tournament is finished all the same. If the context
// ends, the error is an [InterruptedError]; a mistake in the config is a [MistakeError].
func (c Catalog) Tournament(ctx context.Context, o Options, report func(TournamentResult) error) (TournamentResult, error) {
	o = o.withDefaults()
	r, err := c.resolve(ctx, request{options: o, kind: results.Tournament}) // its mistakes come first: they leave no store behind
	if err != nil {
		return TournamentResult{}, err
	}
	defer r.Close()
	rec, err := openRecorder(ctx, r, o, results.Info{Field: r.Agents})
	if err != nil {
		return TournamentResult{}, err
	}
	defer rec.close()
	warnTournament(r, rec, o)
	if err := rec.openGames(r, o); err != nil {
		return TournamentResult{}, err
	}
	start := time.Now()
	t := newTournamentRun(r, rec)
	if err := rec.closeGames(t.play(ctx, o)); err != nil {
		return TournamentResult{}, withStoredGames(ctx, rec, rec.broken(ctx, r, 0, err))
	}
	warnNoise(r, o)
	out := TournamentResult{
		Run: rec.run.ID(), Engine: r.Engine.Spec(), Seed: r.Config.Seed, Table: t.table(),
		Test: t.contest.test.state(), Elapsed: time.Since(start), Ended: t.ended, Caveats: alikeSentences(&t.alike, r.Agents),
		Irreproducible: irreproducible(r, r.Agents), Disputed: rec.disputed,
	}
	return out, rec.finish(ctx, tableAnswer(out.Table), func() error {
		if report == nil {
			return nil
		}
		return report(out)
	})
}

// warnTournament warns of what makes a tournament tell little, before it is played.
func warnTournament(r *Resolved, rec *recorder, o Options) {
	for _, note := range r.Notes {
		rec.warn("%s", note)
	}
	const telling = 100 // Elo
	if c := r.contest; c.test == nil && !c.cyclesGiven {
		if d := tournamentDifference(r, float64(c.games())); d > telling {
			rec.warn("warning: the schedule is played once, and the games of one agent can detect no less than %.0f Elo; set schedule.cycles, such as 200", d)
		}
	}
	warnPrograms(r, o, r.Agents)
}

// withStoredGames adds the number of games in the store to an InterruptedError.
func withStoredGames(ctx context.Context, rec *recorder, err error) error {
	var i *InterruptedError
	if errors.As(err, &i) {
		info, failed := rec.store.Info(context.WithoutCancel(ctx), i.Run)
		if failed != nil {
			return errors.Join(err, failed)
		}
		i.Games = info.Games
	}
	return err
}

// Standings returns the rows of the table as the store keeps them.
func (r TournamentResult) Standings() []results.Standing { return r.Answer().Standings }

// Answer returns what the store keeps of the result.
func (r TournamentResult) Answer() results.Answer { return tableAnswer(r.Table) }

// Circle returns agents each of whom has beaten the next, in a circle; nil if there are none.
func (r TournamentResult) Circle() *evidence.Circle {
	t := r.Table
	var names []string
	for _, s := range t.Standings {
		names = append(names, s.Agent)
	}
	return evidence.NewCircle(names, func(i, j int) (float64, int) {
		if cell := t.Crosstable[i][j]; cell != nil {
			return cell.Score, cell.Games
		}
		return 0, 0
	})
}

// tableAnswer returns what the store keeps of a tournament's result.
func tableAnswer(t tournament.Table) results.Answer {
	a := results.Answer{Misfit: t.Misfit}
	if t.Known() {
		a.Played = &evidence.Played{Games: t.Games, Variety: t.Variety}
	}
	for _, s := range t.Standings {
		row := results.Standing{
			Agent: s.Agent, Games: s.Games, Variety: s.Variety, Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Forfeits: s.Forfeits,
			Score: results.Float(s.Score), Rating: results.Float(s.Rating), Interval: interval(s.Interval.Lo, s.Interval.Hi),
			LOS: results.Float(s.LOS), Best: results.Float(s.Best),
		}
		if s.Pairs != [5]int{} {
			row.Pairs = s.Pairs[:]
		}
		if s.Scored != nil {
			row.Scored = &results.Scored{Agent: results.MeanScore(*s.Scored)}
		}
		if next := s.Next; next != nil {
			row.Next = &results.Lead{
				Difference: results.Float(next.Difference), Interval: interval(next.Interval.Lo, next.Interval.Hi), LOS: results.Float(next.LOS),
			}
		}
		a.Standings = append(a.Standings, row)
	}
	return a
}
