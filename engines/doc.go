// Package engines is the contract that every game keeps, and the referee that
// plays a game between agents.
//
// What comes in: a game ([Engine]) and the agents that play it ([Agent]: a
// name, weights, settings, a limit). What goes out: the [Record] of a game: a
// place for every seat, how the game ended, who forfeited and why.
//
// An Engine makes tables ([Game]) and players ([Player]). The referee
// ([NewArena]) seats the players at a table, asks the one to move, applies the
// move, and keeps the record; a player that fails, panics, moves illegally or
// moves too late forfeits. Tournaments know only [Arena], so an engine may also
// play its games itself ([ArenaFactory]).
//
// # A game
//
// An engine has the five methods of Engine, its tables those of Game, its
// players one: Choose. That is enough for every verb. What a game has besides it
// says by further interfaces; whoever wants it calls a function that does
// without where the game has nothing:
//
//	Evaluator, Linear       the worth of a position       WeightedSum, OnePly
//	Analyst, Solver         what an agent thinks of it    Analyze
//	PerftCounter                 counting move sequences       Perft
//	MoveEvaluator                   the worth of every move       EvaluateMoves
//	Illustrator, Painter    drawing a position            Illustrate
//	SceneProvider, Editor          a position as data to draw; setting one up
//	SolveForecaster         how long Solve may take
//	EtudeFiles, EtudeMaker  labelled positions            ReadEtudes, WriteEtudes
//	Archive                 files of games and positions in other formats
//	Tabulated, Chooser      weights in tables, or of moves: what a fit needs
//	Collector, Sweeper      (of a Tabulated) positions to fit tables to
//	BuiltinAgents, Levels        agents that ship with it; opponents by strength   FindLevel
//	PlayerFactory               players by name besides its own
//	Guided                  its rules and moves in words  GuideTo
//	DealCounter                  how many deals there are
//	ChanceFinder            what the seed changes         HasChance, FindChance
//	ArenaFactory                    it plays its games itself     NewArena
//	Hidden, Concluder       (of a Game) views of seats; how it ended
//	History               (of a Position) how it came about
//	Annotator, Reasoner     (of a Game) how people write it down; why it is over
//	EventReporter, Reporter        (of a Game) what chance did; how it stands   LastEvent, Status
//	Adjudicator             (of a Game) ending as the players agree
//	PerGoroutine, Repeater        (of an Arena) a faster one for a goroutine; agents whose games need no second play
//	Starter, Watcher, Ender, Timekeeper, Assessor, io.Closer  (of a Player) its life
//	Deepener                (of a Player) looking ahead to any depth   Deepen
//
// Package enginetest proves that a game keeps the contract.
//
// # Chance
//
// Nothing here is random in itself. A game's dice, cards and mines are a
// function of its seed, and seeds are derived from their place in a run by
// [Seed], never drawn from a shared stream: a result is a function of
// configuration and seed alone. Only limits of time depend on the machine.
//
// A game declares in its Spec whether it has chance after its opening; [HasChance] finds it
// out where it does not. The record of a game without chance has a content, a hash of the
// start position, the moves and the end: games of equal content are one game, played again.
//
// # Errors
//
// Mistakes in settings and weights are [keys.KeyError]s of their names, all of
// them at once. Errors do not begin with the name of the package or the game:
// who asked for a game knows which it is.
//
// The package knows no tournament and imports no other room.
package engines
