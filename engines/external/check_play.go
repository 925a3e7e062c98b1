package external

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// checkedProgram contains the program that a check tests, with its game and the options of the
// check. Its methods play games with the program and request answers from it.
type checkedProgram struct {
	options  CheckOptions
	programs *Programs
	program  *program
	engine   engines.Engine
	about    protocol.Description
	searches []searchReport // of the moves so far, without those of games that were lost by failing
	// everySeat reports whether a program that chooses moves plays at all seats, instead of at one
	// seat against random players.
	everySeat bool
}

// searchReport contains the depth, the nodes and the time that a program needed for one move.
type searchReport struct {
	took  time.Duration
	nodes uint64
	depth int
}

// play plays games with weights w and without a limit of time; see [checkedProgram.playWithin].
func (p *checkedProgram) play(ctx context.Context, w engines.Weights, from uint64, games int) ([]engines.Record, error) {
	return p.playWithin(ctx, w, from, games, 0)
}

// playWithin plays games on one goroutine. The first has the seed p.seed(from), the next
// p.seed(from+1) and so on. The program plays with weights w at the first seat in the first game,
// at the second seat in the next game and so on. The other players are random or, if the program
// plays whole games by itself, the program with its default weights. If the program implements only
// rules, all players are random. After the time limit no further game begins, but one game is
// always played; a limit of 0 means none.
func (p *checkedProgram) playWithin(ctx context.Context, w engines.Weights, from uint64, games int, limit time.Duration) ([]engines.Record, error) {
	worker, err := p.newWorker()
	if err != nil {
		return nil, err
	}
	defer func() { _ = engines.Close(worker) }()
	return p.playOn(ctx, worker, w, from, games, limit)
}

// newWorker returns an arena that plays games in one goroutine. The arena keeps its processes of
// the program between games. The caller must close it.
func (p *checkedProgram) newWorker() (engines.Arena, error) {
	options := engines.ArenaOptions{Moves: true, Openings: p.options.Openings}
	if p.about.Role == protocol.Arena {
		options.Openings = engines.Openings{}
	}
	arena, err := engines.NewArena(p.engine, options)
	if err != nil {
		return nil, err
	}
	return arena.(engines.PerGoroutine).Fork(), nil
}

// playOn plays games on the given worker, an arena for one goroutine, as
// [checkedProgram.playWithin] describes. It does not close the worker.
func (p *checkedProgram) playOn(ctx context.Context, worker engines.Arena, w engines.Weights, from uint64, games int, limit time.Duration) ([]engines.Record, error) {
	if t, ok := worker.(*tableWorker); ok {
		t.processes.onMove = func(r searchReport) { p.searches = append(p.searches, r) }
	}
	var records []engines.Record
	begun := time.Now()
	for g := range games {
		if g > 0 && limit > 0 && time.Since(begun) > limit {
			break
		}
		known := len(p.searches)
		r, err := worker.Play(ctx, p.seats(w, g), p.seed(from+uint64(g)))
		if err != nil {
			return records, err
		}
		if r.Forfeit != nil { // searches of a game that did not end are no evidence
			p.searches = p.searches[:known]
		}
		records = append(records, r)
	}
	return records, nil
}

// playFresh plays games as [checkedProgram.play] does, but in newly started processes of the program.
func (p *checkedProgram) playFresh(ctx context.Context, w engines.Weights, from uint64, games int) ([]engines.Record, error) {
	p.programs.pool.quitIdle()
	return p.play(ctx, w, from, games)
}

// seats returns the agents of game number g of the check, by seat. The program with weights w plays
// at seat g modulo the number of seats. If the program plays whole games, the other agents are the
// program with its default weights. Otherwise they are random players or, with everySeat, the
// program with weights w. If the program implements only rules, all agents are random players.
func (p *checkedProgram) seats(w engines.Weights, g int) []engines.Agent {
	seats := make([]engines.Agent, max(p.options.Seats, 1))
	for i := range seats {
		seats[i] = engines.Agent{Name: "random", Player: "random"}
		if p.about.Role == protocol.Arena {
			seats[i] = engines.Agent{Name: "default", Weights: p.about.Weights.Default()}
		}
	}
	if p.about.Role == protocol.Rules { // the program has no player
		return seats
	}
	for i := range seats {
		if i == g%len(seats) || p.everySeat && p.about.Role == protocol.Agent {
			seats[i] = engines.Agent{Name: p.program.config.Name, Weights: w}
		}
	}
	return seats
}

