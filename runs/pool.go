package runs

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// PoolOptions describe a comparison of strategies by games against a pool of opponents.
// Strategies, Budgets, Seeds and Games are required and have no defaults.
type PoolOptions struct {
	Strategies []string // names of the strategies
	Budgets    []int    // numbers of games of a search
	FirstSeed  uint64   // first seed; the default 0 means 1
	Seeds      int      // number of searches with each strategy and budget
	Opponents  []string // sources of additional agents in the pool, as a config names them
	Games      int      // games of every result against each opponent, and of every two opponents
}

// PoolResult contains the strength of tuning strategies, measured by games of their results against
// a pool of several opponents.
type PoolResult struct {
	Config     string      `json:"config"`
	Opponents  []string    `json:"opponents"`
	Matrix     [][]float64 `json:"matrix" doc:"Elo of the row's opponent above the column's"`
	Nash       []float64   `json:"nash" doc:"the share of each opponent in a mixture that none of them beats"`
	Games      int         `json:"games" doc:"games of each match between agents of the pool"`
	FirstSeed  string      `json:"first_seed" doc:"first seed of the searches, in decimal digits"`
	Strategies []PoolRow   `json:"strategies"`
}

// PoolRow contains the strength of the results of one strategy with one budget against the
// opponents of a pool.
type PoolRow struct {
	Strategy string      `json:"strategy"`
	Budget   int         `json:"budget" doc:"games of a search"`
	Against  []bench.Few `json:"against" doc:"strength of the result against each opponent"`
	Mean     bench.Few   `json:"mean" doc:"mean strength over all opponents"`
	Least    bench.Few   `json:"least" doc:"strength against the opponent where it is lowest"`
}

// MeasurePool tunes with every strategy and several seeds, and plays each result against a pool of
// opponents. The pool consists of the verification opponents in the config, the agent with default
// weights, the champion (best known weights) if there is one, and p.Opponents. If the config needs
// a scale for scores and has none, MeasurePool measures one for all strategies. The results are
// neither verified nor stored.
func MeasurePool(ctx context.Context, c Catalog, o Options, p PoolOptions) (PoolResult, error) {
	o = o.withDefaults()
	r, err := gameOfOptions(ctx, c, o)
	if err != nil {
		return PoolResult{}, err
	}
	defer r.Close()
	if r.Seats == 1 {
		return PoolResult{}, mistakef("%s is a game of one seat: there are no opponents to play", r.Engine.Spec().Name)
	}
	pool, err := poolOf(ctx, r, p.Opponents)
	if err != nil {
		return PoolResult{}, err
	}
	if err := setScale(ctx, r, o.Workers); err != nil {
		if ctx.Err() == nil {
			err = mistakef("objective: %w", err)
		}
		return PoolResult{}, err
	}
	m := poolMeasurement{catalog: c, options: o, sizes: p, pool: pool, scale: r.Config.Objective.Scale}
	out := PoolResult{Config: o.Source, Games: p.Games, FirstSeed: strconv.FormatUint(max(p.FirstSeed, 1), 10)}
	for _, a := range pool {
		out.Opponents = append(out.Opponents, a.Name)
	}
	executor, err := r.executor(o, benchRun(o.Source, "pool", 0, 0))
	if err != nil {
		return PoolResult{}, err
	}
	if out.Matrix, err = m.matrix(ctx, r, executor); err != nil {
		return PoolResult{}, err
	}
	if out.Nash, err = rating.Nash(out.Matrix); err != nil {
		return PoolResult{}, err
	}
	for _, name := range p.Strategies {
		for _, budget := range p.Budgets {
			row, err := m.row(ctx, name, budget)
			if err != nil {
				return PoolResult{}, err
			}
			out.Strategies = append(out.Strategies, row)
		}
	}
	return out, nil
}

// poolMeasurement measures strategies by games against the agents of a pool.
type poolMeasurement struct {
	sizes   PoolOptions
	catalog Catalog
	options Options
	pool    []engines.Agent
	scale   float64 // scale of an objective by score in all games; 0 if places count
}

// benchRun returns an id for a search that is not stored. It identifies the games of the search for
// executors on other machines.
func benchRun(config, strategy string, budget int, seed uint64) string {
	return fmt.Sprintf("bench-%s-%d-%d-%s", strategy, budget, seed, filepath.Base(config))
}

// searchesAtOnce is the number of searches that run at the same time if other machines play the
// games.
const searchesAtOnce = 32

