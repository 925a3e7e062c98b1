package runs

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// ReplayResult is a stored game with its replay.
type ReplayResult struct {
	Run    string
	Engine engines.Engine
	Game   results.GameRef
	Agents []engines.Agent // agents by seat
	Seats  []int           // for every seat, the seat of its agent in the first seat order of the pairing
	Seed   uint64
	Start  engines.Game   // position at the start, before the opening
	Stored engines.Record // record of the game in the store, which may lack the moves
	Played engines.Record // record of the replay, with the moves of the opening
	// Rules is a sentence that names both versions if the run was played by another version of the
	// game's rules. It is "" if they are equal, and for a run without a stored version.
	Rules string

	game *Resolved // game of the run
}

// Same reports whether the replayed game has the same result and number of moves as the stored
// game.
func (r ReplayResult) Same() bool {
	return r.Stored.Outcome == r.Played.Outcome && (r.Stored.Plies == 0 || r.Stored.Plies == r.Played.Plies)
}

// FindGame returns the ID of a run and the place in the store of the run's n-th game. Games are
// counted from 1 in the order of play: those of rounds come first, then those of the tournament or
// verification. run is any text that [results.Store.Resolve] accepts. Pass the ID to [Replay],
// because the meaning of a text such as "last" may change.
func FindGame(ctx context.Context, store *results.Store, run string, n int) (id string, at results.GameRef, err error) {
	rec, err := store.Get(ctx, run)
	if err != nil {
		return "", results.GameRef{}, err
	}
	left := n - 1
	for _, round := range playedRounds(rec) {
		for r, err := range store.Pairings(ctx, rec.ID, round) {
			if err != nil {
				return "", results.GameRef{}, err
			}
			if left >= 0 && left < len(r.Games) {
				return rec.ID, results.GameRef{Round: round, Pairing: r.Index, Game: left}, nil
			}
			left -= len(r.Games)
		}
	}
	return "", results.GameRef{}, mistakef("run %s has %d games; there is no game %d", rec.ID, n-1-left, n)
}

// playedRounds returns the numbers of the stored rounds of a run in the order of play. The last one is
// 0, which stands for the tournament or the verification. A recovered run may lack numbers.
func playedRounds(rec results.Record) []int {
	rounds := make([]int, 0, len(rec.Generations)+1)
	for _, g := range rec.Generations {
		rounds = append(rounds, g.Number)
	}
	return append(rounds, 0)
}

// Replay plays a stored game again from its seed and returns its moves. config is the path of a
// config with the commands of the run's external programs, or "" for a run without programs. The
// caller must close the result.
func Replay(ctx context.Context, c Catalog, config string, store *results.Store, run string, at results.GameRef) (ReplayResult, error) {
	rec, err := store.Get(ctx, run)
	if err != nil {
		return ReplayResult{}, err
	}
	s, err := gameOfRun(ctx, c, rec, Options{Store: store.Path(), Source: config})
	if err != nil {
		return ReplayResult{}, err
	}
	r, err := replay(ctx, s, store, rec, at)
	r.game = s
	if err != nil {
		r.Close()
	}
	return r, err
}

// CheckReplay returns the reason why [Replay] without a config cannot replay games of a stored run,
// or nil. It plays no game.
func CheckReplay(ctx context.Context, c Catalog, store *results.Store, run string) error {
	info, err := store.Info(ctx, run)
	if err != nil {
		return err
	}
	s, err := gameOfRun(ctx, c, results.Record{Summary: info}, Options{Store: store.Path()})
	if err != nil {
		return err
	}
	return showsMoves(s.Engine)
}

// showsMoves returns an error if the engine plays whole games itself, which have no moves to
// replay.
func showsMoves(e engines.Engine) error {
	_, table := e.(*external.Table)
	if _, host := engines.As[engines.ArenaFactory](e); host && !table {
		return mistakef("%s plays its games itself, so that they cannot be shown move by move; use --games-file FILE in a run to write the moves that it returns", e.Spec().Name)
	}
	return nil
}

// Length is the number of moves of a stored game and the reason for its end.
type Length struct {
	Moves  int    // number of moves with those of the opening; 0 if the replay differed from the stored game
	Plies  int    // number of moves without those of the opening
	Reason string // reason in a word or two, such as checkmate; "" if only the moves are stored
}

// Lengths returns the numbers of moves of stored games. Games without stored moves are replayed;
// the length is 0 if the replay differs from the stored game. Lengths handles the games in order
// and stops when the function more returns false. The result lacks the remaining games. If more is
// nil, Lengths handles all games. It returns an error for a game that the run does not have.
func Lengths(ctx context.Context, c Catalog, store *results.Store, run string, games []results.GameRef, more func() bool) (map[results.GameRef]Length, error) {
	rec, err := store.Get(ctx, run)
	if err != nil {
		return nil, err
	}
	lengths := make(map[results.GameRef]Length, len(games))
	var s *Resolved
	for _, at := range games {
		if more != nil && !more() {
			break
		}
		stored, err := store.Pairing(ctx, rec.ID, at.Round, at.Pairing)
		if err == nil {
			err = hasGame(rec.ID, stored, at)
		}
		if err != nil {
			return lengths, err
		}
		if n := len(stored.Games[at.Game].Moves()); n > 0 {
			lengths[at] = Length{Moves: n, Plies: stored.Games[at.Game].Plies, Reason: stored.Games[at.Game].Reason()}
			continue
		}
		if s == nil {
			if s, err = gameOfRun(ctx, c, rec, Options{Store: store.Path()}); err != nil {
				return lengths, err
			}
		}
		r, err := replay(ctx, s, store, rec, at)
		if err != nil {
			return lengths, err
		}
		lengths[at] = Length{}
		if r.Same() {
			lengths[at] = Length{Moves: len(r.Played.Moves()), Plies: r.Played.Plies, Reason: r.Played.Why()}
		}
	}
	return lengths, nil
}