// withProcess calls f with a process of the program that can play with weights w. If f returns an
// error, the process is killed.
func (p *checkedProgram) withProcess(ctx context.Context, w engines.Weights, f func(*instance) error) error {
	processes := &workerProcesses{programs: p.programs}
	i, err := processes.acquire(ctx, p.program, 0, w)
	if err != nil {
		return err
	}
	if err = f(i); err != nil {
		i.broken = true
	}
	i.busy = false
	processes.close()
	if err != nil && ctx.Err() == nil {
		return withStderr(err, i.process) // it is complete now
	}
	return err
}

// moveTimes returns how long the program needed for its moves, in ascending order.
func (p *checkedProgram) moveTimes() []time.Duration {
	var times []time.Duration
	for _, x := range p.searches {
		times = append(times, x.took)
	}
	slices.Sort(times)
	return times
}

// medianMove returns the median duration of a move, or 0 if no move was made.
func (p *checkedProgram) medianMove() time.Duration {
	times := p.moveTimes()
	if times == nil {
		return 0
	}
	return times[len(times)/2]
}

// useProcess is a function that calls f with a process that can play with weights w.
type useProcess func(w engines.Weights, f func(*instance) error) error

// forVectors calls visit with a [useProcess], a function that provides a process of the program for
// any weight vector. If the program is never restarted, all vectors share one process.
func (p *checkedProgram) forVectors(ctx context.Context, visit func(useProcess) error) error {
	if p.program.config.Restart != RestartNever {
		return visit(func(w engines.Weights, f func(*instance) error) error { return p.withProcess(ctx, w, f) })
	}
	return p.withProcess(ctx, p.about.Weights.Default(), func(i *instance) error {
		return visit(func(_ engines.Weights, f func(*instance) error) error { return f(i) })
	})
}

// begin starts a game with weights w in the process, to test whether the program accepts the
// weights. If the program plays whole games by itself, begin plays the game to its end.
func (p *checkedProgram) begin(ctx context.Context, i *instance, w engines.Weights) error {
	if p.about.Role != protocol.Agent {
		_, err := i.session.(*protocol.Ludus).Play(ctx, p.gameRequest(w, 0, 1))
		return err
	}
	g, err := p.game(w, 0)
	if err != nil {
		return err
	}
	return errors.Join(i.session.Begin(ctx, g), i.session.Sync(ctx))
}

// gameRequest returns the request for a whole game from a program that plays all seats by itself.
// One seat plays with the weights w, the others with the default weights.
func (p *checkedProgram) gameRequest(w engines.Weights, seat int, seed uint64) protocol.GameRequest {
	hosted := p.engine.(*hostedGame)
	return protocol.GameRequest{Settings: hosted.game.settings, Seats: p.seats(w, seat), Space: p.about.Weights, Seed: seed}
}

// game returns the data that a program receives at the start of a game.
func (p *checkedProgram) game(w engines.Weights, seat int) (protocol.Game, error) {
	table := p.engine.(*Table)
	settings, err := table.gameSettings()
	if err != nil {
		return protocol.Game{}, err
	}
	limit, err := engines.ParseLimit(table.limit)
	return protocol.Game{
		Game: table.spec.Name, Settings: settings, Seat: seat, Seats: max(p.options.Seats, 1), Seed: 1, Space: p.about.Weights, Weights: w, Limit: limit,
	}, err
}

// comparedAnswers is the largest number of answers that are requested with a weight at each end of its
// range. If they are all equal, the weight has no visible effect.
const comparedAnswers = 40

