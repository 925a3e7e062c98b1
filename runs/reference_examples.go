package runs

// referenceExamples contains example configs for keys that no preset uses, by the title of a
// config section or the name of a game. Their comments explain each key.
var referenceExamples = map[string]string{
	"The whole config": `engine: {name: othello, settings: {model: wpc10, depth: 1}}
opponents: [level:easy, level:hard]
objective: {by: score, scale: 20, shares: [1, 3]}  # train for discs, three games of four against the second
budget: {games: 4000, rounds: 40}                  # rounds of a hundred games
verification: {games: 4000, opponents: [default], settings: {depth: 3}}  # measured at depth 1 and at depth 3
`,
	"strategy: {name: auto}": `engine: {name: risk}
strategy:
  name: auto
  rsm_share: 0.5    # strength is smooth: let the response surface play half of the games
  rounds: 100       # fewer games in a round, so that every round learns from more
  unpaired: true    # deals matter little: one game on each
`,
	"strategy: {name: genetic}": `engine: {name: risk}
opponents: [default, champion]
strategy:
  name: genetic
  grouping: gauntlet                               # fitness is the score against the opponents
  fitness: genomic
  prior: 60                                        # genomes are expected to differ less than usual
  heritability: 0.5                                # and weights to explain only half of it
  selection: {kind: rank, pressure: 1.8}
  crossover: {kind: blend, alpha: 0.366}
  mutation: {kind: gaussian, rate: 0.5, step: 0.1, final_step: 0.02}
  generations: 50
  stall: 10                                        # end after ten generations without gain
---
engine: {name: risk}
strategy:
  name: genetic
  disjoint: false                                  # groups drawn anew: a genome may be in several or none
  fitness: rating
  selection: {kind: tournament, count: 20, size: 3}
  crossover: {kind: sbx, eta: 10, pairs: 8}
  replacement: steady
`,
	"strategy: {name: spsa}": `engine: {name: risk}
strategy:
  name: spsa
  spread: 0.05                                     # a good start: stay close to it
  gain: 0.02
  alpha: 0.602                                     # Spall's powers of the step and the spread
  gamma: 0.101
  stability: 0.2                                   # slow the first steps down
  rounds: 500
  unpaired: true
`,
	"strategy: {name: cmaes}": `engine: {name: risk}
strategy:
  name: cmaes
  sigma: 0.1                                       # a good start: sample close to it
  fixed_rates: true                                # Hansen's CMA-ES without adaptation to noise
  unpaired: true
`,
	"strategy: {name: de}": `engine: {name: risk}
strategy:
  name: de
  difference: 0.8                                  # F and CR as in Storn and Price
  crossover: 0.5
  unpaired: true
`,
	"strategy: {name: gp}": `engine: {name: hare}
strategy:
  name: gp
  design: 0.2                                      # a poor start: look around longer
  rounds: 80
  unpaired: true
`,
	"strategy: {name: rsm}": `engine: {name: risk}
strategy:
  name: rsm
  spread: 0.2                                      # ranges are wide: keep points closer
  final_spread: 0.1
  rounds: 100
  unpaired: true
`,
	"strategy: {name: grid}": `engine: {name: hare}
strategy: {name: grid, top: 5}                     # list five of the optimal points
etudes: hare-20
`,
	"strategy: {name: fit}": `engine: {name: chess}
strategy:
  name: fit
  from: positions.csv
  perspective: mover                               # results of the table are those of the side to move
  ridge: 1000                                      # stay close to the start
  lambda: 0.8                                      # targets are partly later predictions
---
engine: {name: chess}
strategy:
  name: fit
  from: positions.txt
  format: epd                                      # which the ending of the name does not show
  columns: {result: c1, game: id}                  # operations of the EPD
  filter: {quiet: true, phase: 4-24}               # no captures to come, and no late endings
  lasso: 0.001                                     # move few weights
`,
	"schedule": `engine: {name: risk}
agents: [default, champion, level:easy, level:hard]
schedule: {kind: groups, groups: 3, size: 2, unbalanced: true}  # draw every group anew
`,
	"risk":         "engine: {name: risk, settings: {attacks_per_turn: 5, round_cap: 100, force_attack_after: 20}}  # short games\n",
	"hare":         "engine: {name: hare, settings: {board: 1978, deck: old, hares: penalty, penalty: 15, width: \"0,8,4\", pruning: article, sorting: false}}  # the first edition, fast\n",
	"risk-classic": "engine: {name: risk-classic, settings: {fortify: connected, round_cap: 100, min_odds: 0.6, draft: security}}  # units move far; a careful player\n",
	"chess":        "engine: {name: chess, settings: {threats: true}}  # three more weights\n",
	"othello":      "engine: {name: othello, settings: {model: hard, levels: source, balance: 4}}  # balanced openings against the level as first published\n",
	"minesweeper":  "engine: {name: minesweeper, settings: {width: 9, height: 9, mines: 15, flood: false, bomb: true, sure_first: false, third_band: false, ties: first}}\n---\nengine: {name: minesweeper, settings: {width: 4, height: 4, mines: 3, agent: ev, unfold: true}}  # tiny fields: exact expectations\n",
}