// Close stops the programs of the replay. The replayed game must not be used afterwards.
func (r ReplayResult) Close() {
	if r.game != nil {
		r.game.Close()
	}
}

// gameOfRun opens the game of a stored run. A run with external programs requires a config in o,
// whose programs then play. They stop when the result is closed.
func gameOfRun(ctx context.Context, c Catalog, rec results.Record, o Options) (*Resolved, error) {
	o = o.withDefaults()
	lender := new(Resolved)
	if o.configured() {
		var err error
		if lender, err = gameOfOptions(ctx, c, o); err != nil {
			return nil, err
		}
	}
	in, err := readRecord(c.Configs(), rec, nil, lender.Programs)
	if err != nil {
		lender.Close()
		return nil, err
	}
	r, err := gameOf(ctx, c, in, Options{Store: o.Store, NewExecutor: o.NewExecutor, Events: o.Events})
	if err != nil {
		lender.Close()
		return nil, err
	}
	r.lender = lender
	return r, nil
}

// replay plays a stored game again. at is the place of the game in the run rec, and s is the opened
// game of the run.
func replay(ctx context.Context, s *Resolved, store *results.Store, rec results.Record, at results.GameRef) (ReplayResult, error) {
	result, err := store.Pairing(ctx, rec.ID, at.Round, at.Pairing)
	if err != nil {
		return ReplayResult{}, err
	}
	if err := hasGame(rec.ID, result, at); err != nil {
		return ReplayResult{}, err
	}
	field, err := store.Field(ctx, rec.ID, at.Round)
	if err != nil {
		return ReplayResult{}, err
	}
	rules := rulesChanged(rec.ID, rec.Info, s.Engine.Spec())
	out := ReplayResult{Run: rec.ID, Engine: s.Engine, Rules: rules, Game: at, Seed: result.Pairing.Seed, Stored: result.Games[at.Game]}
	for seat := range result.Pairing.Seats() {
		out.Agents = append(out.Agents, field[result.Pairing.Seat(at.Game, seat)])
		out.Seats = append(out.Seats, seatedAt(result.Pairing, at.Game, seat))
	}
	if err := showsMoves(s.Engine); err != nil {
		return out, err
	}
	if out.Played, err = playAgain(ctx, s, field, result.Pairing, at.Game); err != nil {
		if rules != "" {
			err = fmt.Errorf("%s: %w", rules, err)
		}
		return out, fmt.Errorf("run %s: %w", rec.ID, err)
	}
	out.Start, err = s.Engine.NewGame(len(out.Agents), out.Seed)
	return out, err
}

// hasGame returns an error if a pairing of a run does not have the game at.
func hasGame(run string, pairing tournament.Result, at results.GameRef) error {
	if at.Game < 0 || at.Game >= len(pairing.Games) {
		return mistakef("run %s: the pairing has %d games", run, len(pairing.Games))
	}
	return nil
}

// seatedAt returns a number that identifies the player in a seat of a game: the seat that this
// player has in the first seat order of the pairing p. game is the number of the game in the
// pairing. If the agents play separate games (Apart), all of them have the same number, because
// each takes the same seats in its own games.
func seatedAt(p tournament.Pairing, game, seat int) int {
	if p.Apart {
		return (seat + p.Seats() - game/len(p.Agents)%p.Seats()) % p.Seats()
	}
	return (seat + game) % p.Seats()
}

func playAgain(ctx context.Context, s *Resolved, field []engines.Agent, p tournament.Pairing, game int) (engines.Record, error) {
	arena := s.terms().Arena
	arena.Moves = true
	a, err := engines.NewArena(s.Engine, arena)
	if err != nil {
		return engines.Record{}, err
	}
	seats := make([]engines.Agent, p.Seats())
	for seat := range seats {
		seats[seat] = field[p.Seat(game, seat)]
	}
	return a.Play(ctx, seats, p.Seed)
}

// Ply is one move of a replayed game, by one player.
type Ply struct {
	Seat     int    // seat of the player, from 0
	Move     string // move in the game's notation
	Words    string // move in words; "" if the game has only its notation
	Event    string // result of a chance event after the move; "" if none
	Opening  bool   // the move belongs to the opening
	Position engines.Game
}

// Plies yields the moves of the game in order, each with the position after it. The next move
// changes the position in place.
func (r ReplayResult) Plies(yield func(Ply) bool) {
	g := r.Start.Clone()
	opening := len(r.Played.Moves()) - r.Played.Plies
	for i, m := range r.Played.Moves() {
		ply := Ply{Seat: g.Turn(), Move: g.FormatMove(m), Words: show.DescribeMove(g, m), Opening: i < opening, Position: g}
		if g.Apply(m) != nil {
			return // what was played can be played
		}
		ply.Event = show.LastEvent(g)
		if !yield(ply) {
			return
		}
	}
}