// positions returns positions from random games, in which the check requests moves from the
// program. It returns nil for a program that does not play as an agent.
func (p *checkedProgram) positions() ([]engines.Game, error) {
	if p.about.Role != protocol.Agent {
		return nil, nil
	}
	var list []engines.Game
	for seed := uint64(0); len(list) < comparedAnswers && seed < comparedAnswers; seed++ {
		g, _, err := engines.Deal(p.engine, max(p.options.Seats, 1), engines.Seed(p.options.Seed, engines.Purpose("check positions"), seed), p.options.Openings)
		if err != nil {
			return nil, err
		}
		rng := engines.Rand(seed)
		for ply := 0; !g.Over() && ply < 200; ply++ {
			moves := g.Moves(nil)
			if ply%7 == 3 && len(moves) > 1 && len(list) < comparedAnswers {
				list = append(list, g.Clone())
			}
			if err := g.Apply(moves[rng.IntN(len(moves))]); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// outcomes plays games and returns their outcomes as texts. The program plays all seats by itself,
// with weights w at one seat. The games have the seeds from+1, from+2 and so on.
func (p *checkedProgram) outcomes(ctx context.Context, i *instance, w engines.Weights, seat int, from uint64, games int) ([]string, error) {
	var out []string
	for n := range uint64(games) {
		record, err := i.session.(*protocol.Ludus).Play(ctx, p.gameRequest(w, seat, from+n+1))
		if err != nil {
			return nil, err
		}
		out = append(out, record.Outcome.String())
	}
	return out, nil
}

// answers requests a move from the program in each of the given positions. It returns each answer
// as text: the move and, if the program sends one, the score.
func (p *checkedProgram) answers(ctx context.Context, i *instance, w engines.Weights, positions []engines.Game) ([]string, error) {
	var out []string
	for _, g := range positions {
		game, err := p.game(w, g.Turn())
		if err != nil {
			return nil, err
		}
		if err := i.session.Begin(ctx, game); err != nil {
			return nil, err
		}
		choice, err := i.session.Choose(ctx, protocol.Turn{Position: engines.View(g, g.Turn()), Seat: g.Turn()})
		if err != nil {
			return nil, err
		}
		text := choice.Move
		if choice.Score != nil {
			text += fmt.Sprint(scoreMark, *choice.Score)
		}
		out = append(out, text)
	}
	return out, nil
}

// scoreMark separates the move from the score in the texts of [checkedProgram.answers].
const scoreMark = "\n"

// firstForfeit returns the first forfeit in the records, or nil if no game ended with a forfeit.
func firstForfeit(records []engines.Record) *engines.Forfeit {
	for _, r := range records {
		if r.Forfeit != nil {
			return r.Forfeit
		}
	}
	return nil
}

// Difference describes how two games that should be equal differ, such as "from move 3 on". It
// returns "" if they are equal.
func Difference(first, second engines.Record) string {
	move := differsAt(first.Moves(), second.Moves())
	if move < 0 {
		move = differsAt(first.Written(), second.Written())
	}
	switch {
	case move >= 0:
		return fmt.Sprintf("from move %d on", move+1)
	case first.Outcome != second.Outcome:
		return "in the result"
	case first.Plies != second.Plies:
		return "in the number of plies"
	}
	return ""
}

// differsAt returns the first index at which two lists differ, or -1 if they are equal.
func differsAt[T comparable](a, b []T) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

// differing describes how games differ from the same games played again, such as "other moves".
func differing(first, second []engines.Record) string {
	what := "other numbers of plies"
	for g := range first {
		switch where := Difference(first[g], second[g]); {
		case strings.HasPrefix(where, "from move"):
			return "other moves"
		case where == "in the result":
			what = "other results"
		}
	}
	return what
}

// firstDifference describes the first game in played[0] that differs from its repetition in
// played[1]: its number, its seed and the difference. It returns "" if there is none. The first
// game has the seed p.seed(from), the next p.seed(from+1) and so on.
func (p *checkedProgram) firstDifference(played [2][]engines.Record, from uint64) string {
	for g := range played[0] {
		if where := Difference(played[0][g], played[1][g]); where != "" {
			return fmt.Sprintf("game %d (seed %d) differs %s", g+1, GameSeed(p.seed(from+uint64(g))), where)
		}
	}
	return ""
}

// seed returns the seed of one game, which it derives from the seed of the check and a number.
// Tests whose games must differ use different numbers.
func (p *checkedProgram) seed(number uint64) uint64 {
	return engines.Seed(p.options.Seed, engines.Purpose("check"), number)
}

// gameTexts describes every game as text for comparison. Equal games have equal texts.
func gameTexts(records []engines.Record) []string {
	var out []string
	for _, r := range records {
		out = append(out, gameText(r))
	}
	return out
}

func gameText(r engines.Record) string {
	return fmt.Sprint(r.Moves(), r.Written(), r.Outcome, r.Plies)
}