// row measures the results of one strategy with one budget.
func (m poolMeasurement) row(ctx context.Context, name string, budget int) (PoolRow, error) {
	o := m.options
	elo := make([][]float64, m.sizes.Seeds)
	atOnce := o.Workers
	if o.NewExecutor != nil { // each has few games in play
		atOnce = searchesAtOnce
	}
	o.Workers = 1
	err := bench.Seeds(ctx, m.sizes.Seeds, atOnce, func(ctx context.Context, k int) error {
		seed, own := max(m.sizes.FirstSeed, 1)+uint64(k), o
		own.Set = append(slices.Clone(o.Set), "strategy={name: "+name+"}", "seed="+strconv.FormatUint(seed, 10), "budget={games: "+strconv.Itoa(budget)+"}")
		r, err := resolve(ctx, m.catalog, request{options: own, kind: results.Evolve, dry: true})
		if err != nil {
			return err
		}
		defer r.Close()
		r.Config.Objective.Scale = m.scale
		executor, err := r.executor(own, benchRun(o.Source, name, budget, seed))
		if err != nil {
			return err
		}
		for _, err := range tuning.Run(ctx, r.search.strategy, executor, tuning.Options{Terms: r.terms(), Budget: tuning.Budget{Games: budget}}) {
			if err != nil {
				return err
			}
		}
		result := engines.Agent{Name: "the result", Weights: r.search.strategy.Best().Weights}
		elo[k], err = m.eloAgainst(ctx, r, executor, result, m.pool, seed)
		return err
	})
	if err != nil {
		return PoolRow{}, err
	}
	row := PoolRow{Strategy: name, Budget: budget}
	var means, leasts []float64
	for _, list := range elo {
		mean := 0.0
		for _, v := range list {
			mean += v / float64(len(list))
		}
		means, leasts = append(means, mean), append(leasts, slices.Min(list))
	}
	for i := range m.pool {
		var list []float64
		for _, result := range elo {
			list = append(list, result[i])
		}
		row.Against = append(row.Against, bench.NewFew(list))
	}
	row.Mean, row.Least = bench.NewFew(means), bench.NewFew(leasts)
	return row, nil
}

// poolOf returns the agents of the pool without duplicates. It leaves out players that choose
// moves at random.
func poolOf(ctx context.Context, r *Resolved, more []string) ([]engines.Agent, error) {
	list := slices.Clone(r.Config.Verification.Opponents)
	for _, source := range append([]string{"default", "champion"}, more...) {
		name := strings.TrimSuffix(filepath.Base(source), filepath.Ext(source))
		list = append(list, configs.Agent{Name: name, Weights: configs.AgentWeights{Source: source}})
	}
	var pool []engines.Agent
	for _, c := range list {
		a, err := r.agent(ctx, c)
		if errors.Is(err, weights.ErrNoChampion) && c.Weights.Source == "champion" {
			continue
		}
		if err != nil {
			return nil, mistake(err)
		}
		if baseline := slices.Contains(engines.Baselines, a.Player); !baseline && !slices.ContainsFunc(pool, a.Same) {
			pool = append(pool, a)
		}
	}
	return pool, nil
}

// matrix plays all agents of the pool against each other. An element of the result is the difference
// in Elo between the agent of the row and the agent of the column.
func (m poolMeasurement) matrix(ctx context.Context, r *Resolved, x tournament.Executor) ([][]float64, error) {
	out := make([][]float64, len(m.pool))
	for i, a := range m.pool {
		out[i] = make([]float64, len(m.pool))
		others := m.pool
		if r.Seats == 2 {
			for j := range i {
				out[i][j] = -out[j][i]
			}
			others = m.pool[i+1:]
		}
		elo, err := m.eloAgainst(ctx, r, x, a, others, uint64(i))
		if err != nil {
			return nil, err
		}
		copy(out[i][len(m.pool)-len(others):], elo)
	}
	return out, nil
}

// eloAgainst returns the differences in Elo between an agent and each of the others. The difference
// from itself is 0. The deals (game starts) are derived from seed.
func (m poolMeasurement) eloAgainst(ctx context.Context, r *Resolved, x tournament.Executor, a engines.Agent, others []engines.Agent, seed uint64) ([]float64, error) {
	elo := make([]float64, len(others))
	orders := r.Seats
	if r.Engine.Spec().Symmetric {
		orders = 1
	}
	for i, b := range others {
		if b.Same(a) {
			continue
		}
		var part tournament.Pairings
		for deal := range max(m.sizes.Games/orders, 1) {
			agents := make([]int, r.Seats) // the agent alone against copies of the other
			for seat := 1; seat < r.Seats; seat++ {
				agents[seat] = 1
			}
			part = append(part, tournament.Pairing{Agents: agents, Seed: engines.Seed(seed, engines.Purpose("pool match"), uint64(i), uint64(deal)), Games: orders})
		}
		points := 0.0
		for result, err := range tournament.Run(ctx, x, []engines.Agent{a, b}, part, tournament.Options{Terms: r.terms(), Batch: "against " + b.Name}) {
			if err != nil {
				return nil, err
			}
			points += result.Points(0)
		}
		elo[i] = bench.Elo(points, len(part))
	}
	return elo, nil
}
